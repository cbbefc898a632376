import type { FastifyBaseLogger } from 'fastify'

const POLL_EVERY = 2_000 // ms; what this process enqueues itself is taken up at once

type Parts<Job> = {
  /** Jobs that are worked on at the same time. */
  places: number
  /** Those of one group; all but one of the places where nothing is said. */
  perGroup?: number
  pollEvery?: number
  /** The groups that have jobs waiting, the one that has waited longest first. */
  groups: () => Promise<string[]>
  /** Takes the next job of a group, so that nobody else takes it; null when there is none left. */
  claim: (group: string) => Promise<Job | null>
  work: (job: Job, group: string) => Promise<void>
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Works on jobs that the database holds, in fair turns: of the groups with jobs waiting, the one whose last
 * turn is the longest ago is next, however many jobs another has.
 */
export const startFairQueue = <Job>({
  places,
  perGroup = Math.max(1, places - 1),
  pollEvery = POLL_EVERY,
  groups,
  claim,
  work,
  log,
}: Parts<Job>) => {
  const running = new Map<Promise<void>, string>()
  const lastTurns = new Map<string, number>()
  let turns = 0
  let stopped = false
  let looking: Promise<void> | null = null
  let lookAgain = false

  const runningOf = (group: string) => [...running.values()].filter((one) => one === group).length

  const nextGroups = async () => {
    const waiting = await groups()
    for (const group of lastTurns.keys())
      if (!waiting.includes(group) && runningOf(group) === 0) lastTurns.delete(group)
    return waiting
      .filter((group) => runningOf(group) < perGroup)
      .sort((one, other) => (lastTurns.get(one) ?? 0) - (lastTurns.get(other) ?? 0))
  }

  const start = (job: Job, group: string) => {
    lastTurns.set(group, ++turns)
    const run = work(job, group)
      .catch((error: unknown) => log.error({ err: error }, 'a job failed'))
      .finally(() => {
        running.delete(run)
        look()
      })
    running.set(run, group)
  }

  const fill = async () => {
    while (!stopped && running.size < places) {
      const [group] = await nextGroups()
      if (group === undefined) return
      const job = await claim(group)
      if (job) start(job, group)
    }
  }

  const lookUntilDone = async () => {
    try {
      do {
        lookAgain = false
        await fill()
      } while (lookAgain && !stopped)
    } catch (error) {
      // The database is away: the next poll looks again.
      log.error({ err: error }, 'the job queue could not be read')
    } finally {
      looking = null
    }
  }

  const look = () => {
    if (stopped) return
    lookAgain = true
    looking ??= lookUntilDone()
  }

  const poll = setInterval(look, pollEvery)
  look()

  return {
    /** Says that a job was added. */
    notify: look,
    /** Lets no new job begin; those under way are the caller's to end, by `cut`. */
    async stop(cut: () => Promise<unknown>) {
      stopped = true
      clearInterval(poll)
      await looking
      await cut()
      await Promise.all(running.keys())
    },
  }
}
