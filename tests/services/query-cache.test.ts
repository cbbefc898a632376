import { focusManager, onlineManager, QueryObserver } from '@tanstack/query-core'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { NetworkError } from '../../src/services/http/errors.ts'
import { createQueryCache } from '../../src/services/query-cache.ts'
import { reloadAfterSleep } from '../../src/services/wake.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

function open() {
  const cache = createQueryCache()
  onTestFinished(() => cache.clear())
  const asked = vi.fn(async () => 'answer')
  return { cache, asked, read: () => cache.fetchQuery({ queryKey: ['org', '1', 'x'], queryFn: asked }) }
}

it('[S9.3] an answer serves for 5 minutes, then the server is asked again', async () => {
  const { read, asked } = open()
  await read()
  vi.advanceTimersByTime(5 * MINUTE - 1)
  await read()
  expect(asked).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await read()
  expect(asked).toHaveBeenCalledTimes(2)
})

it('[S9.3] an answer that nobody looks at is swept after 10 minutes', async () => {
  const { cache, read } = open()
  await read()
  vi.advanceTimersByTime(10 * MINUTE - 1)
  expect(cache.getQueryData(['org', '1', 'x'])).toBe('answer')
  vi.advanceTimersByTime(1)
  expect(cache.getQueryData(['org', '1', 'x'])).toBeUndefined()
})

it('[S9.4] nothing is read again for a look at the page', () => {
  expect(createQueryCache().getDefaultOptions()).toMatchObject({ queries: { refetchOnWindowFocus: false } })
})

it('[S9.4] a failure is known at once, also in a hidden tab and without a network', async () => {
  const { cache } = open()
  const show = (error: Error) => {
    const queryFn = vi.fn(() => Promise.reject(error))
    onTestFinished(new QueryObserver(cache, { queryKey: [error.name], queryFn }).subscribe(() => {}))
    return queryFn
  }
  focusManager.setFocused(false)
  onlineManager.setOnline(false)
  onTestFinished(() => {
    focusManager.setFocused(undefined)
    onlineManager.setOnline(true)
  })
  const broken = show(new NetworkError('reset'))
  await vi.advanceTimersByTimeAsync(0)
  expect(broken).toHaveBeenCalledTimes(1)
  expect(cache.getQueryState(['NetworkError'])).toMatchObject({ status: 'error', fetchStatus: 'idle' })
})

it('[A13] what is shown is read again when the tab has slept, and not at every tick', async () => {
  const { cache, asked } = open()
  let now = 0
  let tick = () => {}
  reloadAfterSleep(
    {
      now: () => now,
      onTick: (listener) => {
        tick = listener
        return () => {}
      },
    },
    cache,
  )
  onTestFinished(new QueryObserver(cache, { queryKey: ['x'], queryFn: asked }).subscribe(() => {}))
  const after = (ms: number) => {
    now += ms
    tick()
    return vi.advanceTimersByTimeAsync(0)
  }
  for (let minute = 0; minute < 30; minute += 1) await after(MINUTE)
  expect(asked).toHaveBeenCalledTimes(1)
  await after(8 * 60 * MINUTE)
  expect(asked).toHaveBeenCalledTimes(2)
})
