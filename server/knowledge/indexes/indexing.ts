import type { Context } from '../../context.ts'
import { startFairQueue } from '../../kernel/jobs/fair-queue.ts'
import type { PassagesRepository } from '../documents/passages.repository.ts'
import { LEASE } from './build.ts'
import type { IndexReadingsRepository } from './index-readings.repository.ts'
import type { IndexWorkRepository } from './index-work.repository.ts'
import type { IndexRow } from './indexes.types.ts'

/** Indexes built at the same time, each one document per turn; an organization has one of these places. */
const TOGETHER = 2

type Parts = {
  work: IndexWorkRepository
  readings: Pick<IndexReadingsRepository, 'remains' | 'forget'>
  passages: PassagesRepository
  build: (index: IndexRow, organizationId: string) => Promise<void>
  /** Whether the server is closing: no more turns begin. */
  isClosing: () => boolean
}

/** Builds waiting indexes, in fair turns beside the ingestion, and takes over those left by other processes. */
export const startIndexing = async (
  { database, log }: Context,
  { work, readings, passages, build, isClosing }: Parts,
) => {
  // The embedded database has one process: existing turns belonged to an earlier one, which is gone.
  if (database.kind === 'embedded') await work.release()
  const queue = startFairQueue({
    places: TOGETHER,
    groups: async () => (isClosing() ? [] : work.waitingOrganizations()),
    claim: (organizationId) => work.claim(organizationId, new Date(Date.now() + LEASE)),
    work: build,
    log,
  })
  return {
    /** Announces a waiting index. */
    notify: queue.notify,

    /** Removes the passages of abandoned indexes. */
    async sweep() {
      for (let some = await readings.remains(); some.length > 0; some = await readings.remains())
        for (const { indexId, documentId, reading } of some) {
          if (reading !== null) await passages.deleteReading(documentId, reading)
          await readings.forget(indexId, documentId)
        }
    },

    /** The readers and the embedder have already been closed, and with them the work that waits for them. */
    close: () => queue.stop(async () => {}),
  }
}
