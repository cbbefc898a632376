import { readFile } from 'node:fs/promises'
import type { DocumentType } from '../../../src/services/contract/documents.ts'
import type { PassageSettings } from '../../../src/services/contract/knowledge-bases.ts'
import { failure, IngestionFailure } from '../../kernel/texts/reasons.ts'
import { decodeText } from './decode.ts'
import type { Extracted } from './extracted.ts'
import { NO_PROGRESS, type Progress } from './extracted.ts'
import { countWords, type PassageDraft, split } from './split.ts'

export type ParsedDocument = { title: string; words: number; passages: PassageDraft[] }

/** Readers are loaded on first use: together they are large. */
const extract = async (
  type: DocumentType,
  bytes: Buffer,
  name: string,
  progress: Progress,
): Promise<Extracted> => {
  switch (type) {
    case 'pdf':
      return (await import('./readers/pdf.ts')).readPdf(new Uint8Array(bytes), name, progress)
    case 'docx':
      return (await import('./readers/docx.ts')).readDocx(bytes, name)
    case 'xlsx':
      return (await import('./readers/xlsx.ts')).readXlsx(bytes, name)
    case 'pptx':
      return (await import('./readers/pptx.ts')).readPptx(bytes, name, progress)
    case 'epub':
      return (await import('./readers/epub.ts')).readEpub(bytes, name, progress)
    case 'html':
      return (await import('./readers/html.ts')).readHtml(decodeText(bytes, true), name)
    case 'md':
      return (await import('./readers/markdown.ts')).readMarkdown(decodeText(bytes), name)
    case 'csv':
      return (await import('./readers/csv.ts')).readCsv(decodeText(bytes), name)
    case 'json':
      return (await import('./readers/json.ts')).readJson(decodeText(bytes), name)
    case 'image':
      return (await import('./readers/image.ts')).readImage(bytes, name, progress)
    case 'txt':
      return (await import('./readers/plain.ts')).readPlainText(decodeText(bytes), name)
  }
}

/** Reads a stored file into passages. Throws an IngestionFailure for faults of the file. */
export const readDocument = async (
  path: string,
  type: DocumentType,
  name: string,
  progress: Progress = NO_PROGRESS,
  settings?: PassageSettings,
): Promise<ParsedDocument> => {
  const bytes = await readFile(path).catch(() => {
    throw failure('missing_file')
  })
  try {
    const extracted = await extract(type, bytes, name, progress)
    const passages = split(extracted, settings)
    if (passages.length === 0) throw failure('no_text')
    return { title: extracted.title, words: countWords(extracted.text), passages }
  } catch (error) {
    if (error instanceof IngestionFailure) throw error
    // Or the reader is faulty: its frames show that to the operator.
    throw failure('damaged_file', undefined, { cause: error })
  }
}
