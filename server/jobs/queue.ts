import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import PgBoss from 'pg-boss'

const QUEUE = 'ingestion'
/** One large document must not hold up the small ones behind it. */
const WORKERS = 3
const POLL_EVERY = 2 // s; what this process sends itself is taken up at once
const EXPIRES_AFTER = 2 * 3600 // s; 20 MiB of plain text take half an hour to embed
const RETRIES = 2
const RETRY_DELAY = 5 // s, doubled each time

export type IngestionJob = { documentId: string; isLastTry: boolean }

/**
 * Durable jobs in the application's own database, by its own pool. A handler that throws is tried again;
 * a job whose process died is taken up by another when its lease ends.
 */
export const startQueue = async (
  pool: pg.Pool,
  log: FastifyBaseLogger,
  ingest: (job: IngestionJob) => Promise<void>,
) => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    archiveCompletedAfterSeconds: 3600,
    deleteAfterDays: 1,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'))
  await boss.start()
  // `short`: a document waits in the queue once, however often it is sent.
  await boss.createQueue(QUEUE, {
    name: QUEUE,
    policy: 'short',
    retryLimit: RETRIES,
    retryDelay: RETRY_DELAY,
    retryBackoff: true,
    expireInSeconds: EXPIRES_AFTER,
  })
  const workers = await Promise.all(
    Array.from({ length: WORKERS }, () =>
      boss.work<{ documentId: string }>(
        QUEUE,
        { batchSize: 1, pollingIntervalSeconds: POLL_EVERY, includeMetadata: true },
        async ([job]) => {
          if (job) await ingest({ ...job.data, isLastTry: job.retryCount >= job.retryLimit })
        },
      ),
    ),
  )
  return {
    async send(documentIds: string[]) {
      for (const documentId of documentIds)
        await boss.send(QUEUE, { documentId }, { singletonKey: documentId })
      for (const worker of workers) boss.notifyWorker(worker)
    },
    /** Lets no new job begin; the caller ends those that run. */
    stop: () => boss.stop({ graceful: false, close: false, wait: true }),
  }
}
