import { DOCUMENTS_CHANGED_MAX } from '../contract/documents.ts'

/** Changes any number of documents, although a request names only so many: one request after the other. */
export async function inParts(ids: readonly string[], change: (ids: string[]) => Promise<unknown>) {
  let sent = 0
  do {
    await change(ids.slice(sent, sent + DOCUMENTS_CHANGED_MAX))
    sent += DOCUMENTS_CHANGED_MAX
  } while (sent < ids.length)
}
