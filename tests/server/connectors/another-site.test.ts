import { expect, it } from 'vitest'
import { EMAIL, startConfluence, type TestConfluence } from '../../harness/confluence.ts'
import { createClient } from '../../harness/knowledge.ts'
import { startNameServer } from '../../harness/name-server.ts'
import { closedAfterwards, serve } from '../../harness/serve.ts'
import { TOKEN } from '../../harness/service.ts'

const names = closedAfterwards(await startNameServer())
const first = closedAfterwards(await startConfluence('cloud'))
const second = closedAfterwards(await startConfluence('cloud'))
const server = await serve({
  web: { allowedNetworks: ['127.0.0.1/32'], ports: [first.port, second.port], nameServers: [names.address] },
})

const connectionTo = ({ url, choices }: TestConfluence) => ({
  settings: { url, email: EMAIL, token: TOKEN },
  choices: choices.slice(0, 1),
})

it.each([false, true])(
  'reads pages of another site with known numbers and versions: follows readers %s',
  async (follows_readers) => {
    const ann = await server.register()
    const client = createClient(server.url, ann)
    const base = (await client.knowledgeBase((await server.found(ann)).id)).id
    const texts = async () => {
      const found: [string, string][] = []
      for (const { id, name } of await client.settled(base)) {
        const { body } = await client.call('GET', `/api/v1/documents/${id}/passages`)
        found.push([name, body.passages.map(({ content }: { content: string }) => content).join()])
      }
      return found
    }
    for (const [site, age] of [
      [first, 'old'],
      [second, 'new'],
    ] as const) {
      site.clear()
      site.groups.get('everyone')!.add(ann.user.email)
      site.write('1', `The ${age} title`, `<p>This is the ${age} text.</p>`)
    }

    const { body } = await client.call('POST', `/api/v1/knowledge-bases/${base}/sources`, {
      kind: 'connector',
      connector: 'confluence',
      follows_readers,
      ...connectionTo(first),
    })
    await client.sourceRead(base, body.id)
    // A document that follows the service's readers is shown once it has been read.
    await expect.poll(texts).toEqual([['The old title', expect.stringContaining('the old text')]])

    second.refuseToken(true)
    const { status } = await client.call('PATCH', `/api/v1/sources/${body.id}`, {
      connection: connectionTo(second),
    })
    expect(status).toBe(200)
    expect((await client.sourceRead(base, body.id)).error?.code).toBe('token_refused')
    expect((await texts()).map(([title]) => title)).toEqual(follows_readers ? [] : ['The old title'])

    second.refuseToken(false)
    await client.call('POST', `/api/v1/sources/${body.id}/read`)
    expect((await client.sourceRead(base, body.id)).report).toMatchObject({ changed: 1, unchanged: 0 })
    await expect.poll(texts).toEqual([['The new title', expect.stringContaining('the new text')]])
  },
)
