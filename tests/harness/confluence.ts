import { createOAuthServer } from './oauth.ts'
import { controlsOf, startService, TOKEN } from './service.ts'

const MACRO = /<ac:structured-macro ac:name="(\w+)"[^>]*>(.*?)<\/ac:structured-macro>/gs
const PLAIN = /<ac:plain-text-body><!\[CDATA\[(.*?)\]\]><\/ac:plain-text-body>/s
const RICH = /<ac:rich-text-body>(.*?)<\/ac:rich-text-body>/s

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The storage format as Confluence renders it: macros are replaced by their output. */
const viewOf = (storage: string) =>
  storage.replace(MACRO, (_, name: string, inner: string) =>
    name === 'code'
      ? `<div class="code panel"><pre class="syntaxhighlighter-pre">${escaped(PLAIN.exec(inner)?.[1] ?? '')}</pre></div>`
      : `<div class="confluence-information-macro"><div class="confluence-information-macro-body">${RICH.exec(inner)?.[1] ?? ''}</div></div>`,
  )

const isContent = ({ pathname }: URL) => /\/(?:pages|content)\/\d+$/.test(pathname)

type Page = {
  id: string
  space: string
  title: string
  storage: string
  version: number
  parent?: string
  /** Readers of a restricted page; null if the account cannot see them. */
  only?: { people: string[]; groups: string[] } | null
}

export const EMAIL = 'ann@example.test'
/** The credentials that people create at Atlassian for the server. */
export const CLIENT = { client_id: 'a-client-of-atlassian', client_secret: 'ATOA-of-the-tests' }
const SITE = '/ex/confluence/11223344-a1b2-4b3c-8d4e-site-of-tests'

/**
 * Confluence Cloud (REST API v2), with a token or, at Atlassian's gateway, for a signed-in person, or Data Center (REST
 * API), as their public references describe them; lists come in pages of two, whatever limit is requested.
 */
