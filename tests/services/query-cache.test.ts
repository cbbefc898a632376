import { QueryObserver } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../src/services/clock.ts'
import { HttpError, NetworkError } from '../../src/services/http/errors.ts'
import { createQueryCache } from '../../src/services/query-cache.ts'
import { reloadAfterSleep } from '../../src/services/wake.ts'

const MINUTE = 60_000
const KEY = ['org', 'o1', 'knowledgeBases', {}]

describe('the response cache', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function asking(answer: () => unknown = () => 'one') {
    const cache = createQueryCache()
    let asked = 0
    const queryFn = async () => {
      asked += 1
      return answer()
    }
    return {
      cache,
      asked: () => asked,
      fetch: () => cache.fetchQuery({ queryKey: KEY, queryFn }),
      /** As a screen does. */
      show: () => new QueryObserver(cache, { queryKey: KEY, queryFn }).subscribe(() => {}),
    }
  }

  it('[S9.3] answers for five minutes without asking again', async () => {
    const { fetch, asked } = asking()
    await fetch()
    vi.advanceTimersByTime(5 * MINUTE - 1)
    await fetch()
    expect(asked()).toBe(1)
    vi.advanceTimersByTime(1)
    await fetch()
    expect(asked()).toBe(2)
  })

  it('[S9.3] [S9.4] is swept of what nothing has shown for ten minutes', async () => {
    const { cache, show } = asking()
    const leave = show()
    await vi.advanceTimersByTimeAsync(20 * MINUTE)
    expect(cache.getQueryData(KEY)).toBe('one')
    leave()
    vi.advanceTimersByTime(10 * MINUTE - 1)
    expect(cache.getQueryData(KEY)).toBe('one')
    vi.advanceTimersByTime(1)
    expect(cache.getQueryData(KEY)).toBeUndefined()
  })

  it('[S9.4] tries a failure twice more and a refusal never', async () => {
    const broken = asking(() => {
      throw new NetworkError('reset')
    })
    broken.show()
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(broken.asked()).toBe(3)
    const refused = asking(() => {
      throw new HttpError({ status: 403, body: {}, retryAfter: null })
    })
    refused.show()
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(refused.asked()).toBe(1)
  })

  it('[A13] reads again what is shown when the tab has slept, and not at every tick', async () => {
    const { cache, asked, show } = asking()
    let now = 0
    let tick = () => {}
    const clock: Pick<Clock, 'now' | 'onTick'> = {
      now: () => now,
      onTick: (listener) => {
        tick = listener
        return () => {}
      },
    }
    reloadAfterSleep(clock, cache)
    show()
    await vi.advanceTimersByTimeAsync(0)
    for (let minute = 1; minute <= 30; minute += 1) {
      now = minute * MINUTE
      tick()
    }
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toBe(1)
    now += 8 * 60 * MINUTE
    tick()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked()).toBe(2)
  })
})
