import { DOCUMENT_EXTENSIONS, type DocumentType } from '../../../src/services/contract/documents.ts'
import { failure } from '../../kernel/texts/reasons.ts'
import { extensionOf } from './clean.ts'
import { utf16In } from './decode.ts'

const BY_EXTENSION = new Map<string, DocumentType>([
  ['', 'txt'],
  ...Object.entries(DOCUMENT_EXTENSIONS).flatMap(([type, extensions]) =>
    extensions.map((extension): [string, DocumentType] => [extension, type as DocumentType]),
  ),
])
/** Kinds that are never text, whatever the name. */
const NO_TEXT = new Set<DocumentType | undefined>(['pdf', 'docx', 'xlsx', 'pptx', 'epub', 'image'])
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/webp'])
/** A TIFF has no other marks at a fixed position. */
const TIFF = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')]
const OFFICE = /^(?:do[ct]|xl[st]|pp[st])[xm]?$/
/** Entries that identify each kind of archive; an Office file may contain one of those after it. */
const ARCHIVES: [DocumentType, string][] = [
  ['epub', 'application/epub+zip'],
  ['docx', 'word/document.xml'],
  ['pptx', 'ppt/presentation.xml'],
  ['xlsx', 'xl/workbook.xml'],
]

/** Bytes in which an unsupported format is recognized, to name it. */
const MAGIC_BYTES = 4_100
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const PROGRAMS = [
  Buffer.from('MZ'),
  Buffer.from([0x7f, 0x45, 0x4c, 0x46]),
  Buffer.from([0xcf, 0xfa, 0xed, 0xfe]),
]
/** A page begins within this many bytes. */
const HTML_SEARCHED = 8 * 1024
const HTML_TAGS = ['<!doctype html', '<html', '<head', '<body']
const TAG_SEARCHED = 64
const UTF8_MARK = '\u00ef\u00bb\u00bf'
const SKIPPED = [
  ['<!--', '-->'],
  ['<?xml', '?>'],
] as const

/** Whether only blanks, comments and an XML declaration precede a page's first tag. One pass. */
const startsAsHtml = (head: Buffer) => {
  const text = head.toString('latin1', 0, HTML_SEARCHED).toLowerCase()
  let at = text.startsWith(UTF8_MARK) ? UTF8_MARK.length : 0
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 32) at++
    const skipped = SKIPPED.find(([start]) => text.startsWith(start, at))
    if (!skipped) break
    const end = text.indexOf(skipped[1], at + skipped[0].length)
    if (end < 0) return false
    at = end + skipped[1].length
  }
  const first = `${text.slice(at, at + TAG_SEARCHED).replace(/\s+/g, ' ')} `
  return HTML_TAGS.some((tag) => first.startsWith(`${tag} `) || first.startsWith(`${tag}>`))
}

const isText = (head: Buffer) => {
  if (utf16In(head)) return true
  let controls = 0
  for (const byte of head) {
    if (byte === 0) return false
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++
  }
  return controls <= head.length * 0.01
}

/** The actual kind of a file whose name says otherwise: one in failures.ts, or its `name`, such as `PNG`. */
type Kind = { kind: 'archive' | 'binary' | 'office' | 'program' | 'text' } | { kind: 'known'; name: string }

const mismatch = (kind: Kind, expected: DocumentType | undefined, extension: string) =>
  expected === undefined
    ? failure('unsupported_type', kind)
    : failure('type_mismatch', { ...kind, extension: extension === '' ? 'none' : extension })

/** Whether a file with this name may be readable. */
export const mayBeRead = (name: string) => BY_EXTENSION.has(extensionOf(name))

/** Whether a file with this name has readable text; of a service's many images, few have any. */
export const hasTextByName = (name: string) =>
  mayBeRead(name) && BY_EXTENSION.get(extensionOf(name)) !== 'image'

/** Whether the end of a name is the extension of a file that can be read. */
export const hasExtension = (name: string) => extensionOf(name) !== '' && mayBeRead(name)

/** A file's name with an extension of its type: that of `sent`, if it is one, else its own or the usual one. */
export const namedAs = (name: string, type: DocumentType, sent = name) => {
  const fits = (extension: string) => DOCUMENT_EXTENSIONS[type].includes(extension)
  const own = extensionOf(name)
  const extension = [extensionOf(sent), own].find(fits) ?? DOCUMENT_EXTENSIONS[type][0]
  if (extension === own) return name
  return `${hasExtension(name) ? name.slice(0, -own.length - 1) : name}.${extension}`
}

/** Detects a file's type by its content; the name only distinguishes kinds of text. Throws an IngestionFailure. */
export const sniff = async (name: string, head: Buffer, tail: Buffer): Promise<DocumentType> => {
  if (head.length === 0) throw failure('empty_file')
  const extension = extensionOf(name)
  const expected = BY_EXTENSION.get(extension)
  if (head.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  if (head.subarray(0, 8).equals(OLD_OFFICE)) {
    throw OFFICE.test(extension)
      ? failure('legacy_office')
      : mismatch({ kind: 'office' }, expected, extension)
  }
  if (PROGRAMS.some((magic) => head.subarray(0, magic.length).equals(magic)) && !isText(head))
    throw mismatch({ kind: 'program' }, expected, extension)
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') {
    const found = ARCHIVES.find(([, entry]) => head.includes(entry) || tail.includes(entry))
    if (found) return found[0]
    throw ARCHIVES.some(([type]) => type === expected)
      ? failure('damaged_file')
      : mismatch({ kind: 'archive' }, expected, extension)
  }
  if (!isText(head)) {
    if (expected === 'image' && TIFF.some((magic) => head.subarray(0, magic.length).equals(magic)))
      return 'image'
    const { fileTypeFromBuffer } = await import('file-type')
    const known = await fileTypeFromBuffer(head.subarray(0, MAGIC_BYTES))
    if (expected === 'image' && IMAGES.has(known?.mime ?? '')) return 'image'
    throw mismatch(
      known ? { kind: 'known', name: known.ext.toUpperCase() } : { kind: 'binary' },
      expected,
      extension,
    )
  }
  if (NO_TEXT.has(expected)) throw mismatch({ kind: 'text' }, expected, extension)
  if (expected === undefined) throw failure('unsupported_type', { kind: 'extension', name: extension })
  if (startsAsHtml(head)) return 'html'
  return expected
}