export const startConfluence = async (kind: 'cloud' | 'signed in' | 'data center') => {
  const isCloud = kind !== 'data center'
  const spaces = [
    { id: '101', key: 'HELP', name: 'Help' },
    { id: '102', key: 'SALES', name: 'Sales & more' },
    { id: '103', key: '~ann', name: 'Ann' },
  ]
  const pages = new Map<string, Page>()
  /** Folders are parents of pages, and not listed among them. */
  const folders = new Map<string, Page['only']>()
  /** The members of groups; the first group and one person can read all spaces. */
  const groups = new Map([['everyone', new Set([EMAIL])]])
  const hidden = new Set<string>()
  const account = (email: string) => ({
    accountId: `712020:${email}`,
    email: hidden.has(email) ? '' : email,
  })
  const accessOf = (id: string) => (folders.has(id) ? folders.get(id) : pages.get(id)?.only)
  const root = isCloud ? '/wiki' : '/confluence'

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
    ...(isCloud && { parentId: page.parent ?? null }),
    _links: { webui: webui(page) },
  })

  const oauth = createOAuthServer(
    {
      client: CLIENT,
      authorize: '/authorize',
      token: '/oauth/token',
      revoke: '/oauth/revoke',
      asked: { audience: 'api.atlassian.com', prompt: 'consent' },
      prefixes: { access: 'eyJ-access-', refresh: 'eyJ-refresh-', code: 'eyJ-code-' },
      rotates: true,
      refusesWith: 403,
    },
    () => service.state.isRefused,
  )
  const service = await startService(async (exchange) => {
    const { request, url, body, send } = exchange
    const { searchParams } = url
    const isAtGateway = kind === 'signed in' && url.pathname.startsWith(SITE)
    const pathname = isAtGateway ? url.pathname.slice(SITE.length) : url.pathname
    if (kind === 'signed in' && (await oauth.answer(exchange))) return
    const missing = () => send(isCloud ? { errors: [{ status: 404 }] } : { statusCode: 404 }, 404)
    const paged = (results: unknown[]) => {
      const at = Number(searchParams.get(isCloud ? 'cursor' : 'start') ?? 0)
      const next = new URLSearchParams(searchParams)
      next.set(isCloud ? 'cursor' : 'start', String(at + 2))
      const path = isCloud ? pathname : pathname.slice(root.length)
      const _links = {
        base: `http://confluence.test:${service.port}${root}`,
        ...(at + 2 < results.length && { next: `${path}?${next}` }),
      }
      send({ results: results.slice(at, at + 2), _links })
    }
    /** The first version is numbered, and begins with the site's address. */
    const counted = (results: unknown[]) => {
      const at = Number(searchParams.get('start') ?? 0)
      const next = new URLSearchParams(searchParams)
      next.set('start', String(at + 2))
      const _links = at + 2 < results.length ? { next: `${pathname.slice(root.length)}?${next}` } : {}
      send({ results: results.slice(at, at + 2), start: at, limit: 2, _links })
    }
    const restriction = (id: string) => {
      const only = accessOf(id)
      if (only === null) return send({ message: 'Not permitted' }, 403)
      const at = Number(searchParams.get('start') ?? 0)
      const part = (all: unknown[]) => ({ results: all.slice(at, at + 2), start: at, limit: 2 })
      send({
        operation: 'read',
        restrictions: {
          user: part(only?.people.map(account) ?? []),
          group: part(only?.groups.map((name) => ({ type: 'group', id: name, name })) ?? []),
        },
      })
    }
    const ancestors = (id: string) => {
      const above: { id: string; type: string }[] = []
      for (let at = pages.get(id)?.parent; at; at = pages.get(at)?.parent)
        above.unshift({ id: at, type: folders.has(at) ? 'folder' : 'page' })
      paged(above)
    }
    const aboutReaders = (path: string) => {
      if (/^\/api\/v2\/spaces\/\d+\/permissions$/.test(path)) {
        const permission = (type: string, id: string, key: string) => ({
          id: `${type}-${key}`,
          principal: { type, id },
          operation: { key, targetType: 'space' },
        })
        return paged([
          permission('group', 'admins', 'administer'),
          permission('role', 'of-the-space', 'read'),
          permission('group', 'everyone', 'read'),
          permission('user', account('guest@example.test').accountId, 'read'),
        ])
      }
      const [, group] = /^\/rest\/api\/group\/([^/]+)\/membersByGroupId$/.exec(path) ?? []
      if (group) return counted([...(groups.get(decodeURIComponent(group)) ?? [])].map(account))
      const [, content] = /^\/rest\/api\/content\/([^/]+)\/restriction\/byOperation\/read$/.exec(path) ?? []
      if (content) return restriction(content)
      const [, child] = /^\/api\/v2\/pages\/([^/]+)\/ancestors$/.exec(path) ?? []
      if (child) return ancestors(child)
      if (path !== '/api/v2/users-bulk' || request.method !== 'POST') return missing()
      const { accountIds } = body as { accountIds: string[] }
      send({ results: accountIds.map((id) => account(id.replace('712020:', ''))) })
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

    const { authorization } = request.headers
    const credentials = isCloud
      ? `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString('base64')}`
      : `Bearer ${TOKEN}`
    const isLetIn = kind === 'signed in' ? oauth.isGiven(authorization) : authorization === credentials
    if (service.state.isRefused || !isLetIn) return send({ message: 'Unauthorized' }, 401)
    if (kind === 'signed in' && pathname === '/oauth/token/accessible-resources')
      return send([
        { id: 'another', name: 'Another', url: 'https://another.atlassian.net', scopes: [] },
        {
          id: SITE.split('/').at(-1),
          name: 'Help',
          url: `http://confluence.test:${service.port}`,
          scopes: [],
        },
      ])
    // Only the gateway accepts the token of a signed-in person.
    if (kind === 'signed in' && !isAtGateway) return send({ message: 'Unauthorized' }, 401)
    const path = pathname.startsWith(root) ? pathname.slice(root.length) : ''
    const [, ofSpace] = /^\/api\/v2\/spaces\/([^/]+)\/pages$/.exec(path) ?? []
    const [, ofPage] =
      (isCloud ? /^\/api\/v2\/pages\/([^/]+)$/ : /^\/rest\/api\/content\/([^/]+)$/).exec(path) ?? []
    if (path === (isCloud ? '/api/v2/spaces' : '/rest/api/space')) return paged(spaces)
    if (isCloud && ofSpace) return inSpace(ofSpace)
    if (!isCloud && path === '/rest/api/content') return inSpace(searchParams.get('spaceKey'))
    if (ofPage) return whole(ofPage)
    return isCloud ? aboutReaders(path) : missing()
  }, isContent)

  const change = (id: string, changes: Partial<Page>) => {
    const page = pages.get(id)!
    pages.set(id, { ...page, ...changes, version: page.version + 1 })
  }
  return {
    ...controlsOf(service),
    ...oauth,
    url: `http://confluence.test:${service.port}${isCloud ? '' : root}`,
    /** Names used by the API. */
    choices: spaces.map((space) => ({ id: isCloud ? space.id : space.key, name: space.name })),
    /** Adds a page, or changes its text. */
    write(id: string, title: string, storage: string, space = '101') {
      if (pages.has(id)) change(id, { storage, title })
      else pages.set(id, { id, space, title, storage, version: 1 })
    },
    /** Without creating another version. */
    restrict(id: string, only: NonNullable<Page['only']> | null | undefined) {
      if (folders.has(id)) folders.set(id, only)
      else pages.set(id, { ...pages.get(id)!, ...(only === undefined ? {} : { only }) })
      for (const email of only?.people ?? []) groups.get('everyone')!.add(email)
    },
    /** Below another page, or in a folder. */
    place: (id: string, parent: string) => void pages.set(id, { ...pages.get(id)!, parent }),
    folders,
    groups,
    /** Addresses hidden from profiles. */
    hidden,
    remove: (id: string) => void pages.delete(id),
    /** To another space, without creating another version. */
    move: (id: string, space: string) => void pages.set(id, { ...pages.get(id)!, space }),
    clear: () => pages.clear(),
    addressOf: (id: string) => `http://confluence.test:${service.port}${root}${webui(pages.get(id)!)}`,
  }
}
export type TestConfluence = Awaited<ReturnType<typeof startConfluence>>
