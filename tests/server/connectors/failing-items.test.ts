import { describe, expect, it } from 'vitest'
import type { KnownItem } from '../../../server/kernel/db/schema/index.ts'
import { type FetchFailure, fetchFailure } from '../../../server/kernel/fetching/fetch-failure.ts'
import { createConnectorReader } from '../../../server/knowledge/connectors/connector-reader.ts'

const addressOf = (key: string) => `https://service.example/${key}`
const KEYS = ['a', 'b', 'c', 'd', 'e', 'f']
const gone: [string, KnownItem] = [
  'gone',
  { title: 'gone', contentType: 'text/html', etag: '1', lastModified: null, contentHash: '1' },
]
const away = () => fetchFailure('service_away', { status: 500 })
const invalid = () => fetchFailure('changed_shape', { status: 400 })

/** Reads six items that fail so many times in the given way: what happened to each, and the pauses. */
const readFailing = async (
  failing: Record<string, number>,
  failure: () => FetchFailure,
  what: 'content' | 'readers' = 'content',
) => {
  const pauses: number[] = []
  const times = new Map(Object.entries(failing))
  const ask = (key: string) => {
    const left = times.get(key) ?? 0
    if (left > 0) {
      times.set(key, left - 1)
      throw failure()
    }
  }
  const reader = createConnectorReader(
    () => ({
      choices: async function* () {},
      async *items() {
        for (const key of KEYS) yield { key, url: addressOf(key), title: key, mark: '1', modifiedAt: null }
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
    for await (const event of reader(new Map([gone]), new AbortController().signal))
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
})

it.each([
  ['a refused token', () => fetchFailure('token_refused', { status: 401 })],
  ['a busy service', () => fetchFailure('service_busy', { status: 403, retryAfter: 60_000 })],
])('%s ends the reading at once', async (_, failure) => {
  const { happened, pauses } = await readFailing({ b: 1 }, failure)
  expect(happened).toEqual(['page a', failure().reason.code])
  expect(pauses).toEqual([])
})
