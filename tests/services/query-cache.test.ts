import { focusManager, onlineManager, QueryObserver } from '@tanstack/query-core'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createQueryCache, reloadAfterSleep } from '../../src/services/cache/query-cache.ts'
import { NetworkError } from '../../src/services/http/errors.ts'

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

describe('an answer that was asked for before something changed', () => {
  /** A query whose answers come when the test says so. */
  function openSlow({ isShown }: { isShown: boolean }) {
    const cache = createQueryCache()
    const answers: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
    const options = {
      queryKey: ['org', '1', 'x'],
      queryFn: () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
    }
    onTestFinished(() => cache.clear())
    if (isShown) onTestFinished(new QueryObserver(cache, options).subscribe(() => {}))
    else void cache.fetchQuery(options).catch(() => undefined)
    const come = async (reading: number, answer: string) => {
      answers[reading]?.resolve(answer)
      await vi.advanceTimersByTimeAsync(0)
    }
    const state = () => cache.getQueryState(['org', '1', 'x'])
    return { cache, answers, come, state }
  }

  it('is asked for again where it is shown: the first answer as well as every other', async () => {
    const { cache, answers, come, state } = openSlow({ isShown: true })
    for (let n = 0; n < 5; n++) void cache.invalidateQueries({ queryKey: ['org'] })
    await come(0, 'old')
    expect(answers).toHaveLength(2)
    await come(1, 'new')
    expect(state()).toMatchObject({ data: 'new', isInvalidated: false, fetchStatus: 'idle' })
    void cache.invalidateQueries({ queryKey: ['org'] })
    void cache.invalidateQueries({ queryKey: ['org'] })
    await come(3, 'newest')
    expect(answers).toHaveLength(4)
    expect(state()).toMatchObject({ data: 'newest', isInvalidated: false, fetchStatus: 'idle' })
  })

  it('waits as old for the next look when it is not shown', async () => {
    const { cache, answers, come, state } = openSlow({ isShown: false })
    void cache.invalidateQueries({ queryKey: ['org'] })
    await come(0, 'old')
    expect(answers).toHaveLength(1)
    expect(state()).toMatchObject({ data: 'old', isInvalidated: true, fetchStatus: 'idle' })
  })

  it('is asked for again also when what is shown was not to be read at once', async () => {
    const { cache, answers, come, state } = openSlow({ isShown: true })
    await come(0, 'known')
    void cache.invalidateQueries({ queryKey: ['org'] })
    void cache.invalidateQueries({ queryKey: ['org'], refetchType: 'none' })
    await come(1, 'old')
    await come(2, 'new')
    expect(answers).toHaveLength(3)
    expect(state()).toMatchObject({ data: 'new', isInvalidated: false, fetchStatus: 'idle' })
  })

  it('is no reason to ask again when there is none', async () => {
    const { cache, answers, state } = openSlow({ isShown: true })
    void cache.invalidateQueries({ queryKey: ['org'] })
    answers[0]?.reject(new NetworkError('reset'))
    await vi.advanceTimersByTimeAsync(0)
    expect(answers).toHaveLength(1)
    expect(state()).toMatchObject({ status: 'error', fetchStatus: 'idle' })
  })
})
