import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const MACRO = /<ac:structured-macro ac:name="(\w+)"[^>]*>(.*?)<\/ac:structured-macro>/gs
const PLAIN = /<ac:plain-text-body><!\[CDATA\[(.*?)\]\]><\/ac:plain-text-body>/s
const RICH = /<ac:rich-text-body>(.*?)<\/ac:rich-text-body>/s

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The storage format as Confluence shows it: macros become what they stand for. */
const viewOf = (storage: string) =>
  storage.replace(MACRO, (_, name: string, inner: string) =>
    name === 'code'
      ? `<div class="code panel"><pre class="syntaxhighlighter-pre">${escaped(PLAIN.exec(inner)?.[1] ?? '')}</pre></div>`
      : `<div class="confluence-information-macro"><div class="confluence-information-macro-body">${RICH.exec(inner)?.[1] ?? ''}</div></div>`,
  )

type Page = { id: string; space: string; title: string; storage: string; version: number }

type Asked = { path: string; authorization: string | undefined }

export const EMAIL = 'ann@example.test'
export const TOKEN = 'confluence-token'

/**
 * Confluence Cloud (REST API v2) or Data Center (REST API), as their public references describe them; lists come in
 * pages of two, whatever limit is asked for.
 */
export const startConfluence = async (kind: 'cloud' | 'data center') => {
  const isCloud = kind === 'cloud'
  const spaces = [
    { id: '101', key: 'HELP', name: 'Help' },
    { id: '102', key: 'SALES', name: 'Sales & more' },
    { id: '103', key: '~ann', name: 'Ann' },
  ]
  const pages = new Map<string, Page>()
  const state = {
    token: TOKEN,
    /** So many requests are refused with 429. */
    busy: 0,
    retryAfter: '1',
    /** Answers in place of the service. */
    badDay: null as ((request: IncomingMessage, response: ServerResponse) => void) | null,
    /** Nothing of a page is answered before. */
    held: null as Promise<void> | null,
  }
  const asked: Asked[] = []
  const root = isCloud ? '/wiki' : '/confluence'
  let port = 0

  const spaceOf = (id: string) => spaces.find((space) => (isCloud ? space.id : space.key) === id)
  const webui = ({ id, space, title }: Page) => {
    const { key } = spaces.find((one) => one.id === space)!
    return `/spaces/${key}/pages/${id}/${encodeURIComponent(title).replaceAll('%20', '+')}`
  }
  const listing = (page: Page) => ({
    id: page.id,
    type: 'page',
    status: 'current',
    title: page.title,
    version: isCloud
      ? { number: page.version, createdAt: '2026-01-31T12:00:00.000Z' }
      : { number: page.version, when: '2026-01-31T12:00:00.000+01:00' },
    _links: { webui: webui(page) },
  })

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://confluence.test')
    const send = (body: unknown, status = 200, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    const missing = () => send(isCloud ? { errors: [{ status: 404 }] } : { statusCode: 404 }, 404)
    const paged = (results: unknown[]) => {
      const at = Number(searchParams.get(isCloud ? 'cursor' : 'start') ?? 0)
      const next = new URLSearchParams(searchParams)
      next.set(isCloud ? 'cursor' : 'start', String(at + 2))
      const path = isCloud ? pathname : pathname.slice(root.length)
      const _links = {
        base: `http://confluence.test:${port}${root}`,
        ...(at + 2 < results.length && { next: `${path}?${next}` }),
      }
      send({ results: results.slice(at, at + 2), _links })
    }
    const inSpace = (id: string | null) => {
      const space = spaceOf(id ?? '')
      if (!space) return missing()
      return paged([...pages.values()].filter((page) => page.space === space.id).map(listing))
    }
    const whole = (id: string) => {
      const page = pages.get(id)
      if (!page) return missing()
      return send({
        ...listing(page),
        body: { view: { value: viewOf(page.storage), representation: 'view' } },
      })
    }

    asked.push({ path: pathname, authorization: request.headers.authorization })
    if (state.badDay) return state.badDay(request, response)
    if (state.busy > 0) {
      state.busy--
      return send({ message: 'Rate limit exceeded' }, 429, { 'retry-after': state.retryAfter })
    }
    const wanted = isCloud
      ? `Basic ${Buffer.from(`${EMAIL}:${state.token}`).toString('base64')}`
      : `Bearer ${state.token}`
    if (request.headers.authorization !== wanted) return send({ message: 'Unauthorized' }, 401)
    const path = pathname.startsWith(root) ? pathname.slice(root.length) : ''
    const [, ofSpace] = /^\/api\/v2\/spaces\/([^/]+)\/pages$/.exec(path) ?? []
    const [, ofPage] =
      (isCloud ? /^\/api\/v2\/pages\/([^/]+)$/ : /^\/rest\/api\/content\/([^/]+)$/).exec(path) ?? []
    if (path === (isCloud ? '/api/v2/spaces' : '/rest/api/space')) return paged(spaces)
    if (isCloud && ofSpace) return inSpace(ofSpace)
    if (!isCloud && path === '/rest/api/content') return inSpace(searchParams.get('spaceKey'))
    if (ofPage) return state.held ? void state.held.then(() => whole(ofPage)) : whole(ofPage)
    return missing()
  }

  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port

  const change = (id: string, changes: Partial<Page>) => {
    const page = pages.get(id)!
    pages.set(id, { ...page, ...changes, version: page.version + 1 })
  }
  return {
    port,
    state,
    asked,
    url: `http://confluence.test:${port}${isCloud ? '' : root}`,
    /** As the API names them. */
    choices: spaces.map((space) => ({ id: isCloud ? space.id : space.key, name: space.name })),
    /** Adds a page, or changes its text. */
    write(id: string, title: string, storage: string, space = '101') {
      if (pages.has(id)) change(id, { storage, title })
      else pages.set(id, { id, space, title, storage, version: 1 })
    },
    remove: (id: string) => void pages.delete(id),
    /** To another space, which is no other version of it. */
    move: (id: string, space: string) => void pages.set(id, { ...pages.get(id)!, space }),
    clear: () => pages.clear(),
    addressOf: (id: string) => `http://confluence.test:${port}${root}${webui(pages.get(id)!)}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type TestConfluence = Awaited<ReturnType<typeof startConfluence>>
