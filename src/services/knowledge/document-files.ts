import type { UploadResult } from '../contract/documents.ts'
import { documents } from '../contract/operations/documents.ts'
import type { Http } from '../http/client.ts'

const formOf = (field: 'file' | 'files', files: readonly File[]) => {
  const form = new FormData()
  for (const file of files) form.append(field, file, file.name)
  return form
}

/** One result per file, in the order sent. `onProgress` gets 0 to 1 of the bytes. */
export const sendFiles = async (
  http: Http,
  knowledgeBaseId: string,
  files: readonly File[],
  options: { onProgress?: (progress: number) => void; signal: AbortSignal },
): Promise<UploadResult[]> =>
  (await http.upload(documents.upload, { id: knowledgeBaseId }, formOf('files', files), options)).results

export const replaceFile = (http: Http, id: string, file: File) =>
  http.upload(documents.replace, { id }, formOf('file', [file]))

/** Previews a file of questions, or imports it. */
export const importFaq = (
  http: Http,
  knowledgeBaseId: string,
  file: File,
  how: { preview: boolean; approved: boolean },
  signal?: AbortSignal,
) => http.upload(documents.importFaq, { id: knowledgeBaseId }, formOf('file', [file]), { query: how, signal })
