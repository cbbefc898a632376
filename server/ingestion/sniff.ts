import type { DOCUMENT_TYPES } from '../../src/services/contract/documents.ts'
import { extensionOf } from './clean.ts'
import { failure } from './failure.ts'

export type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** Bytes that are looked at from each end of a file. */
export const SNIFFED_BYTES = 64 * 1024

const BY_EXTENSION: Record<string, DocumentType> = {
  pdf: 'pdf',
  docx: 'docx',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'md',
  markdown: 'md',
  mdx: 'md',
  txt: 'txt',
  text: 'txt',
  log: 'txt',
  csv: 'csv',
  tsv: 'csv',
  '': 'txt',
}

const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const PROGRAMS = [
  Buffer.from('MZ'),
  Buffer.from([0x7f, 0x45, 0x4c, 0x46]),
  Buffer.from([0xcf, 0xfa, 0xed, 0xfe]),
]
const HTML_START = /^(?:\s|<\?xml[^>]*>|<!--[\s\S]{0,2000}?-->)*<(?:!doctype\s+html|html|head|body)\b/i

const isText = (head: Buffer) => {
  if (head[0] === 0xff && head[1] === 0xfe) return true
  if (head[0] === 0xfe && head[1] === 0xff) return true
  let controls = 0
  for (const byte of head) {
    if (byte === 0) return false
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++
  }
  return controls <= head.length * 0.01
}

const mismatch = (what: string, expected: DocumentType | undefined, extension: string) =>
  expected === undefined
    ? failure('unsupported_type', `This is ${what}, which cannot be read.`)
    : failure(
        'type_mismatch',
        `This is ${what}${extension === '' ? '' : `, although its name ends in .${extension}`}.`,
      )

/** What a file is by its content; the name only tells one kind of text from another. Throws an IngestionFailure. */
export const sniff = async (name: string, head: Buffer, tail: Buffer): Promise<DocumentType> => {
  if (head.length === 0) throw failure('empty_file')
  const extension = extensionOf(name)
  const expected = BY_EXTENSION[extension]
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  if (head.subarray(0, 8).equals(OLD_OFFICE)) {
    throw expected === 'docx' || extension === 'doc'
      ? failure('legacy_word')
      : mismatch('an Office file', expected, extension)
  }
  if (PROGRAMS.some((magic) => head.subarray(0, magic.length).equals(magic)) && !isText(head))
    throw mismatch('a program', expected, extension)
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') {
    if (head.includes('word/document.xml') || tail.includes('word/document.xml')) return 'docx'
    throw expected === 'docx' ? failure('damaged_file') : mismatch('an archive', expected, extension)
  }
  if (!isText(head)) {
    const { fileTypeFromBuffer } = await import('file-type')
    const known = await fileTypeFromBuffer(head)
    throw mismatch(known ? `a ${known.ext.toUpperCase()} file` : 'a binary file', expected, extension)
  }
  if (expected === 'pdf' || expected === 'docx') throw mismatch('plain text', expected, extension)
  if (expected === undefined)
    throw failure('unsupported_type', `Files that end in .${extension} cannot be read.`)
  if (HTML_START.test(head.subarray(0, 8192).toString('latin1'))) return 'html'
  return expected
}
