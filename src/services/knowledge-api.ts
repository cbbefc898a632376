import { Document, DocumentList, DocumentText, UploadResults } from './contract/documents.ts'
import { KnowledgeBase, KnowledgeBaseList, type NewKnowledgeBase } from './contract/knowledge-bases.ts'
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
  removeDocument: (documentId: string) =>
    http.json(Anything, `/api/v1/documents/${documentId}`, { method: 'DELETE' }),
  text: (documentId: string, signal: AbortSignal) =>
    http.json(DocumentText, `/api/v1/documents/${documentId}/passages`, { signal }),
})

export type KnowledgeApi = ReturnType<typeof createKnowledgeApi>
