import * as z from 'zod/mini'
import { ApiError, Id, Timestamp } from './common.ts'

export const DOCUMENT_TYPES = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'epub',
  'html',
  'md',
  'txt',
  'csv',
  'json',
  'image',
] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]
/** How the names of such files end. */
export const DOCUMENT_EXTENSIONS: Record<DocumentType, readonly string[]> = {
  pdf: ['pdf'],
  docx: ['docx'],
  xlsx: ['xlsx', 'xlsm'],
  pptx: ['pptx', 'pptm'],
  epub: ['epub'],
  html: ['html', 'htm', 'xhtml'],
  md: ['md', 'markdown', 'mdx'],
  txt: ['txt', 'text', 'log'],
  csv: ['csv', 'tsv'],
  json: ['json', 'jsonl', 'ndjson'],
  image: ['png', 'jpg', 'jpeg', 'webp', 'tif', 'tiff'],
}
export const FILE_BYTES_MAX = 20 * 1024 * 1024
export const FILES_PER_REQUEST_MAX = 50

export const DocumentStatus = z.enum(['queued', 'parsing', 'chunking', 'indexing', 'ready', 'failed'])
export type DocumentStatus = z.infer<typeof DocumentStatus>

/** `hint` is the next step for the person who reads it. */
export const IngestionError = z.object({ code: z.string(), message: z.string(), hint: z.string() })
export type IngestionError = z.infer<typeof IngestionError>

export const Document = z.object({
  id: Id,
  knowledge_base_id: Id,
  name: z.string(),
  type: z.enum(DOCUMENT_TYPES),
  size: z.int(),
  status: DocumentStatus,
  progress: z.nullable(z.object({ done: z.int(), total: z.int(), unit: z.enum(['pages', 'passages']) })),
  error: z.nullable(IngestionError),
  attempts: z.int(),
  passage_count: z.int(),
  word_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Document = z.infer<typeof Document>

export const DocumentList = z.array(Document)

/** POST /api/v1/knowledge-bases/{id}/documents, multipart, field `files`: one result a file, in order sent. */
export const UploadResult = z.object({
  name: z.string(),
  document: z.nullable(Document),
  error: z.nullable(ApiError),
})
export type UploadResult = z.infer<typeof UploadResult>
export const UploadResults = z.object({ results: z.array(UploadResult) })

/** One citable piece of a document. Offsets count UTF-16 units in the document's extracted text. */
export const Passage = z.object({
  id: Id,
  document_id: Id,
  position: z.int(),
  heading_path: z.array(z.string()),
  content: z.string(),
  char_start: z.int(),
  char_end: z.int(),
  page: z.nullable(z.int()),
})
export type Passage = z.infer<typeof Passage>

/** GET /api/v1/documents/{id}/passages: the document as it was read, in order. */
export const DocumentText = z.object({ document: Document, passages: z.array(Passage) })
export type DocumentText = z.infer<typeof DocumentText>
