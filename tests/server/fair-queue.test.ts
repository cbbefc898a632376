import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { startFairQueue } from '../../server/kernel/jobs/fair-queue.ts'

describe('the queue', () => {
  let end = async () => {}
  afterEach(() => end())

  /** Jobs by group; each runs until it is finished by the test. Those of a held group cannot be claimed. */
  const start = (
    jobs: Record<string, number>,
    places: number,
    { held = '', ...more }: { held?: string; pollEvery?: number; long?: { after: number; max: number } } = {},
  ) => {
    const begun: string[] = []
    const asked: string[] = []
    const finish = new Map<string, () => void>()
    let isAway = false
    const running = startFairQueue({
      places,
      groups: async () => {
        if (isAway) throw new Error('the database is away')
        return Object.keys(jobs).filter((group) => jobs[group]! > 0)
      },
      claim: async (group) => {
        asked.push(group)
        await setImmediate()
        return group !== held && jobs[group]!-- > 0 ? `${group}${jobs[group]! + 1}` : null
      },
      work: (job) =>
        new Promise((resolve) => {
          begun.push(job)
          finish.set(job, resolve)
        }),
      log: pino({ level: 'silent' }),
      pollEvery: 20,
      ...more,
    })
    const finishOldest = () => {
      const [[job, done] = ['', () => {}]] = finish
      finish.delete(job)
      done()
    }
    const finishAll = () => {
      while (finish.size > 0) finishOldest()
    }
    end = () => running.stop(async () => finishAll())
    return {
      begun,
      asked,
      finishOldest,
      add: (group: string, count: number) => {
        jobs[group] = (jobs[group] ?? 0) + count
        running.notify()
      },
      setAway: (away: boolean) => {
        isAway = away
        running.notify()
      },
      stop: end,
    }
  }
  const groupsOf = (jobs: string[]) => jobs.map((job) => job[0])

  it('takes groups in turns, however many jobs one has', async () => {
    const { begun, finishOldest } = start({ a: 500, b: 2, c: 1 }, 1)
    await expect.poll(() => begun).toHaveLength(1)
    for (let n = 2; n <= 6; n++) {
      finishOldest()
      await expect.poll(() => begun).toHaveLength(n)
    }
    expect(groupsOf(begun)).toEqual(['a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('reserves a slot for other organizations and assigns it when one arrives', async () => {
    const { begun, add } = start({ a: 500 }, 3)
    await expect.poll(() => begun).toHaveLength(2)
    add('b', 1)
    await expect.poll(() => begun).toHaveLength(3)
    expect(groupsOf(begun)).toEqual(['a', 'a', 'b'])
  })

  it('asks a group whose jobs cannot be claimed once in each look, and gives others their turn', async () => {
    const { begun, asked, add } = start({ a: 2, b: 1 }, 3, { held: 'a', pollEvery: 3_600_000 })
    await expect.poll(() => begun).toEqual(['b1'])
    add('c', 1)
    await expect.poll(() => begun).toEqual(['b1', 'c1'])
    expect(asked).toEqual(['a', 'b', 'a', 'c'])
  })

  it('gives the places of long jobs to other groups, but not of too many', async () => {
    const jobs = { a: 1, b: 1, c: 1, d: 1, e: 1 }
    const { begun, finishOldest } = start(jobs, 2, { long: { after: 100, max: 2 } })
    await expect.poll(() => groupsOf(begun)).toEqual(['a', 'b', 'c', 'd'])
    await wait(300)
    expect(begun).toHaveLength(4)
    finishOldest()
    await expect.poll(() => begun).toHaveLength(5)
  })

  it('goes on when the database is back', async () => {
    const { begun, setAway, add } = start({}, 2)
    setAway(true)
    add('a', 1)
    setAway(false)
    await expect.poll(() => begun).toHaveLength(1)
  })

  it('finishes running work on shutdown and starts none', async () => {
    const { begun, stop, add } = start({ a: 3, b: 3 }, 2)
    await expect.poll(() => begun).toHaveLength(2)
    await stop()
    add('c', 1)
    expect(begun).toHaveLength(2)
  })
})
