import { startService, TOKEN } from './service.ts'

type Parent = { database_id: string } | { block_id: string }
type Page = { id: string; title: string; text: string; parent: Parent; version: number }
/** As Notion describes it, and what lies in it. */
export type NotionBlock = { type: string; [content: string]: unknown; children?: NotionBlock[] }

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const DATABASES = ['Help', 'Sales & more', 'Notes'].map((title, at) => ({ id: idOf(at + 1), title }))
/** Of one rich text, and of so many in a block. */
const TEXT_MAX = 2_000
const TEXTS_MAX = 100

const rich = (text: string) =>
  (text.match(/.{1,2000}/gs) ?? []).map((plain_text) => ({ type: 'text', plain_text, href: null }))

/**
 * Notion (API 2022-06-28), as its public reference describes it; lists come in pages of two, whatever is asked for.
 * Pages are entries of three databases.
 */
export const startNotion = async () => {
  const pages = new Map<string, Page>()
  /** What lies in a page or a block that was written block by block, and in which of them a block lies. */
  const children = new Map<string, object[]>()
  const places = new Map<string, string>()
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
  const blocksOf = ({ id, text }: Page): object[] => {
    const length = TEXT_MAX * TEXTS_MAX
    return Array.from({ length: Math.ceil(text.length / length) }, (_, at) => ({
      object: 'block',
      id: id.replace(/^0{8}/, String(at + 1).padStart(8, '0')),
      type: 'paragraph',
      has_children: false,
      paragraph: { rich_text: rich(text.slice(at * length, (at + 1) * length)) },
    }))
  }

  const service = await startService(
    ({ request, url, body, send }) => {
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
      if (isRefused || request.headers.authorization !== `Bearer ${TOKEN}`)
        return send({ object: 'error', status: 401, code: 'unauthorized' }, 401)
      if (!request.headers['notion-version']) return send({ code: 'missing_version' }, 400)
      const { pathname, searchParams } = url
      if (pathname === '/v1/search' && request.method === 'POST')
        return paged(
          [...databases, ...[...pages.values()].map(presented)],
          (body as { start_cursor?: string }).start_cursor,
        )
      const [, ofPage = ''] = /^\/v1\/pages\/([\w-]+)$/.exec(pathname) ?? []
      const [, ofBlock = ''] = /^\/v1\/blocks\/([\w-]+)\/children$/.exec(pathname) ?? []
      const [, place = ''] = /^\/v1\/blocks\/([\w-]+)$/.exec(pathname) ?? []
      const page = pages.get(ofPage || ofBlock)
      if (places.has(place)) return send({ id: place, parent: { block_id: places.get(place) } })
      if (ofPage && page) return send(presented(page))
      const blocks = children.get(ofBlock) ?? (page && blocksOf(page))
      return blocks ? paged(blocks, searchParams.get('start_cursor')) : missing()
    },
    ({ pathname }) => pathname.startsWith('/v1/pages/'),
  )
  return {
    ...service,
    url: `http://notion.test:${service.port}`,
    choices: DATABASES.map(({ id, title }) => ({ id, name: title })),
    /** By a number of the tests. */
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
    /** Gives the ids of the blocks. */
    writeBlocks(number: number, blocks: NotionBlock[]) {
      const put = (parent: string, all: NotionBlock[]): string[] => {
        const placed = all.map(({ children: inner = [], ...block }) => {
          const id = idOf(9_000 + places.size)
          places.set(id, parent)
          if (inner.length > 0) put(id, inner)
          return { object: 'block', id, has_children: inner.length > 0, ...block }
        })
        children.set(parent, placed)
        return placed.map(({ id }) => id)
      }
      return put(idOf(1_000 + number), blocks)
    },
    move(number: number, choice: number) {
      const page = pages.get(idOf(1_000 + number))!
      pages.set(page.id, { ...page, parent: { database_id: DATABASES[choice]!.id } })
    },
    remove: (number: number) => void pages.delete(idOf(1_000 + number)),
    addressOf: (number: number) => `https://www.notion.so/${idOf(1_000 + number).replaceAll('-', '')}`,
    clear() {
      pages.clear()
      children.clear()
      places.clear()
    },
  }
}
