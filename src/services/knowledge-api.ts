import {
  Document,
  type DocumentFilter,
  DocumentList,
  DocumentPage,
  type DocumentPatch,
  type DocumentsChange,
  DocumentsChanged,
  DocumentText,
  DocumentVersions,
  type FaqPair,
  KnownContentsResult,
  Passage,
  type PassageFilter,
  PassagePage,
  type PassagePatch,
  type TypedText,
  UploadResults,
} from './contract/documents.ts'
import { FaqImport } from './contract/faq-import.ts'
import { KnowledgeIndex, KnowledgeIndexes, type NewKnowledgeIndex } from './contract/indexes.ts'
import {
  KnowledgeBase,
  KnowledgeBaseList,
  type KnowledgeBasePatch,
  type NewKnowledgeBase,
} from './contract/knowledge-bases.ts'
import {
  type MissingPages,
  type NewSource,
  Source,
  SourceList,
  type SourcePatch,
  SourcePreview,
} from './contract/sources.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

/** Knowledge bases and the documents in them. */
export const createKnowledgeApi = (http: Http) => ({
  list: (organizationId: string, signal: AbortSignal) =>
    http.json(KnowledgeBaseList, `/api/v1/organizations/${organizationId}/knowledge-bases`, { signal }),
  get: (id: string, signal: AbortSignal) =>
    http.json(KnowledgeBase, `/api/v1/knowledge-bases/${id}`, { signal }),
  create: (organizationId: string, knowledgeBase: NewKnowledgeBase, idempotencyKey: string) =>
    http.json(KnowledgeBase, `/api/v1/organizations/${organizationId}/knowledge-bases`, {
      method: 'POST',
      body: knowledgeBase,
      idempotencyKey,
    }),
  remove: (id: string) => http.json(Anything, `/api/v1/knowledge-bases/${id}`, { method: 'DELETE' }),

  documents: (knowledgeBaseId: string, signal: AbortSignal) =>
    http.json(DocumentList, `/api/v1/knowledge-bases/${knowledgeBaseId}/documents`, { signal }),
  documentPage: (knowledgeBaseId: string, filter: DocumentFilter, offset: number, signal: AbortSignal) =>
    http.json(DocumentPage, `/api/v1/knowledge-bases/${knowledgeBaseId}/documents/search`, {
      query: { ...filter, offset },
      signal,
    }),
  /** One result a file, in the order sent. `onProgress` gets 0 to 1 of the bytes. */
  upload: async (
    knowledgeBaseId: string,
    files: readonly File[],
    onProgress: (progress: number) => void,
    signal: AbortSignal,
  ) => {
    const form = new FormData()
    for (const file of files) form.append('files', file, file.name)
    const path = `/api/v1/knowledge-bases/${knowledgeBaseId}/documents`
    return (await http.upload(UploadResults, path, form, { onProgress, signal })).results
  },
  retry: (documentId: string) =>
    http.json(Document, `/api/v1/documents/${documentId}/retry`, { method: 'POST' }),
  /** The document as it is read, or, as long as that is kept, as it was when it held the passage. */
  text: (documentId: string, passageId: string | null, signal: AbortSignal) =>
    http.json(DocumentText, `/api/v1/documents/${documentId}/passages`, {
      query: { passage: passageId },
      signal,
    }),

  passages: (knowledgeBaseId: string, filter: PassageFilter, offset: number, signal: AbortSignal) =>
    http.json(PassagePage, `/api/v1/knowledge-bases/${knowledgeBaseId}/passages`, {
      query: { ...filter, offset },
      signal,
    }),
  indexes: (knowledgeBaseId: string, signal: AbortSignal) =>
    http.json(KnowledgeIndexes, `/api/v1/knowledge-bases/${knowledgeBaseId}/indexes`, { signal }),
  createIndex: (knowledgeBaseId: string, body: NewKnowledgeIndex, idempotencyKey: string) =>
    http.json(KnowledgeIndex, `/api/v1/knowledge-bases/${knowledgeBaseId}/indexes`, {
      method: 'POST',
      body,
      idempotencyKey,
    }),
  decideIndex: (id: string, decision: 'cancel' | 'publish' | 'discard') =>
    http.json(KnowledgeIndex, `/api/v1/indexes/${id}/${decision}`, { method: 'POST' }),

  change: (id: string, changes: KnowledgeBasePatch) =>
    http.json(KnowledgeBase, `/api/v1/knowledge-bases/${id}`, { method: 'PATCH', body: changes }),
  changeDocument: (id: string, changes: DocumentPatch) =>
    http.json(Document, `/api/v1/documents/${id}`, { method: 'PATCH', body: changes }),
  cancel: (id: string) => http.json(Document, `/api/v1/documents/${id}/cancel`, { method: 'POST' }),
  changeDocuments: (knowledgeBaseId: string, change: DocumentsChange) =>
    http.json(DocumentsChanged, `/api/v1/knowledge-bases/${knowledgeBaseId}/documents/change`, {
      method: 'POST',
      body: change,
    }),
  /** Which of these contents (SHA-256) the base holds already, and the documents of these names. */
  known: (knowledgeBaseId: string, hashes: string[], names: string[], signal: AbortSignal) =>
    http.json(KnownContentsResult, `/api/v1/knowledge-bases/${knowledgeBaseId}/documents/known`, {
      method: 'POST',
      body: { hashes, names },
      signal,
    }),

  addText: (knowledgeBaseId: string, text: TypedText, idempotencyKey: string) =>
    http.json(Document, `/api/v1/knowledge-bases/${knowledgeBaseId}/texts`, {
      method: 'POST',
      body: text,
      idempotencyKey,
    }),
  changeText: (id: string, text: TypedText) =>
    http.json(Document, `/api/v1/documents/${id}/text`, { method: 'PUT', body: text }),
  addFaq: (knowledgeBaseId: string, pair: FaqPair, idempotencyKey: string) =>
    http.json(Document, `/api/v1/knowledge-bases/${knowledgeBaseId}/faq`, {
      method: 'POST',
      body: pair,
      idempotencyKey,
    }),
  /** Tells what a file of questions holds, or keeps it. */
  importFaq: (
    knowledgeBaseId: string,
    file: File,
    how: { preview: boolean; approved: boolean },
    signal?: AbortSignal,
  ) => {
    const form = new FormData()
    form.append('file', file, file.name)
    const query = new URLSearchParams({ preview: String(how.preview), approved: String(how.approved) })
    return http.upload(FaqImport, `/api/v1/knowledge-bases/${knowledgeBaseId}/faq/import?${query}`, form, {
      signal,
    })
  },
  changeFaq: (id: string, pair: FaqPair) =>
    http.json(Document, `/api/v1/documents/${id}/faq`, { method: 'PUT', body: pair }),
  /** The content of a document as it was sent, of the latest version or an older one. */
  file: (id: string, version?: number) => http.file(`/api/v1/documents/${id}/file`, { query: { version } }),
  replace: (id: string, file: File) => {
    const form = new FormData()
    form.append('file', file, file.name)
    return http.upload(Document, `/api/v1/documents/${id}/file`, form, { method: 'PUT' })
  },
  versions: (id: string, signal: AbortSignal) =>
    http.json(DocumentVersions, `/api/v1/documents/${id}/versions`, { signal }),
  restore: (id: string, version: number) =>
    http.json(Document, `/api/v1/documents/${id}/versions/${version}/restore`, { method: 'POST' }),
  sources: (knowledgeBaseId: string, signal: AbortSignal) =>
    http.json(SourceList, `/api/v1/knowledge-bases/${knowledgeBaseId}/sources`, { signal }),
  addSource: (knowledgeBaseId: string, source: NewSource, idempotencyKey: string) =>
    http.json(Source, `/api/v1/knowledge-bases/${knowledgeBaseId}/sources`, {
      method: 'POST',
      body: source,
      idempotencyKey,
    }),
  previewSource: (knowledgeBaseId: string, source: NewSource, signal: AbortSignal) =>
    http.json(SourcePreview, `/api/v1/knowledge-bases/${knowledgeBaseId}/sources/preview`, {
      method: 'POST',
      body: source,
      signal,
    }),
  changeSource: (id: string, changes: SourcePatch) =>
    http.json(Source, `/api/v1/sources/${id}`, { method: 'PATCH', body: changes }),
  readSource: (id: string) => http.json(Source, `/api/v1/sources/${id}/read`, { method: 'POST' }),
  cancelSource: (id: string) => http.json(Source, `/api/v1/sources/${id}/cancel`, { method: 'POST' }),
  decideMissing: (id: string, action: MissingPages['action']) =>
    http.json(Source, `/api/v1/sources/${id}/missing-pages`, { method: 'POST', body: { action } }),
  removeSource: (id: string) => http.json(Anything, `/api/v1/sources/${id}`, { method: 'DELETE' }),
  changePassage: (id: string, changes: PassagePatch) =>
    http.json(Passage, `/api/v1/passages/${id}`, { method: 'PATCH', body: changes }),
})

export type KnowledgeApi = ReturnType<typeof createKnowledgeApi>
