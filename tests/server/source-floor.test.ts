import type { IncomingMessage, ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documents as rows } from '../../server/kernel/db/schema/index.ts'
import type { Document } from '../../src/services/contract/documents.ts'
import type { Notification } from '../../src/services/contract/notifications.ts'
import type { NewWebSource, Source } from '../../src/services/contract/sources.ts'
import { mailsTo } from '../harness/mails.ts'
import { startNameServer } from '../harness/name-server.ts'
import { closedAfterwards, serveOrganization } from '../harness/serve.ts'
import { startSite } from '../harness/site.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const text = (body: string) => `<!doctype html><title>Shop</title>${body}`
const send =
  (body: string, headers = {}): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(text(body))

/** What a site answers on a bad day, for each page; those that would remove much are held. */
const LOSSES: Record<string, Answer | 'robots'> = {
  '404 for every page': (_, response) => response.writeHead(404).end(),
  'Disallow: / in robots.txt': 'robots',
  'every page redirects to the log-in': (request, response) =>
    request.url === '/login'
      ? send('<p>Log in</p>')(request, response)
      : response.writeHead(302, { location: '/login' }).end(),
  'every page redirects to another host': (request, response) =>
    response.writeHead(302, { location: `http://login.test:${request.socket.localPort}/` }).end(),
  'a maintenance page with 200': send('<p>We are working on the shop.</p>'),
  'an empty app shell with 200': send('<div id="app"></div><script src="/app.js"></script>'),
  'noindex on every page': (request, response) =>
    send(`<p>Staging ${request.url}</p>`, { 'x-robots-tag': 'noindex' })(request, response),
}

