import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { FetchFailure } from '../../../server/kernel/fetching/fetch-failure.ts'
import { bucket } from '../../../server/knowledge/connectors/bucket/bucket.ts'
import { createConnectorReader } from '../../../server/knowledge/connectors/connector-reader.ts'
import { github } from '../../../server/knowledge/connectors/github/github.ts'
import { createServiceApi } from '../../../server/knowledge/connectors/service-api.ts'
import { HELD_MAX, watchLoop } from '../../harness/measurements.ts'
import { serviceHttp } from './test-service.ts'

const FIRST = 'https://service.example/list'
const Page = z.object({ next: z.optional(z.string()) })
const SHA = 'a'.repeat(40)
const { signal } = new AbortController()

const all = async <Item>(items: AsyncIterable<Item>) => {
  const read: Item[] = []
  for await (const item of items) read.push(item)
  return read
}

/** Walks a list whose pages name the next by this rule, and says how many pages were asked for. */
const walk = async (next: (asked: number) => string | undefined) => {
  let asked = 0
  const fetch = async () => Response.json({ next: next(++asked) })
  const http = serviceHttp({ fetch })
  const api = createServiceApi(http, new URL(FIRST).origin)
  const pages = api.list(FIRST, Page, z.unknown(), ({ next }) => ({ results: [], next }))
  const failure = await all(pages).then(
    () => null,
    (error: FetchFailure) => error.reason.code,
  )
  return { asked, failure }
}

/** The choices of a store that answers with this list. */
const choicesOf = (list: string) => {
  const xml = `<ListBucketResult>${list}</ListBucketResult>`
  const http = serviceHttp({ fetch: async () => new Response(xml) })
  const settings = { url: 'https://store.example', region: 'x', bucket: 'b', prefix: '' }
  return all(bucket.connect({ ...settings, access_key: 'k', secret_key: 's' }, http).choices())
}
const WHOLE = '<IsTruncated>false</IsTruncated>'
const CHANGED = { reason: { code: 'changed_shape' } }

describe('a list of a service', () => {
  it('is read to its end', async () => {
    const pages = await walk((asked) => (asked < 3 ? `${FIRST}?page=${asked}` : undefined))
    expect(pages).toEqual({ asked: 3, failure: null })
  })

  it('is given up when it comes back to where it was, leads elsewhere, or never ends', async () => {
    expect(await walk(() => FIRST)).toEqual({ asked: 1, failure: 'changed_shape' })
    const elsewhere = await walk(() => 'https://elsewhere.example/list')
    expect(elsewhere).toEqual({ asked: 1, failure: 'changed_shape' })
    const endless = await walk((asked) => `${FIRST}?page=${asked}`)
    expect(endless).toEqual({ asked: 1_000, failure: 'changed_shape' })
  })

  it('of a store is not read at one go when it is larger than a list can be', async () => {
    const entry = '<Contents><Key>a</Key><ETag>e</ETag><Size>1</Size></Contents>'
    await expect(choicesOf(`${WHOLE}${entry.repeat(10)}`)).resolves.toHaveLength(1)
    await expect(choicesOf(`${WHOLE}${entry.repeat(40_000)}`)).rejects.toMatchObject(CHANGED)
  })

  it('of a store has not ended when it says that there is more, and not where', async () => {
    await expect(choicesOf('<IsTruncated>true</IsTruncated>')).rejects.toMatchObject(CHANGED)
  })

  it('[issue 35.9] is refused unread when it has more values than a page of a list, in however few bytes', async () => {
    const List = z.array(z.object({ id: z.string() }))
    const answered = (text: string) => {
      return serviceHttp({ fetch: async () => new Response(text) }).json(FIRST, List, {})
    }
    const commas = JSON.stringify([{ id: `\\"${','.repeat(200_000)}` }])
    await expect(answered(commas)).resolves.toHaveLength(1)
    const watch = watchLoop()
    for (const value of ['0', '[]', '{}'])
      await expect(answered(`[${Array(1_000_000).fill(value).join(',')}]`)).rejects.toMatchObject({
        reason: { code: 'page_too_large' },
      })
    expect(watch.end()).toBeLessThan(HELD_MAX)
  })

  it('[issue 35.9] of files is read folder by folder where all of them are more than is parsed at one go', async () => {
    const answers: Record<string, unknown> = {
      '/repos/a/b': { default_branch: 'main', has_issues: false },
      '/repos/a/b/git/trees/main': { truncated: false, tree: [{ path: 'c', type: 'tree', sha: SHA }] },
      [`/repos/a/b/git/trees/${SHA}?recursive=1`]: {
        truncated: false,
        tree: [{ path: 'd.md', type: 'blob', sha: SHA }],
      },
    }
    const many = `{"truncated":false,"tree":[${Array(700_000).fill('[]').join(',')}]}`
    const fetch = async (address: string) => {
      const { pathname, search } = new URL(address)
      const answer = answers[pathname.replace('/api/v3', '') + search]
      return answer ? Response.json(answer) : new Response(many)
    }
    const http = serviceHttp({ fetch: fetch as typeof globalThis.fetch })
    const watch = watchLoop()
    const items = await all(github.connect({ url: 'https://git.example', token: 't' }, http).items(['a/b']))
    expect(watch.end()).toBeLessThan(HELD_MAX)
    expect(items.map(({ title }) => title)).toEqual(['c/d.md'])
  })

  it('is given up when it holds more than memory should', async () => {
    let listed = 0
    const reader = createConnectorReader(
      () => ({
        choices: async function* () {},
        async *items() {
          for (;;) {
            const key = String(listed++)
            yield { key, url: `${FIRST}/${key}`, title: key, mark: '1', modifiedAt: null }
          }
        },
        read: async () => null,
        readers: null,
      }),
      [],
    )
    await expect(all(reader(new Map(), signal))).rejects.toMatchObject({
      reason: { code: 'too_many_items' },
    })
    expect(listed).toBe(50_001)
  })
})
