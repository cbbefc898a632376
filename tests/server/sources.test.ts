import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { sources } from '../../server/kernel/db/schema/index.ts'
import type { Document } from '../../src/services/contract/documents.ts'
import type { NewWebSource, SourcePreview } from '../../src/services/contract/sources.ts'
import { until } from '../harness/knowledge.ts'
import { mailsTo } from '../harness/mails.ts'
import { startNameServer } from '../harness/name-server.ts'
import { closedAfterwards, serveOrganization } from '../harness/serve.ts'
import { startSite } from '../harness/site.ts'

/** These are slow, or refuse: the crawl's own tests are about them. */
const LEFT_OUT = ['/slow', '/huge', '/busy', '/ring', '/into-private', '/leaves', '/film.mp4']

describe('[S7.32] a knowledge base that reads the web', async () => {
  const names = closedAfterwards(await startNameServer())
  const site = closedAfterwards(await startSite('127.0.0.2'))
  const { robots } = site.state
  const origin = `http://site.test:${site.port}`
  const web = { allowedNetworks: ['127.0.0.1/32'], ports: [site.port], nameServers: [names.address] }
  const { server, person: ann, ann: client, organizationId } = await serveOrganization({ web })
  const base = (await client.knowledgeBase(organizationId)).id
  afterEach(async () => {
    for (const { id } of await list()) await client.call('DELETE', `/api/v1/sources/${id}`)
    Object.assign(site.state, { changed: [], removed: [], added: [], isWww: false, held: null, badDay: null })
    site.state.robots = robots
  })

  const list = () => client.sources(base)
  const add = (source: NewWebSource) => client.call('POST', `/api/v1/knowledge-bases/${base}/sources`, source)
  const one = async (id: string) => (await list()).find((source) => source.id === id)!
  const settle = (id: string) =>
    until(
      () => one(id),
      ({ status }) => ['ready', 'failed', 'cancelled'].includes(status),
    )
  const read = async (id: string) => {
    await client.call('POST', `/api/v1/sources/${id}/read`)
    return settle(id)
  }
  const byUrl = async () =>
    new Map(
      (await client.documents(base)).map((document): [string, Document] => [document.url ?? '', document]),
    )
  const wholeSite = (more: Partial<NewWebSource> = {}): NewWebSource => ({
    kind: 'site',
    url: origin,
    depth: 2,
    pages_max: 12,
    exclude: LEFT_OUT,
    ...more,
  })

  it('adds one page as a document that can be searched', async () => {
    const added = await add({ kind: 'page', url: `${origin}/pages/7` })
    expect(added).toMatchObject({ status: 201, body: { refresh: 'never', next_at: null } })
    expect(await settle(added.body.id)).toMatchObject({
      status: 'ready',
      pages: 1,
      report: { added: 1, changed: 0, unchanged: 0, removed: 0 },
    })
    const [document] = await client.settled(base)
    expect(document).toMatchObject({
      name: 'Page 7',
      source: 'page',
      url: `${origin}/pages/7`,
      type: 'html',
      status: 'ready',
    })
  })

  it('[S7.32] says why an address cannot be read', async () => {
    const reasons = [
      ['http://10.0.0.1/', 'port_not_allowed'],
      [`http://inside.test:${site.port}/`, 'private_address'],
      [`http://nowhere.test:${site.port}/`, 'unresolvable'],
    ] as const
    for (const [url, code] of reasons) {
      const added = await add({ kind: 'page', url })
      expect(await settle(added.body.id)).toMatchObject({ status: 'failed', pages: 0, error: { code } })
    }
    for (const url of ['ftp://site.test/', 'nonsense', '']) {
      const refused = await add({ kind: 'page', url })
      expect(refused).toMatchObject({ status: 422, body: { fields: { url: expect.any(String) } } })
    }
  })

  it('reads an address once only', async () => {
    const source: NewWebSource = { kind: 'page', url: `${origin}/pages/9` }
    expect((await add(source)).status).toBe(201)
    const same = [source.url, `${source.url}/`, source.url.replace('//', '//www.'), `${source.url}#part`]
    for (const url of same)
      expect(await add({ ...source, url })).toMatchObject({ status: 409, body: { code: 'known_source' } })
    expect((await add({ ...source, kind: 'site' })).status).toBe(201)
  })

  it('reads a site once whole, and then only what has changed', async () => {
    const { id } = (await add(wholeSite())).body
    expect(await settle(id)).toMatchObject({ status: 'ready', pages: 12, report: { added: 12 } })
    await client.settled(base)
    const before = await byUrl()
    const again = await read(id)
    expect(again.report).toMatchObject({ added: 0, changed: 0, unchanged: 12, removed: 0 })

    const [changed, removed] = ['/pages/2', '/pages/3'].map((path) => `${origin}${path}`) as [string, string]
    Object.assign(site.state, { changed: [2], removed: [3] })
    expect((await read(id)).report).toMatchObject({ changed: 1, removed: 1 })
    await client.settled(base)
    const after = await byUrl()
    expect(after.get(changed)).toMatchObject({ id: before.get(changed)!.id, version: 2, status: 'ready' })
    expect(after.has(removed)).toBe(false)
    const unchanged = [...before.values()].filter(({ url }) => url !== changed && url !== removed)
    for (const { id: document, updated_at } of unchanged)
      expect([...after.values()]).toContainEqual(expect.objectContaining({ id: document, updated_at }))
  })

  it('keeps the documents of a site that has moved to another host, and what people did to them', async () => {
    const { id } = (await add(wholeSite())).body
    await settle(id)
    await client.settled(base)
    const pathsOf = async () =>
      (await client.documents(base)).map((document) => [document.id, new URL(document.url!).pathname]).sort()
    const before = await pathsOf()
    const two = (await byUrl()).get(`${origin}/pages/2`)!
    await client.call('PATCH', `/api/v1/documents/${two.id}`, { enabled: false })
    for (const isWww of [true, false]) {
      const place = isWww ? origin.replace('site.', 'www.site.') : origin
      Object.assign(site.state, { isWww, changed: isWww ? [3] : [] })
      expect(await read(id)).toMatchObject({
        status: 'ready',
        error: null,
        missing: 0,
        pages: 12,
        report: { added: 0, changed: 1, removed: 0, moved_to: `${place}/` },
      })
      await client.settled(base)
      expect(await pathsOf()).toEqual(before)
      const urls = [...(await byUrl()).keys()]
      expect(urls.filter((url) => !url.startsWith(place))).toEqual([])
      expect((await byUrl()).get(`${place}/pages/2`)).toMatchObject({
        id: two.id,
        enabled: false,
        version: 1,
      })
      const { report } = await read(id)
      expect(report).toMatchObject({ unchanged: 12 })
      expect(report).not.toHaveProperty('moved_to')
    }
  })

  it('says where an address leads that adds nothing, because it is on another site', async () => {
    const to = `http://moved.test:${site.port}/`
    site.state.badDay = (request, response) =>
      request.headers.host?.startsWith('moved')
        ? response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Moved</h1>')
        : response.writeHead(301, { location: to }).end()
    const error = {
      code: 'leads_elsewhere',
      message: `This address leads to another site: ${to}`,
      hint: 'Nothing was added. To read that site, add its address as a source.',
    }
    for (const kind of ['page', 'site'] as const) {
      const { id } = (await add({ kind, url: origin })).body
      expect(await settle(id)).toMatchObject({
        status: 'failed',
        pages: 0,
        error,
        report: { skipped_count: 1 },
      })
      const preview = `/api/v1/knowledge-bases/${base}/sources/preview`
      expect((await client.call('POST', preview, { kind, url: origin })).body).toMatchObject({
        pages: [],
        error,
      })
    }
    site.state.badDay = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(`<urlset><url><loc>${to}</loc></url></urlset>`)
    const { id } = (await add({ kind: 'sitemap', url: `${origin}/sitemap.xml` })).body
    expect(await settle(id)).toMatchObject({ status: 'failed', pages: 0, error })
  })

  it('[S2.12] says at its document that a page is fetched again, while the one before is searched', async () => {
    const { id } = (await add({ kind: 'page', url: `${origin}/pages/11` })).body
    await settle(id)
    const [before] = await client.settled(base)
    let release = () => {}
    site.state.held = new Promise((resolve) => {
      release = resolve
    })
    await client.call('POST', `/api/v1/sources/${id}/read`)
    const [fetched] = await until(
      () => client.documents(base),
      ([document]) => document?.status === 'fetching',
    )
    expect(fetched?.is_searchable).toBe(true)
    release()
    expect((await settle(id)).report).toMatchObject({ unchanged: 1 })
    expect(await client.documents(base)).toMatchObject([{ id: before?.id, status: 'ready', version: 1 }])
  })

  it('does not bring back what somebody has deleted, unless it changes', async () => {
    const { id } = (await add(wholeSite({ pages_max: 3 }))).body
    await settle(id)
    const url = `${origin}/pages/2`
    await client.call('DELETE', `/api/v1/documents/${(await byUrl()).get(url)!.id}`)
    expect(await read(id)).toMatchObject({ pages: 2 })
    expect((await byUrl()).has(url)).toBe(false)
    site.state.changed = [2]
    await read(id)
    expect((await byUrl()).has(url)).toBe(true)
  })

  it('says which addresses were left out, and why', async () => {
    const { id } = (await add(wholeSite({ include: ['/pages/2', '/private'], pages_max: 1 }))).body
    const { report } = await settle(id)
    const reasonOf = (path: string) => report?.skipped.find(({ url }) => url === `${origin}${path}`)?.reason
    expect(report?.added).toBe(1)
    expect(reasonOf('/')).toBe('excluded')
    expect(report?.skipped_count).toBeGreaterThan(1)
  })

  it('previews what it would read, and keeps none of it', async () => {
    const { body }: { body: SourcePreview } = await client.call(
      'POST',
      `/api/v1/knowledge-bases/${base}/sources/preview`,
      wholeSite({ pages_max: 4 }),
    )
    expect(body.pages.map(({ title }) => title)).toContain('Page 2')
    expect(body).toMatchObject({ is_whole: false, error: null })
    expect(body.pages).toHaveLength(4)
    expect(await list()).toEqual([])
    expect(await client.documents(base)).toEqual([])
    const refused = await client.call('POST', `/api/v1/knowledge-bases/${base}/sources/preview`, {
      kind: 'page',
      url: `${origin}/missing`,
    })
    expect(refused.body).toMatchObject({ pages: [], error: { code: 'http_status' } })
  })

  it('is read again when its day has come', async () => {
    const { id } = (await add({ kind: 'page', url: `${origin}/pages/5`, refresh: 'daily' })).body
    const { next_at, last_read_at } = await settle(id)
    expect(Date.parse(next_at!) - Date.parse(last_read_at!)).toBeGreaterThan(23 * 3_600_000)
    site.state.changed = [5]
    await server.context.db.update(sources).set({ nextAt: new Date() }).where(eq(sources.id, id))
    await until(
      () => one(id),
      ({ report }) => report?.changed === 1,
    )
    const weekly = await client.call('PATCH', `/api/v1/sources/${id}`, { refresh: 'weekly' })
    expect(Date.parse(weekly.body.next_at)).toBeGreaterThan(Date.parse(next_at!))
    const never = await client.call('PATCH', `/api/v1/sources/${id}`, { refresh: 'never' })
    expect(never.body.next_at).toBeNull()
  })

  /** A source that is being read, and waits for the site. */
  const reading = async (source: Partial<NewWebSource>) => {
    let release = () => {}
    site.state.held = new Promise((resolve) => {
      release = resolve
    })
    const { id } = (await add({ kind: 'page', url: `${origin}/pages/6`, ...source } as NewWebSource)).body
    await until(
      () => one(id),
      ({ status }) => status === 'reading',
    )
    return { id: id as string, release }
  }
  const next = async (id: string) => {
    const [row] = await server.context.db.select().from(sources).where(eq(sources.id, id))
    return row!.nextAt
  }
  it.each([
    ['never', 'daily', 24 * 3_600_000],
    ['daily', 'never', null],
  ] as const)(
    '[S7.32] is read again as chosen during its reading: %s became %s',
    async (refresh, chosen, pause) => {
      const { id, release } = await reading({ refresh })
      expect((await client.call('PATCH', `/api/v1/sources/${id}`, { refresh: chosen })).status).toBe(200)
      release()
      const { last_read_at } = await settle(id)
      const at = await next(id)
      expect(at && Math.round((at.getTime() - Date.parse(last_read_at!)) / 60_000)).toBe(
        pause && pause / 60_000,
      )
    },
  )

  it('[S7.32] mails of a failure as chosen during the reading', async () => {
    const { id, release } = await reading({})
    site.state.badDay = (_, response) => response.writeHead(404).end()
    await client.call('PATCH', `/api/v1/sources/${id}`, { mail_on_failure: true })
    await client.call('PATCH', '/api/v1/users/me', { locale: 'de' })
    release()
    expect((await settle(id)).status).toBe('failed')
    await expect
      .poll(async () => (await mailsTo(server, ann.user.email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining('konnte nicht gelesen werden'))
    await client.call('PATCH', '/api/v1/users/me', { locale: 'en' })
  })

  it('[S7.32] keeps the time of a reading that waits when another interval is chosen', async () => {
    const { id } = (await add({ kind: 'page', url: `${origin}/pages/6` })).body
    await settle(id)
    const later = new Date(Date.now() + 3_600_000)
    await server.context.db.update(sources).set({ status: 'queued', nextAt: later }).where(eq(sources.id, id))
    for (const refresh of ['daily', 'never']) {
      await client.call('PATCH', `/api/v1/sources/${id}`, { refresh })
      expect(await next(id)).toEqual(later)
    }
  })

  it('can be cancelled while it is read, and read again', async () => {
    const { id } = (await add(wholeSite({ exclude: [], include: ['/slow', '/pages/2'], pages_max: 5 }))).body
    await until(
      () => one(id),
      ({ status }) => status === 'reading',
    )
    expect((await client.call('POST', `/api/v1/sources/${id}/read`)).status).toBe(409)
    expect((await client.call('POST', `/api/v1/sources/${id}/cancel`)).body).toMatchObject({
      status: 'cancelled',
      progress: null,
    })
    expect((await client.call('POST', `/api/v1/sources/${id}/cancel`)).status).toBe(409)
    expect((await client.call('POST', `/api/v1/sources/${id}/read`)).body.status).toMatch(/queued|reading/)
  })

  it('[43.4] is read by other rules at once', async () => {
    const { id } = (await add(wholeSite({ include: ['/pages/2'], refresh: 'daily' }))).body
    const { report: _, ...before } = await settle(id)
    expect(before).toMatchObject({ pages: 1 })
    const rules = { depth: 2, pages_max: 12, include: ['/pages/'], exclude: LEFT_OUT, files: false }
    const change = (more: object = {}) =>
      client.call('PATCH', `/api/v1/sources/${id}`, { rules: { ...rules, ...more } })
    expect((await change()).body).toMatchObject({ ...rules, url: before.url, refresh: 'daily' })
    expect((await settle(id)).report?.added).toBeGreaterThan(5)
    // What they no longer allow goes, as when a site loses it.
    await change({ exclude: [...LEFT_OUT, '/pages/2$'] })
    expect(await settle(id)).toMatchObject({ status: 'ready', report: { removed: 1 } })
    expect((await byUrl()).has(`${origin}/pages/2`)).toBe(false)
    const wrong = await client.call('PATCH', `/api/v1/sources/${id}`, { rules: { include: ['pages'] } })
    expect(wrong.status).toBe(422)
  })

  it('[43.4] asks about the pages and files that are no longer wanted', async () => {
    const rules = { include: ['/pages/2$', '/pages/5$', '/pages/14$', '/manual.pdf'], exclude: [] }
    const { id } = (await add(wholeSite({ ...rules, depth: 3, files: true }))).body
    expect(await settle(id)).toMatchObject({ status: 'ready', pages: 4 })
    const less = { ...rules, depth: 1, pages_max: 12, files: false }
    await client.call('PATCH', `/api/v1/sources/${id}`, { rules: less })
    expect(await settle(id)).toMatchObject({ error: { code: 'pages_missing' }, pages: 4, missing: 3 })
  })

  it('waits, and keeps everything, if the site asks for a later visit', async () => {
    const { id } = (await add(wholeSite())).body
    await settle(id)
    let requests = 0
    site.state.badDay = (_, response) => {
      requests++
      response.writeHead(429, { 'retry-after': '120' }).end()
    }
    await client.call('POST', `/api/v1/sources/${id}/read`)
    await until(
      () => next(id),
      (at) => at !== null && at.getTime() > Date.now() + 60_000,
    )
    expect(await one(id)).toMatchObject({ status: 'queued', pages: 12, error: null })
    expect(requests).toBeLessThanOrEqual(2)
    const preview = await client.call('POST', `/api/v1/knowledge-bases/${base}/sources/preview`, wholeSite())
    expect(preview).toMatchObject({ status: 200, body: { pages: [], error: { code: 'http_status' } } })
  })

  it.each(['its rules', 'its pages'])('waits if a site cannot send %s for a moment', async (part) => {
    const { id } = (await add(wholeSite({ pages_max: 3 }))).body
    await settle(id)
    if (part === 'its rules') site.state.robots = { status: 502, text: '' }
    else site.state.badDay = (_, response) => response.writeHead(502).end()
    await client.call('POST', `/api/v1/sources/${id}/read`)
    const { source } = await until(
      async () => ({ at: await next(id), source: await one(id) }),
      ({ at, source: { status } }) => status === 'failed' || (at?.getTime() ?? 0) > Date.now() + 60_000,
    )
    expect(source).toMatchObject({ status: 'queued', pages: 3, error: null })
  })

  it('goes with the documents that it has brought', async () => {
    await client.upload(base, [{ name: 'own.txt', content: 'Our own.' }])
    const { id } = (await add(wholeSite({ pages_max: 3 }))).body
    await settle(id)
    expect(await client.documents(base)).toHaveLength(4)
    await client.call('DELETE', `/api/v1/sources/${id}`)
    expect((await client.documents(base)).map(({ name }) => name)).toEqual(['own.txt'])
  })

  it('ends with a reason where the plan has no more room', async () => {
    await server.database.pool.query('update organizations set trial_ends_at = null')
    const { id } = (await add(wholeSite({ depth: 5, pages_max: 80 }))).body
    expect(await settle(id)).toMatchObject({ status: 'failed', error: { code: 'plan_limit' } })
  })

  it('replaces the pages that are gone by new ones where the plan has no more room', async () => {
    await server.database.pool.query('update organizations set trial_ends_at = null')
    const { id } = (await add(wholeSite())).body
    expect(await settle(id)).toMatchObject({ status: 'ready', pages: 12 })
    const files = Array.from({ length: 50 }, (_, n) => ({ name: `${n}.txt`, content: `File ${n}.` }))
    const { results } = (await client.upload(base, files)).body
    expect(results.at(-1)?.error?.code).toBe('plan_limit')

    Object.assign(site.state, { removed: [3, 4], changed: [2] })
    expect(await read(id)).toMatchObject({
      status: 'ready',
      pages: 12,
      report: { added: 2, changed: 1, removed: 2 },
    })
    // One page goes, and two come.
    const rules = { depth: 2, pages_max: 13, include: [], exclude: LEFT_OUT, files: false }
    Object.assign(site.state, { removed: [3, 4, 5], added: [299, 300] })
    await client.call('PATCH', `/api/v1/sources/${id}`, { rules })
    const short = await settle(id)
    expect(short).toMatchObject({
      status: 'failed',
      pages: 12,
      error: { code: 'plan_limit' },
      report: { added: 1, removed: 1 },
    })
    expect(short.report?.skipped).toContainEqual(expect.objectContaining({ reason: 'failed' }))
    await client.call('DELETE', `/api/v1/documents/${results[0]!.document!.id}`)
    expect(await read(id)).toMatchObject({ status: 'ready', pages: 13, report: { added: 1 } })
  })
})
