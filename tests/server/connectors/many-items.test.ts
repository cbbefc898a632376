import { expect, it } from 'vitest'
import type { KnownItem } from '../../../server/kernel/db/schema/index.ts'
import { createConnectorReader } from '../../../server/knowledge/connectors/connector-reader.ts'
import type { SourceEvent } from '../../../server/knowledge/sources/reader.types.ts'

const addressOf = (key: string) => `https://service.example/${key}`
const knownItem = (key: string): [string, KnownItem] => [
  key,
  { title: key, contentType: 'text/html', etag: '1', lastModified: null, contentHash: key },
]

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
    for await (const event of reader(new Map(keys.map(knownItem)), new AbortController().signal))
      events.push(event)
    const read = events.flatMap((event) => (event.kind === 'page' ? [[event.key, event.readers]] : []))
    expect(read).toEqual(keys.map((key) => [key, { people: [`${key}@example.test`] }]))
    const others = events.filter(({ kind }) => kind !== 'page' && kind !== 'listed')
    expect(others).toEqual([{ kind: 'skipped', url: addressOf('new'), reason: 'limit' }])
  },
)
