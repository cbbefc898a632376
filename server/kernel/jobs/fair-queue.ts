import type { FastifyBaseLogger } from 'fastify'

const POLL_EVERY = 2_000 // ms; this process starts its own jobs at once

type Parts<Job> = {
  /** Jobs that run at the same time. */
  places: number
  /** Those of one group; by default all places but one. */
  perGroup?: number
  /** Jobs that run for longer than `after` (ms) leave their places to others, up to `max` of them. */
  long?: { after: number; max: number }
  pollEvery?: number
  /** Groups with waiting jobs, the longest waiting first. */
  groups: () => Promise<string[]>
  /** Claims a group's next job exclusively; null if none is left. */
  claim: (group: string) => Promise<Job | null>
  work: (job: Job, group: string) => Promise<void>
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Runs jobs stored in the database, in fair turns: among groups with waiting jobs, the one whose last turn is
 * longest ago is next, however many jobs another has.
 */
export const startFairQueue = <Job>({
  places,
  perGroup = Math.max(1, places - 1),
  long = { after: 0, max: 0 },
  pollEvery = POLL_EVERY,
  groups,
  claim,
  work,
  log,
}: Parts<Job>) => {
  const running = new Map<Promise<void>, { group: string; since: number }>()
  const lastTurns = new Map<string, number>()
  let turns = 0
  let stopped = false
  let looking: Promise<void> | null = null
  let lookAgain = false

  const runningOf = (group: string) => [...running.values()].filter((one) => one.group === group).length
  const taken = () => {
    const longUntil = Date.now() - long.after
    const longOnes = [...running.values()].filter(({ since }) => since <= longUntil).length
    return running.size - Math.min(longOnes, long.max)
  }

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
    running.set(run, { group, since: Date.now() })
  }

  const fill = async () => {
    /** Their jobs cannot be claimed now: the next look asks again. */
    const empty = new Set<string>()
    while (!stopped && taken() < places) {
      const group = (await nextGroups()).find((one) => !empty.has(one))
      if (group === undefined) return
      const job = await claim(group)
      if (job) start(job, group)
      else empty.add(group)
    }
  }

  const lookUntilDone = async () => {
    try {
      do {
        lookAgain = false
        await fill()
      } while (lookAgain && !stopped)
    } catch (error) {
      // The database is unreachable: the next poll tries again.
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
    /** Announces a new job. */
    notify: look,
    /** Starts no more jobs; the caller ends running ones through `cut`. */
    async stop(cut: () => Promise<unknown>) {
      stopped = true
      clearInterval(poll)
      await looking
      await cut()
      await Promise.all(running.keys())
    },
  }
}
