import type { DocumentType } from '../../../src/services/contract/documents.ts'

export const PAGE_TYPES = ['text/html', 'application/xhtml+xml'] as const

const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** The media types of documents, and how the names of such files end. */
const EXTENSIONS: Record<string, string> = {
  'text/html': 'html',
  'application/xhtml+xml': 'xhtml',
  'application/pdf': 'pdf',
  [`${OFFICE}.wordprocessingml.document`]: 'docx',
  [`${OFFICE}.spreadsheetml.sheet`]: 'xlsx',
  [`${OFFICE}.presentationml.presentation`]: 'pptx',
  'application/epub+zip': 'epub',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
} satisfies Record<string, DocumentType | 'xhtml' | 'tsv' | 'ndjson'>

/** Everything that can be read as a document. */
export const DOCUMENT_MEDIA_TYPES: readonly string[] = Object.keys(EXTENSIONS)

const ENDING = /\.[a-z0-9]{1,8}$/i

/** A name for what was fetched, as `manual.pdf` or `about.html`, whose ending tells what the server says that it is. */
export const fileNameOf = (address: string, contentType: string) => {
  const { hostname, pathname } = new URL(address)
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {
    // It stays as it is written.
  }
  const extension = EXTENSIONS[contentType]
  // Plain text is what servers say of whatever they do not know.
  if (extension === undefined || (contentType === 'text/plain' && ENDING.test(name))) return name
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`
}
