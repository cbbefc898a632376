import { randomUUID } from 'node:crypto'
import { eq, gt, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/open.ts'
import { chores, processes } from '../db/schema/index.ts'

const BEAT_EVERY = 1_000 // ms
/** A process that is silent for this long is gone. */
const LEASE = 4_000 // ms
/** Time since a moment, in ms, by the database's clock; also after that was set back. */
const since = (moment: AnyPgColumn) => sql<number>`abs(extract(epoch from now() - ${moment})::float8) * 1000`
const silence = since(processes.seenAt)

export type Processes = Awaited<ReturnType<typeof registerProcess>>

/** The servers on one database: each reports that it is alive, and removes those that are not. */
export const registerProcess = async ({ db, kind }: Database, log: FastifyBaseLogger) => {
  const id = randomUUID()
  /** The embedded database has one process. */
  const isAlone = kind === 'embedded'
  const listeners: (() => Promise<unknown>)[] = []
  let steadySince = performance.now()
  let beating: Promise<void> | null = null

  const register = () =>
    db
      .insert(processes)
      .values({ id, seenAt: sql`now()` })
      .onConflictDoUpdate({ target: processes.id, set: { seenAt: sql`now()` } })

  const beat = async () => {
    const [own] = await db.select({ silence }).from(processes).where(eq(processes.id, id))
    await register()
    // All processes look silent after an outage, a suspension or a step of the clock: they get time to report.
    if (!own || own.silence > LEASE / 2) steadySince = performance.now()
    if (performance.now() - steadySince < LEASE) return
    await db.delete(processes).where(gt(silence, LEASE))
    for (const listen of listeners) await listen()
  }
  const timer = setInterval(() => {
    beating ??= beat()
      .catch((error: unknown) => log.warn({ err: error }, 'the other processes were not looked after'))
      .finally(() => {
        beating = null
      })
  }, BEAT_EVERY)
  if (isAlone) {
    clearInterval(timer)
    // Any earlier entry is from another process, which is gone.
    await db.delete(processes)
  }
  await register()

  return {
    id,
    isAlone,

    /** `work` runs every second once it is known which processes are gone; it takes over their unfinished work. */
    afterEachLook: (work: () => Promise<unknown>) => void listeners.push(work),

    /** Whether another process could take over this one's work. */
    async hasOthers() {
      const alive = await db.select({ id: processes.id }).from(processes)
      return alive.some((one) => one.id !== id)
    },

    /** Whether this process does a chore: no one has done it within `every` ms. */
    async takesTurn(name: string, every: number) {
      const taken = await db
        .insert(chores)
        .values({ name, doneAt: sql`now()` })
        .onConflictDoUpdate({
          target: chores.name,
          set: { doneAt: sql`now()` },
          setWhere: gt(since(chores.doneAt), every),
        })
        .returning()
      return taken.length > 0
    },

    async close() {
      clearInterval(timer)
      await beating
      await db.delete(processes).where(eq(processes.id, id))
    },
  }
}
