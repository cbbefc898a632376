import type { Context } from '../../context.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { startFairQueue } from '../../kernel/jobs/fair-queue.ts'
import { createReading } from './read-source.ts'
import type { SourceRow } from './sources.types.ts'

/** Sources read at the same time. */
const TOGETHER = 3
/** A slow site, with long pauses between its pages, does not make others wait longer than this. */
const LONG = { after: 10 * MINUTE, max: 6 } // ms
const BEAT_EVERY = 10_000 // ms
/** A reading silent for this long has lost its process. */
const LEASE = MINUTE

type Parts = Omit<Parameters<typeof createReading>[0], 'log'>

/** Reads due sources in fair turns, and takes over those left by other processes. */
export const startReadings = async ({ config, database, log }: Context, parts: Parts) => {
  const { sources } = parts
  const read = createReading({ ...parts, log })
  const running = new Map<string, { ended: AbortController; settled: Promise<void> }>()
  let closing = false

  const readUntil = async (row: SourceRow, organizationId: string, { signal }: AbortController) => {
    await read(row, organizationId, signal)
    // Interrupted by our shutdown: it waits for the next start.
    if (closing && signal.aborted) await sources.update(row, { status: 'queued' })
  }

  const work = async (row: SourceRow, organizationId: string) => {
    const ended = new AbortController()
    const settled = readUntil(row, organizationId, ended).finally(() => running.delete(row.id))
    running.set(row.id, { ended, settled })
    await settled
  }

  const recover = (silentSince: Date) => sources.recover(silentSince, [...running.keys()])
  // The embedded database has one process: current readings belonged to an earlier one, which is gone.
  await recover(database.kind === 'embedded' ? new Date() : new Date(Date.now() - LEASE))
  const queue = startFairQueue({
    places: TOGETHER,
    long: LONG,
    groups: config.quiet ? async () => [] : sources.waitingOrganizations,
    claim: async (organizationId) => (await sources.claim(organizationId))?.source ?? null,
    work,
    log,
  })
  const beat = setInterval(() => {
    Promise.all([sources.beat([...running.keys()]), recover(new Date(Date.now() - LEASE))]).catch(
      (error: unknown) => log.warn({ err: error }, 'the readings of sources were not looked after'),
    )
  }, BEAT_EVERY)

  return {
    /** Announces a due source. */
    notify: queue.notify,
    /** Ends this process's reading of a source: nothing of it arrives afterwards. */
    async stop(id: string) {
      const reading = running.get(id)
      reading?.ended.abort()
      await reading?.settled.catch(() => {})
    },
    async close() {
      closing = true
      clearInterval(beat)
      await queue.stop(async () => {
        for (const { ended } of running.values()) ended.abort()
      })
    },
  }
}
