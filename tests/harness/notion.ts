import { createOAuthServer } from './oauth.ts'
import { startService, TOKEN } from './service.ts'

type Parent = { database_id: string } | { block_id: string }
type Page = { id: string; title: string; text: string; parent: Parent; version: number }
/** The credentials that people create at Notion for the server. */
export const CLIENT = {
  client_id: '463558a3-725e-4f37-b6d3-0889894f68de',
  client_secret: 'secret_of-the-tests',
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const DATABASES = ['Help', 'Sales & more', 'Notes'].map((title, at) => ({ id: idOf(at + 1), title }))
const rich = (text: string) =>
  (text.match(/.{1,2000}/gs) ?? []).map((plain_text) => ({ type: 'text', plain_text, href: null }))

/**
 * Notion (API 2022-06-28, its Markdown as of 2026-03-11), as its public reference describes it; lists come in pages of
 * two, whatever limit is requested. Pages are entries of three databases.
 */
export const startNotion = async () => {
  const pages = new Map<string, Page>()
  /** Parts of long pages, by the block that they begin with, and each block's parent page or block. */
  const parts = new Map<string, string>()
  const places = new Map<string, string>()
  let told = 0
  const presented = ({ id, title, parent, version }: Page) => ({
    object: 'page',
    id,
    parent,
    last_edited_time: new Date(Date.UTC(2026, 0, 31, 12, version)).toISOString(),
    in_trash: false,
    properties: { Name: { id: 'title', type: 'title', title: rich(title) } },
  })
  const databases = DATABASES.map(({ id, title }) => ({
    object: 'database',
    id,
    parent: { type: 'workspace', workspace: true },
    last_edited_time: '2026-01-31T12:00:00.000Z',
    title: rich(title),
    properties: { Name: { id: 'title', type: 'title', title: {} } },
  }))
  const oauth = createOAuthServer(
    {
      client: CLIENT,
      authorize: '/v1/oauth/authorize',
      token: '/v1/oauth/token',
      revoke: '/v1/oauth/revoke',
      asked: { owner: 'user' },
      prefixes: { access: 'ntn_', refresh: 'nrt_', code: '03-' },
      isBasic: true,
      hasNoPkce: true,
      rotates: true,
      expiresIn: null,
      revokes: 'access',
    },
    () => service.state.isRefused,
  )
  const service = await startService(
    async (exchange) => {
      const { request, url, body, send } = exchange
      if (await oauth.answer(exchange)) return
      const missing = () => send({ object: 'error', status: 404, code: 'object_not_found' }, 404)
      const paged = (results: unknown[], cursor: string | null | undefined) => {
        const at = Number(cursor ?? 0)
        const has_more = at + 2 < results.length
        send({
          object: 'list',
          results: results.slice(at, at + 2),
          has_more,
          next_cursor: has_more ? String(at + 2) : null,
        })
      }
      const { isRefused } = service.state
      const { authorization } = request.headers
      if (isRefused || !(authorization === `Bearer ${TOKEN}` || oauth.isGiven(authorization)))
        return send({ object: 'error', status: 401, code: 'unauthorized' }, 401)
      if (!request.headers['notion-version']) return send({ code: 'missing_version' }, 400)
      const { pathname } = url
      if (pathname === '/v1/search' && request.method === 'POST')
        return paged(
          [...databases, ...[...pages.values()].map(presented)],
          (body as { start_cursor?: string }).start_cursor,
        )
      const [, ofPage = ''] = /^\/v1\/pages\/([\w-]+)$/.exec(pathname) ?? []
      const [, written = ''] = /^\/v1\/pages\/([\w-]+)\/markdown$/.exec(pathname) ?? []
      const [, place = ''] = /^\/v1\/blocks\/([\w-]+)$/.exec(pathname) ?? []
      if (places.has(place)) return send({ id: place, parent: { block_id: places.get(place) } })
      const page = pages.get(ofPage)
      if (page) return send(presented(page))
      const markdown = pages.get(written)?.text ?? parts.get(written)
      if (markdown === undefined || request.headers['notion-version'] !== '2026-03-11') return missing()
      const unknown_block_ids = [...markdown.matchAll(/<unknown url="[^"]*#([\w-]+)"/g)].map(([, id]) => id)
      const truncated = unknown_block_ids.length > 0
      send({ object: 'page_markdown', id: written, markdown, truncated, unknown_block_ids })
    },
    ({ pathname }) => /^\/v1\/pages\/[\w-]+$/.test(pathname),
  )
  return {
    ...service,
    ...oauth,
    url: `http://notion.test:${service.port}`,
    choices: DATABASES.map(({ id, title }) => ({ id, name: title })),
    /** By a number that the tests choose. */
    write(number: number, title: string, text: string, choice = 0) {
      const id = idOf(1_000 + number)
      const version = (pages.get(id)?.version ?? 0) + 1
      pages.set(id, { id, title, text, parent: { database_id: DATABASES[choice]!.id }, version })
    },
    /** Below a block of another page. */
    writeBelow(number: number, title: string, text: string, block: string) {
      const id = idOf(1_000 + number)
      pages.set(id, { id, title, text, parent: { block_id: block }, version: 1 })
    },
    /** A block below a page or another block; returns its id. */
    writeBlock(number: number, parent = idOf(1_000 + number)) {
      const id = idOf(9_000 + places.size)
      places.set(id, parent)
      return id
    },
    /** A separately requested part of a long page; null: it belongs to a page without access. */
    writePart(markdown: string | null) {
      const id = idOf(7_000 + ++told)
      if (markdown !== null) parts.set(id, markdown)
      return `<unknown url="https://www.notion.so/page#${id}" alt="paragraph"/>`
    },
    move(number: number, choice: number) {
      const page = pages.get(idOf(1_000 + number))!
      pages.set(page.id, { ...page, parent: { database_id: DATABASES[choice]!.id } })
    },
    remove: (number: number) => void pages.delete(idOf(1_000 + number)),
    addressOf: (number: number) => `https://www.notion.so/${idOf(1_000 + number).replaceAll('-', '')}`,
    clear() {
      pages.clear()
      parts.clear()
      places.clear()
    },
  }
}
