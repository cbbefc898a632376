import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MANIFEST, manifestIn } from '../../server/knowledge/retrieval/index/files.ts'
import type { TokenPair } from '../../src/services/contract/accounts.ts'
import { SearchResults } from '../../src/services/contract/search.ts'
import { type Cluster, startCluster } from '../harness/cluster.ts'
import { type Client, createClient, until } from '../harness/knowledge.ts'
import { signIn } from '../harness/sign-in.ts'

const ANIMALS = ['walrus', 'otter']
const PATIENCE = 30 * 60_000 // ms; a busy machine takes half a minute for a start

/** On one PostgreSQL, with a bucket and a disk each. */
describe.runIf(process.env.TEST_DATABASE_URL)('[39.3] of three processes that share indexes', () => {
  let cluster: Cluster
  let ann: Client
  let token: string
  beforeAll(async () => {
    cluster = await startCluster(3)
    ann = await signIn(cluster.url)
    const form = new URLSearchParams({ username: 'ann@example.test', password: 'correct horse battery' })
    const tokens = await fetch(`${cluster.url}/api/v1/login`, { method: 'POST', body: form })
    token = ((await tokens.json()) as TokenPair).access_token
  })
  afterAll(() => cluster?.close())

  it(
    'two are killed while they store what has changed: all is found, and nothing that was deleted',
    async () => {
      const { body: organization } = await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })
      const { id } = await ann.knowledgeBase(organization.id)
      const assistant = await ann.integration(organization.id, [id])
      const bucket = path.dirname(cluster.store.pathOf(`indexes/${id}/x`))
      const objects = () => (existsSync(bucket) ? readdirSync(bucket) : [])
      const find = async (url: string, query: string): Promise<string[]> => {
        const client = createClient(url, { headers: { authorization: `Bearer ${token}` } })
        const { body } = await client.call('POST', `/api/v1/integrations/${assistant.id}/search`, { query })
        return SearchResults.parse(body).hits.map(({ document_name }) => document_name.replace('.txt', ''))
      }
      const add = async (animal: string) => {
        await ann.upload(id, [{ name: `${animal}.txt`, content: `The ${animal} sleeps in the garden.` }])
        await ann.settled(id)
      }

      await add('zebra')
      for (const animal of ANIMALS) {
        await add(animal)
        const victim = cluster.nodes[0]!
        const before = objects().join()
        // It alone has indexed the newest document, and is the one to store it.
        expect(await find(victim.url, animal)).toContain(animal)
        await until(
          async () => objects().join(),
          (now) => now !== before,
        )
        await cluster.kill(victim)
        await cluster.add()
      }
      for (const { url } of cluster.nodes)
        expect((await find(url, ['zebra', ...ANIMALS].join(' '))).sort()).toEqual(
          ['zebra', ...ANIMALS].sort(),
        )

      const zebra = (await ann.documents(id)).find(({ name }) => name === 'zebra.txt')
      await ann.call('DELETE', `/api/v1/documents/${zebra?.id}`)
      const bytesOf = (name: string) => {
        const file = cluster.store.pathOf(`indexes/${id}/${name}`)
        return existsSync(file) ? readFileSync(file) : null
      }
      /** What a killed process has left to be named by nobody goes within the hour. */
      const text = () =>
        manifestIn(bytesOf(MANIFEST))
          ?.segments.map(({ name }) => bytesOf(name)?.toString('latin1'))
          .join() ?? ''
      await until(
        async () => text(),
        (held) => held.includes('walrus') && !held.includes('zebra'),
      )
      await cluster.add()
      for (const { url } of cluster.nodes) {
        expect(await find(url, 'zebra')).not.toContain('zebra')
        expect((await find(url, ANIMALS.join(' '))).sort()).toEqual([...ANIMALS].sort())
      }
    },
    PATIENCE,
  )
})
