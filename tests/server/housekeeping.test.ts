import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHousekeeping } from '../../server/kernel/housekeeping.ts'

const MINUTE = 60_000

describe('what is done every hour', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** The processes of one database, which knows when each chore was done. */
  const database = () => {
    const doneAt = new Map<string, number>()
    return {
      takesTurn: async (name: string, every: number) => {
        const isDue = Date.now() - (doneAt.get(name) ?? Number.NEGATIVE_INFINITY) > every
        if (isDue) doneAt.set(name, Date.now())
        return isDue
      },
    }
  }
  const start = (processes = database()) => {
    const shared = vi.fn<() => Promise<void>>(async () => {})
    const own = vi.fn<() => Promise<void>>(async () => {})
    const log = pino({ enabled: false })
    const housekeeping = createHousekeeping({ log, processes, shared: [shared], own: [own] })
    housekeeping.start()
    return { shared, own, ...housekeeping }
  }

  it('is done at most once an hour by servers that never run for an hour', async () => {
    const processes = database()
    const done: number[] = []
    for (let life = 0; life < 12; life++) {
      const { shared, own, stop } = start(processes)
      await vi.advanceTimersByTimeAsync(30 * MINUTE)
      stop()
      done.push(shared.mock.calls.length)
      expect(own).toHaveBeenCalledTimes(1)
    }
    expect(done).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0])
  })

  it('is done every hour by a server that keeps running, and no longer once it stops', async () => {
    const { shared, own, stop } = start()
    await vi.advanceTimersByTimeAsync(10 * 60 * MINUTE)
    stop()
    await vi.advanceTimersByTimeAsync(10 * 60 * MINUTE)
    expect(shared).toHaveBeenCalledTimes(10)
    expect(own).toHaveBeenCalledTimes(10)
  })
})
