import { readFile } from 'node:fs/promises'
import type { DocumentType } from '../../src/services/contract/documents.ts'
import { decodeText } from './decode.ts'
import type { Extracted } from './extracted.ts'
import { failure, IngestionFailure } from './failure.ts'
import { countWords, type PassageDraft, split } from './split.ts'

export type ParsedDocument = { title: string; words: number; passages: PassageDraft[] }

/** A reader is loaded when its first file comes: together they are heavy. */
const extract = async (
  type: DocumentType,
  bytes: Buffer,
  name: string,
  onPage: (done: number, total: number) => void,
): Promise<Extracted> => {
  switch (type) {
    case 'pdf':
      return (await import('./readers/pdf.ts')).readPdf(new Uint8Array(bytes), name, onPage)
    case 'docx':
      return (await import('./readers/docx.ts')).readDocx(bytes, name)
    case 'xlsx':
      return (await import('./readers/xlsx.ts')).readXlsx(bytes, name)
    case 'pptx':
      return (await import('./readers/pptx.ts')).readPptx(bytes, name, onPage)
    case 'epub':
      return (await import('./readers/epub.ts')).readEpub(bytes, name, onPage)
    case 'html':
      return (await import('./readers/html.ts')).readHtml(decodeText(bytes, true), name)
    case 'md':
      return (await import('./readers/markdown.ts')).readMarkdown(decodeText(bytes), name)
    case 'csv':
      return (await import('./readers/csv.ts')).readCsv(decodeText(bytes), name)
    case 'json':
      return (await import('./readers/json.ts')).readJson(decodeText(bytes), name)
    case 'txt':
      return (await import('./readers/plain.ts')).readPlainText(decodeText(bytes), name)
  }
}

/** Reads a stored file into passages. Throws an IngestionFailure for whatever is the file's own fault. */
export const readDocument = async (
  path: string,
  type: DocumentType,
  name: string,
  onPage: (done: number, total: number) => void = () => {},
): Promise<ParsedDocument> => {
  const bytes = await readFile(path).catch(() => {
    throw failure('missing_file')
  })
  try {
    const extracted = await extract(type, bytes, name, onPage)
    const passages = split(extracted)
    if (passages.length === 0) throw failure('no_text')
    return { title: extracted.title, words: countWords(extracted.text), passages }
  } catch (error) {
    if (error instanceof IngestionFailure) throw error
    throw failure('damaged_file')
  }
}
