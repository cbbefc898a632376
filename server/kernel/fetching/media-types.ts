import type { DocumentType } from '../../../src/services/contract/documents.ts'

export const PAGE_TYPES = ['text/html', 'application/xhtml+xml'] as const

export const isPage = (contentType: string) => (PAGE_TYPES as readonly string[]).includes(contentType)

const OFFICE = 'application/vnd.openxmlformats-officedocument'
/** Media types of documents, and the extensions of their files. */
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

/** All media types that can be read as a document. */
export const DOCUMENT_MEDIA_TYPES: readonly string[] = Object.keys(EXTENSIONS)

const ENDING = /\.[a-z0-9]{1,8}$/i

/** A name for a fetched file, such as `manual.pdf` or `about.html`, with the extension of its media type. */
export const fileNameOf = (address: string, contentType: string) => {
  const { hostname, pathname } = new URL(address)
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {
    // Keeps it as written.
  }
  const extension = EXTENSIONS[contentType]
  // Servers call anything unknown plain text.
  if (extension === undefined || (contentType === 'text/plain' && ENDING.test(name))) return name
  return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`
}