describe('[knowledge C1] the bad day of a web site', async () => {
  let source: Source
  const usual = { status: 200, text: 'User-agent: *\nDisallow: /private/\n' }

  const names = closedAfterwards(await startNameServer())
  const site = closedAfterwards(await startSite('127.0.0.2'))
  const web = { allowedNetworks: ['127.0.0.1/32'], ports: [site.port], nameServers: [names.address] }
  const { server, person: ann, ann: client, organizationId } = await serveOrganization({ web })
  const base = (await client.knowledgeBase(organizationId)).id
  beforeEach(async () => {
    site.state.robots = usual
    const wanted: NewWebSource = {
      kind: 'site',
      url: `http://site.test:${site.port}`,
      include: ['/pages/', '/$'],
      exclude: ['/slow', '/huge', '/busy'],
      depth: 2,
      pages_max: 5,
      mail_on_failure: true,
    }
    source = (await client.call('POST', `/api/v1/knowledge-bases/${base}/sources`, wanted)).body
    source = await settled()
    await client.settled(base)
  })
  afterEach(async () => {
    Object.assign(site.state, { removed: [], badDay: null })
    await client.call('DELETE', `/api/v1/sources/${source.id}`)
    for (const { id } of await bell()) await client.call('DELETE', `/api/v1/notifications/${id}`)
  })

  const settled = () => client.sourceRead(base, source.id)
  const read = async () => {
    await client.call('POST', `/api/v1/sources/${source.id}/read`)
    return settled()
  }
  const decide = (action: string) =>
    client.call('POST', `/api/v1/sources/${source.id}/missing-pages`, { action })
  const bell = async (): Promise<Notification[]> =>
    (await client.call('GET', '/api/v1/notifications')).body.filter(
      ({ type }: Notification) => type === 'source_failure',
    )
  const shown = async () =>
    (await client.documents(base))
      .map(({ id, url, version, enabled }) => ({ id, url, version, enabled }))
      .sort((one, other) => one.id.localeCompare(other.id))
  const documentAt = async (path: string): Promise<Document> =>
    (await client.documents(base)).find(({ url }) => url?.endsWith(path))!
  const begin = (day: Answer | 'robots') => {
    if (day === 'robots') site.state.robots = { status: 200, text: 'User-agent: *\nDisallow: /\n' }
    else site.state.badDay = day
  }

  it.each(Object.entries(LOSSES))('keeps everything, notifies and asks: %s', async (_, day) => {
    const before = await shown()
    expect(before).toHaveLength(5)
    begin(day)
    const lost = await read()
    expect(lost).toMatchObject({
      status: 'failed',
      pages: 5,
      error: { code: 'pages_missing' },
      report: { added: 0, changed: 0, removed: 0 },
    })
    expect(lost.missing).toBeGreaterThanOrEqual(4)
    expect(await shown()).toEqual(before)
    expect(await bell()).toMatchObject([{ link: `/knowledge-bases/${base}` }])
    // Announced once, however often it is read.
    await read()
    expect(await bell()).toHaveLength(1)

    Object.assign(site.state, { badDay: null, robots: usual })
    expect(await read()).toMatchObject({ status: 'ready', missing: 0, report: { unchanged: 5 } })
    expect(await shown()).toEqual(before)
  })

  it('holds a reading that misses a third of the pages, or the first one', async () => {
    site.state.removed = [2, 3]
    expect(await read()).toMatchObject({ status: 'failed', missing: 2, pages: 5 })
    site.state.removed = []
    expect(await read()).toMatchObject({ status: 'ready', missing: 0 })
    site.state.removed = [1]
    expect(await read()).toMatchObject({ status: 'failed', missing: 1, pages: 5 })
  })

  it('keeps everything and notifies when the site refuses to answer', async () => {
    begin((_, response) => response.writeHead(401).end())
    expect(await read()).toMatchObject({ status: 'failed', missing: 0, pages: 5 })
    expect(await shown()).toHaveLength(5)
    expect(await bell()).toHaveLength(1)
    const mails = await mailsTo(server, ann.user.email)
    expect(mails.some(({ subject }) => subject.includes('could not be read'))).toBe(true)
  })

  it('brings removed pages back under the same ids, with all that people did to them', async () => {
    const two = await documentAt('/pages/2')
    const three = await documentAt('/pages/3')
    await client.call('PATCH', `/api/v1/documents/${three.id}`, { enabled: false })
    const { passages } = (await client.call('GET', `/api/v1/documents/${two.id}/passages`)).body
    await client.call('PATCH', `/api/v1/passages/${passages[0].id}`, { content: 'Corrected by hand.' })
    await client.call('POST', `/api/v1/knowledge-bases/${base}/golden-questions`, {
      question: 'What is on page two?',
      expected: [{ document_id: two.id }],
    })
    const golden = async () =>
      (await client.call('GET', `/api/v1/knowledge-bases/${base}/golden-questions`)).body[0].expected[0]
    const before = await shown()

    begin((_, response) => response.writeHead(404).end())
    await read()
    expect((await decide('remove')).status).toBe(200)
    expect(await settled()).toMatchObject({ pages: 0, missing: 0 })
    expect(await client.documents(base)).toEqual([])
    expect((await client.call('GET', `/api/v1/documents/${two.id}`)).status).toBe(404)
    expect((await client.call('GET', `/api/v1/knowledge-bases/${base}`)).body.document_count ?? 0).toBe(0)
    expect((await golden()).is_gone).toBe(true)
    expect((await decide('remove')).status).toBe(409)

    site.state.badDay = null
    expect(await read()).toMatchObject({ status: 'ready', pages: 5 })
    expect(await shown()).toEqual(before)
    expect((await golden()).is_gone).toBe(false)
    const after = (await client.call('GET', `/api/v1/documents/${two.id}/passages`)).body
    expect(after.passages[0]).toMatchObject({ id: passages[0].id, content: 'Corrected by hand.' })
  })

  it('does not ask again about pages that somebody keeps', async () => {
    site.state.removed = [2, 3]
    await read()
    expect((await decide('keep')).body).toMatchObject({ status: 'ready', missing: 0, pages: 5 })
    expect(await read()).toMatchObject({ status: 'ready', missing: 0, report: { removed: 0 } })
    expect(await documentAt('/pages/2')).toBeDefined()
    expect(await documentAt('/pages/3')).toBeDefined()
  })

  it('deletes hidden documents for good after 30 days', async () => {
    const { id } = await documentAt('/pages/2')
    site.state.removed = [2]
    expect(await read()).toMatchObject({ status: 'ready', report: { removed: 1 } })
    const { db } = server.context
    const held = () => db.select().from(rows).where(eq(rows.id, id))
    await server.sweep()
    expect(await held()).toHaveLength(1)
    await db
      .update(rows)
      .set({ removedAt: new Date(Date.now() - 31 * 24 * 3_600_000) })
      .where(eq(rows.id, id))
    await server.sweep()
    expect(await held()).toEqual([])
  })
})
