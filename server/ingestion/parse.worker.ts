import { parentPort } from 'node:worker_threads'
import type { IngestionError } from '../../src/services/contract/documents.ts'
import { IngestionFailure } from './failure.ts'
import { type ParsedDocument, readDocument } from './read.ts'
import type { DocumentType } from './sniff.ts'

export type ParseRequest = { path: string; type: DocumentType; name: string }
export type ParseReply =
  | { kind: 'page'; done: number; total: number }
  | { kind: 'parsed'; document: ParsedDocument }
  | { kind: 'failed'; reason: IngestionError }

const reply = (message: ParseReply) => parentPort?.postMessage(message)

parentPort?.on('message', async ({ path, type, name }: ParseRequest) => {
  try {
    const document = await readDocument(path, type, name, (done, total) =>
      reply({ kind: 'page', done, total }),
    )
    reply({ kind: 'parsed', document })
  } catch (error) {
    if (!(error instanceof IngestionFailure)) throw error
    reply({ kind: 'failed', reason: error.reason })
  }
})
