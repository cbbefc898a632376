import { describe, expect, it } from 'vitest'
import type { KnownItem } from '../../../server/kernel/db/schema/index.ts'
import { type FetchFailure, fetchFailure } from '../../../server/kernel/fetching/fetch-failure.ts'
import { createConnectorReader } from '../../../server/knowledge/connectors/connector-reader.ts'
import type { SourceEvent } from '../../../server/knowledge/sources/reader.types.ts'

const addressOf = (key: string) => `https://service.example/${key}`
const KEYS = ['a', 'b', 'c', 'd', 'e', 'f']
const knownAs = (key: string): [string, KnownItem] => [
  key,
  { title: key, contentType: 'text/html', etag: '1', lastModified: null, contentHash: '1' },
]
const gone = knownAs('gone')
const away = () => fetchFailure('service_away', { status: 500 })
const invalid = () => fetchFailure('changed_shape', { status: 400 })

/**
 * Reads six items that fail so many times in the given way, or (-1) always but the first time: what happened to each,
 * and the pauses.
 */
const readFailing = async (
  failing: Record<string, number>,
  failure: () => FetchFailure,
  what: 'content' | 'readers' = 'content',
  known: [string, KnownItem][] = [gone],
  keys = KEYS,
) => {
  const pauses: number[] = []
  const times = new Map(Object.entries(failing))
  const ask = (key: string) => {
    const left = times.get(key) ?? 0
    if (left < 0) times.set(key, Number.POSITIVE_INFINITY)
    if (left > 0) {
      times.set(key, left - 1)
      throw failure()
    }
  }
  const reader = createConnectorReader(
    () => ({
      choices: async function* () {},
      async *items() {
        for (const key of keys) yield { key, url: addressOf(key), title: key, mark: '1', modifiedAt: null }
      },
      async read({ key }) {
        if (what === 'content') ask(key)
        return { html: `<p>${key}</p>` }
      },
      async readers({ key }) {
        if (what === 'readers') ask(key)
        return { people: [`${key}@example.test`] }
      },
    }),
    [],
    { follows: true, waitFor: async (ms) => pauses.push(ms) },
  )
  const happened: string[] = []
  try {
    for await (const event of reader(new Map(known), new AbortController().signal))
      if (event.kind === 'page')
        happened.push(`${event.readers ? 'page' : 'page without readers'} ${event.key}`)
      else if (event.kind === 'skipped') happened.push(`skipped ${event.url.slice(-1)}`)
      else if (event.kind === 'gone') happened.push(`gone ${event.key}`)
  } catch (error) {
    happened.push((error as FetchFailure).reason.code)
  }
  return { happened, pauses }
}

describe.each([
  ['500', away],
  ['400', invalid],
  ['no answer in time', () => fetchFailure('too_slow')],
])('an item that fails with %s', (_, failure) => {
  it('is requested once more after a pause', async () => {
    const { happened, pauses } = await readFailing({ b: 1 }, failure)
    expect(happened).toEqual([...KEYS.map((key) => `page ${key}`), 'gone gone'])
    expect(pauses).toEqual([5_000])
  })

  it('is left out if that does not help, and keeps no other one out', async () => {
    const failing = { a: 2, b: 2, c: 2, d: 2, f: 2 }
    const { happened } = await readFailing(failing, failure)
    const skipped = ['skipped a', 'skipped b', 'skipped c', 'skipped d']
    expect(happened).toEqual([...skipped, 'page e', 'skipped f', 'gone gone'])
  })

  it('keeps its readers if these cannot be read', async () => {
    const { happened } = await readFailing({ b: 2 }, failure, 'readers')
    expect(happened).toContain('page without readers b')
    expect(happened).toContain('gone gone')
  })

  it.each(['content', 'readers'] as const)('ends the reading with the fifth in a row (%s)', async (what) => {
    const failing = Object.fromEntries(KEYS.map((key) => [key, 2]))
    const { happened } = await readFailing(failing, failure, what)
    expect(happened.at(-1)).toBe(failure().reason.code)
    expect(happened).toHaveLength(5)
  })

  it('does not end the reading if others can be read, before it or unchanged', async () => {
    const failing = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, 2]))
    const skipped = ['b', 'c', 'd', 'e', 'f'].map((key) => `skipped ${key}`)
    const { happened } = await readFailing(failing('b', 'c', 'd', 'e', 'f'), failure)
    expect(happened).toEqual(['page a', ...skipped, 'gone gone'])
    const next = await readFailing(failing('b', 'c', 'd', 'e', 'f'), failure, 'content', [knownAs('a'), gone])
    expect(next.happened).toEqual(['page a', ...skipped, 'gone gone'])
    const away = await readFailing(failing(...KEYS), failure, 'content', [knownAs('a'), gone])
    expect(away.happened).toEqual(['page a', ...skipped.slice(0, 4), failure().reason.code])
    const wentDown = await readFailing({ ...failing(...KEYS), a: -1 }, failure)
    expect(wentDown.happened).toEqual(['page a', ...skipped.slice(0, 4), failure().reason.code])
  })

  it('does not end the reading by the readers of unchanged items', async () => {
    const failing = Object.fromEntries(KEYS.map((key) => [key, 2]))
    const { happened } = await readFailing(failing, failure, 'readers', [...KEYS.map(knownAs), gone])
    expect(happened).toEqual([...KEYS.map((key) => `page without readers ${key}`), 'gone gone'])
  })

  it('ends the reading if there is no other one', async () => {
    const failing = Object.fromEntries(KEYS.map((key) => [key, 2]))
    const { happened } = await readFailing(failing, failure, 'content', [gone], ['a', 'b'])
    expect(happened).toEqual(['skipped a', failure().reason.code])
  })
})

it.each([
  ['a refused token', () => fetchFailure('token_refused', { status: 401 })],
  ['a busy service', () => fetchFailure('service_busy', { status: 403, retryAfter: 60_000 })],
])('%s ends the reading at once', async (_, failure) => {
  const { happened, pauses } = await readFailing({ b: 1 }, failure)
  expect(happened).toEqual(['page a', failure().reason.code])
  expect(pauses).toEqual([])
})

it.each([5_000, 5_010])(
  'a source of %i known items compares readers of all, and leaves out new ones',
  async (count) => {
    const keys = Array.from({ length: count }, (_, n) => `known-${n}`)
    const reader = createConnectorReader(
      () => ({
        choices: async function* () {},
        async *items() {
          for (const key of ['new', ...keys])
            yield { key, url: addressOf(key), title: key, mark: '1', modifiedAt: null }
        },
        read: async () => null,
        readers: async ({ key }) => ({ people: [`${key}@example.test`] }),
      }),
      [],
      { follows: true },
    )
    const events: SourceEvent[] = []
    for await (const event of reader(new Map(keys.map(knownAs)), new AbortController().signal))
      events.push(event)
    const read = events.flatMap((event) => (event.kind === 'page' ? [[event.key, event.readers]] : []))
    expect(read).toEqual(keys.map((key) => [key, { people: [`${key}@example.test`] }]))
    const others = events.filter(({ kind }) => kind !== 'page' && kind !== 'listed')
    expect(others).toEqual([{ kind: 'skipped', url: addressOf('new'), reason: 'limit' }])
  },
)
