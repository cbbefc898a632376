import * as z from 'zod/mini'
import { PlainValues } from './coded-text.ts'
import { ApiError, exact, Id, list, nonBlank, Timestamp, text, Uuid } from './common.ts'

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
/** File extensions of these types. */
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

/** `ready`, `failed` and `cancelled` are settled; the others follow one another. */
export const DocumentStatus = z.enum([
  'queued',
  'fetching',
  'reading',
  'splitting',
  'embedding',
  'ready',
  'failed',
  'cancelled',
])
export type DocumentStatus = z.infer<typeof DocumentStatus>

/** `hint` is the next step for the person who reads it. */
export const IngestionError = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  values: z.optional(PlainValues),
})
export type IngestionError = z.infer<typeof IngestionError>

/** The origin of a document; `faq` is a question with its answer, approved once it is enabled. */
export const DocumentSource = z.enum(['file', 'page', 'text', 'faq'])
export type DocumentSource = z.infer<typeof DocumentSource>

/**
 * Who can read it in the service whose permissions it follows: the number of people, domains and groups named there.
 * Without `is_told` the service has not said, and no one can read it; if `anyone` can read it there, everyone who can
 * read the knowledge base can read it.
 */
export const Sharing = z.object({
  service: z.string(),
  is_told: z.boolean(),
  anyone: z.boolean(),
  people: z.int(),
  domains: z.int(),
  groups: z.int(),
})
export type Sharing = z.infer<typeof Sharing>

export const Document = z.object({
  id: Id,
  knowledge_base_id: Id,
  name: z.string(),
  source: DocumentSource,
  /** Address of the page. */
  url: z.nullable(z.string()),
  /** Assistants read it. */
  enabled: z.boolean(),
  /** It has its own readers: not everyone who can read the knowledge base can read it. */
  restricted: z._default(z.boolean(), false),
  /** Its readers follow a service; null if people choose them. */
  sharing: z._default(z.nullable(Sharing), null),
  /** Version number of its content, from 1. */
  version: z.int(),
  /** One of its readings is searched: an older one while, or since, a newer one is not ready. */
  is_searchable: z.boolean(),
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

export const DOCUMENTS_PAGE = 50
export const DOCUMENTS_PAGE_MAX = 200
export const DOCUMENT_SEARCH_MAX = 200

/** The states that people distinguish: `working` covers all unsettled ones. */
export const DocumentFilterStatus = z.enum(['ready', 'working', 'failed', 'disabled'])
export type DocumentFilterStatus = z.infer<typeof DocumentFilterStatus>
export const DocumentSort = z.enum(['newest', 'oldest', 'name', 'largest'])
export type DocumentSort = z.infer<typeof DocumentSort>

export const DocumentFilter = z.object({
  /** Part of the name or the address. */
  q: z.optional(text(DOCUMENT_SEARCH_MAX)),
  status: z.optional(DocumentFilterStatus),
  source: z.optional(DocumentSource),
  sort: z._default(DocumentSort, 'newest'),
})
export type DocumentFilter = z.input<typeof DocumentFilter>

/** GET /api/v1/knowledge-bases/{id}/documents: all of them, newest first, for programs. */
export const DocumentList = z.array(Document)

/** The part of a long list that is read; `size` is the usual number of entries. */
const page = (size: number) => ({
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1_000_000)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(DOCUMENTS_PAGE_MAX)), size),
})

/** GET /api/v1/knowledge-bases/{id}/documents/search?… */
export const DocumentQuery = z.extend(DocumentFilter, page(DOCUMENTS_PAGE))
export type DocumentQuery = z.output<typeof DocumentQuery>

/** `total` counts those that match the filter. */
export const DocumentPage = z.object({ items: z.array(Document), total: z.int(), has_more: z.boolean() })
export type DocumentPage = z.infer<typeof DocumentPage>

export const DOCUMENT_NAME_MAX = 200
const documentName = nonBlank(DOCUMENT_NAME_MAX)

/** PATCH /api/v1/documents/{id} */
export const DocumentPatch = z.partial(z.object({ name: documentName, enabled: z.boolean() }))
export type DocumentPatch = z.infer<typeof DocumentPatch>

export const DOCUMENTS_CHANGED_MAX = 500
/** POST /api/v1/knowledge-bases/{id}/documents/change: one action on many documents; deleted ones are skipped. */
export const DocumentsChange = z.object({
  ids: list(Uuid, DOCUMENTS_CHANGED_MAX, 1),
  action: z.enum(['enable', 'disable', 'retry', 'delete']),
})
export type DocumentsChange = z.infer<typeof DocumentsChange>
/** How many of them were changed; the others were in that state already, or are deleted. */
export const DocumentsChanged = z.object({ changed: z.int() })

