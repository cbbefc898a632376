import type { FastifyBaseLogger } from 'fastify'
import type { Document } from '../../src/services/contract/documents.ts'
import { failure, IngestionFailure } from '../ingestion/failure.ts'
import type { Parser } from '../ingestion/parser.ts'
import type { ParsedDocument } from '../ingestion/read.ts'
import type { IngestionJob } from '../jobs/queue.ts'
import { type Embedder, embeddedText } from '../retrieval/embedder.ts'
import { toBytes } from '../retrieval/vectors.ts'
import type { DocumentRow, DocumentsRepository } from './documents.repository.ts'
import type { Files } from './files.ts'
import type { TellAboutDocument } from './news.ts'

const BATCH = 16
const PROGRESS_EVERY = 400 // ms
const BEAT_EVERY = 5_000 // ms
/** Work not heard of for this long has lost its process. */
export const LEASE = 20_000 // ms

type Parts = {
  documents: DocumentsRepository
  files: Files
  parser: Parser
  embedder: Embedder
  tell: TellAboutDocument
  log: FastifyBaseLogger
}

/** The document was deleted while it was worked on. */
class Gone extends Error {}

/** Takes a waiting document to ready, or to failed with its reason; our own faults are thrown to be tried again. */
export const createIngest = ({ documents, files, parser, embedder, tell, log }: Parts) => {
  const stage = async (id: string, status: Document['status'], progress: DocumentRow['progress'] = null) => {
    const row = await documents.update(id, { status, progress })
    if (!row) throw new Gone()
    tell('document_progress', row)
  }

  /** Tells of progress now and then, and one at a time. */
  const reporter = (id: string, status: Document['status'], unit: 'pages' | 'passages') => {
    let last = 0
    let writing: Promise<unknown> = Promise.resolve()
    return {
      report(done: number, total: number) {
        if (Date.now() - last < PROGRESS_EVERY) return
        last = Date.now()
        writing = writing.then(() => stage(id, status, { done, total, unit }))
        writing.catch(() => {})
      },
      settled: () => writing,
    }
  }

  const read = async (row: DocumentRow) => {
    const pages = reporter(row.id, 'parsing', 'pages')
    const parsed = await parser.parse(
      { path: files.pathOf(row.id), type: row.type, name: row.name },
      pages.report,
    )
    await pages.settled()
    return parsed
  }

  const index = async ({ id, knowledgeBaseId }: DocumentRow, { title, passages }: ParsedDocument) => {
    const total = passages.length
    await stage(id, 'indexing', { done: 0, total, unit: 'passages' })
    const progress = reporter(id, 'indexing', 'passages')
    for (let at = 0; at < total; at += BATCH) {
      const batch = passages.slice(at, at + BATCH)
      const texts = batch.map(({ headingPath, content }) => embeddedText(title, headingPath, content))
      const vectors = await embedder.embed(texts, 'inTurn')
      await documents.insertPassages(
        batch.map((passage, offset) => ({
          ...passage,
          documentId: id,
          knowledgeBaseId,
          title,
          headings: passage.headingPath.join('\n'),
          embedding: vectors[offset] ? toBytes(vectors[offset]) : null,
        })),
      )
      progress.report(Math.min(at + BATCH, total), total)
      await progress.settled()
    }
  }

  const work = async (row: DocumentRow) => {
    tell('document_progress', row)
    await documents.deletePassages(row.id)
    const parsed = await read(row)
    await stage(row.id, 'chunking', {
      done: parsed.passages.length,
      total: parsed.passages.length,
      unit: 'passages',
    })
    await index(row, parsed)
    const done = await documents.finish(row.id, parsed.passages.length, parsed.words)
    if (done) tell('document_ready', done)
  }

  const fail = async (id: string, error: IngestionFailure) => {
    await documents.deletePassages(id)
    const row = await documents.fail(id, error.reason)
    if (row) tell('document_failed', row)
  }

  let closing = false
  const running = new Set<Promise<void>>()

  const ingest = async ({ documentId, isLastTry }: IngestionJob) => {
    if (closing) return
    const row = await documents.claim(documentId)
    if (!row) return
    const beat = setInterval(() => {
      documents
        .beat(documentId)
        .catch((error: unknown) => log.warn({ err: error }, 'a lease was not renewed'))
    }, BEAT_EVERY)
    try {
      await work(row)
    } catch (error) {
      if (error instanceof Gone || !(await documents.find(documentId))) return
      if (error instanceof IngestionFailure) return await fail(documentId, error)
      // What was cut short by our own end is no fault: it waits for the next start.
      if (closing) return void (await documents.update(documentId, { status: 'queued', progress: null }))
      log.error({ err: error, documentId }, 'a document could not be ingested')
      if (isLastTry) return await fail(documentId, failure('interrupted'))
      await documents.update(documentId, { status: 'queued', progress: null })
      throw error
    } finally {
      clearInterval(beat)
    }
  }

  return {
    ingest: (job: IngestionJob) => {
      const work = ingest(job).finally(() => running.delete(work))
      running.add(work)
      return work
    },
    /** Puts back what is under way; `cut` ends the parts that it works with. */
    async close(cut: () => Promise<unknown>) {
      closing = true
      await cut()
      await Promise.allSettled(running)
    },
  }
}
