import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createQueryCache } from '../../src/services/query-cache.ts'

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