export const HASHES_MAX = 1_000
const FILE_NAME_MAX = 1_000
/**
 * POST /api/v1/knowledge-bases/{id}/documents/known: which contents (SHA-256, in hexadecimal) and which file names
 * the knowledge base already has.
 */
export const KnownContents = z.object({
  hashes: list(exact(64).check(z.regex(/^[0-9a-f]{64}$/)), HASHES_MAX),
  names: z.optional(list(text(FILE_NAME_MAX), HASHES_MAX)),
})
export const KnownContentsResult = z.object({
  known: z.array(z.string()),
  /** The name under which the knowledge base has each of them. */
  held: z._default(z.array(z.object({ hash: z.string(), name: z.string() })), []),
  /**
   * The document of each name, by the requested name, unless several have it. Documents with one of the requested
   * contents do not count. Absent in responses of older versions.
   */
  named: z.optional(z.array(z.object({ name: z.string(), document_id: Id }))),
})
export type KnownContentsResult = z.infer<typeof KnownContentsResult>

/** GET /api/v1/documents/{id}/versions, newest first. */
export const DocumentVersion = z.object({
  number: z.int(),
  type: z.enum(DOCUMENT_TYPES),
  size: z.int(),
  created_at: Timestamp,
  /** Who uploaded it; null once their account is deleted. */
  created_by: z.nullable(z.string()),
})
export type DocumentVersion = z.infer<typeof DocumentVersion>
export const DocumentVersions = z.array(DocumentVersion)

export const TYPED_TEXT_MAX = 200_000
/** POST /api/v1/knowledge-bases/{id}/texts: typed Markdown. */
export const TypedText = z.object({ name: documentName, text: nonBlank(TYPED_TEXT_MAX) })
export type TypedText = z.infer<typeof TypedText>

/** PUT /api/v1/documents/{id}/text: what is omitted stays as it is. */
export const TextChange = z.partial(TypedText)
export type TextChange = z.infer<typeof TextChange>

export const FAQ_ANSWER_MAX = 10_000
/** POST /api/v1/knowledge-bases/{id}/faq */
export const FaqPair = z.object({
  question: documentName,
  answer: nonBlank(FAQ_ANSWER_MAX),
  /** No assistant reads a draft. */
  approved: z._default(z.boolean(), false),
})
export type FaqPair = z.input<typeof FaqPair>

/** PUT /api/v1/documents/{id}/faq: what is omitted stays as it is. */
export const FaqChange = z.partial(z.extend(FaqPair, { approved: z.boolean() }))
export type FaqChange = z.infer<typeof FaqChange>

/** A pair as a document: the question is its heading, and is searched with the answer. */
export const textOfPair = ({ question, answer }: Pick<FaqPair, 'question' | 'answer'>) =>
  `# ${question}\n\n${answer}\n`
export const answerIn = (text: string) => text.replace(/^# .*\n+/, '').trimEnd()

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
  /** Assistants read it. */
  enabled: z.boolean(),
  /** The original text, if it was edited. */
  original: z.nullable(z.string()),
})
export type Passage = z.infer<typeof Passage>

export const PASSAGE_EDIT_MAX = 4_000
/** PATCH /api/v1/passages/{id}; `content: null` reverts the edit. */
export const PassagePatch = z.partial(
  z.object({ content: z.nullable(nonBlank(PASSAGE_EDIT_MAX)), enabled: z.boolean() }),
)
export type PassagePatch = z.infer<typeof PassagePatch>

/**
 * GET /api/v1/documents/{id}/passages: the document as it was read, in order. With `?passage=`, the reading that
 * this passage belongs to, as long as it is kept.
 */
export const DocumentText = z.object({
  document: Document,
  /** Whether these are the passages that are searched now. */
  is_current: z.boolean(),
  passages: z.array(Passage),
})
export type DocumentText = z.infer<typeof DocumentText>

export const PASSAGES_PAGE = 50

export const PassageFilter = z.object({
  /** Words in its text or headings. */
  q: z.optional(text(DOCUMENT_SEARCH_MAX)),
  document_id: z.optional(Uuid),
  state: z.optional(z.enum(['edited', 'disabled'])),
})
export type PassageFilter = z.infer<typeof PassageFilter>

/** GET /api/v1/knowledge-bases/{id}/passages?…: the searched ones, by document and position. */
export const PassageQuery = z.extend(PassageFilter, page(PASSAGES_PAGE))
export type PassageQuery = z.output<typeof PassageQuery>

/** A passage with its `position` in the document, from 0, and the document's number of passages. */
export const PlacedPassage = z.extend(Passage, { document_name: z.string(), passage_count: z.int() })
export type PlacedPassage = z.infer<typeof PlacedPassage>

export const PassagePage = z.object({
  items: z.array(PlacedPassage),
  total: z.int(),
  has_more: z.boolean(),
})
export type PassagePage = z.infer<typeof PassagePage>
