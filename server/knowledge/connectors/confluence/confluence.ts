import * as z from 'zod/mini'
import { fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { connector, type Item, type Settings } from '../connector.types.ts'
import { isSameOrigin, type ServiceHttp, shaped } from '../service-http.ts'
import { createPageReaders, type Placed } from './page-readers.ts'

const AT_ONCE = 200

const Links = z.object({ next: z.optional(z.string()) })
/** Results are read one by one: of a million that are none, the first is enough. */
const ResultPage = z.object({ results: z.array(z.unknown()), _links: z.optional(Links) })

const Space = z.object({ id: z.coerce.string(), key: z.string(), name: z.string() })
/** Cloud calls the moment of a version `createdAt`, Data Center `when`. */
const Version = z.object({
  number: z.number(),
  createdAt: z.optional(z.string()),
  when: z.optional(z.string()),
})
const Page = z.object({
  id: z.coerce.string(),
  title: z.string(),
  version: Version,
  /** In Cloud: what it lies below. */
  parentId: z.nullish(z.coerce.string()),
  _links: z.object({ webui: z.string() }),
})
const PageBody = z.object({ body: z.object({ view: z.object({ value: z.string() }) }) })

/** Where both kinds of Confluence keep the same things. */
type Dialect = {
  /** Where people and the API find it. */
  root: string
  authorization: string
  spaces: string
  /** Cloud names a space by its id, Data Center by its key. */
  idOf: (space: z.output<typeof Space>) => string
  pages: (space: string) => string
  page: (id: string) => string
  /** A link to the next page of a list. */
  next: (link: string) => string
}

/** REST API v2: https://developer.atlassian.com/cloud/confluence/rest/v2 */
const cloud = (address: URL, email: string, token: string): Dialect => {
  const root = `${address.origin}/wiki`
  return {
    root,
    authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`,
    spaces: `${root}/api/v2/spaces?status=current&limit=${AT_ONCE}`,
    idOf: ({ id }) => id,
    pages: (space) =>
      `${root}/api/v2/spaces/${encodeURIComponent(space)}/pages?status=current&limit=${AT_ONCE}`,
    page: (id) => `${root}/api/v2/pages/${id}?body-format=view`,
    next: (link) => address.origin + link,
  }
}

/** REST API: https://docs.atlassian.com/ConfluenceServer/rest/latest */
const dataCenter = (address: URL, token: string): Dialect => {
  const root = (address.origin + address.pathname).replace(/\/$/, '')
  return {
    root,
    authorization: `Bearer ${token}`,
    spaces: `${root}/rest/api/space?status=current&limit=${AT_ONCE}`,
    idOf: ({ key }) => key,
    pages: (space) =>
      `${root}/rest/api/content?type=page&status=current&expand=version&limit=${AT_ONCE}&spaceKey=${encodeURIComponent(space)}`,
    page: (id) => `${root}/rest/api/content/${id}?expand=body.view`,
    next: (link) => root + link,
  }
}

const dialectOf = ({ url, email, token }: Settings<'url' | 'email' | 'token'>) =>
  email === '' ? dataCenter(new URL(url), token) : cloud(new URL(url), email, token)

/** The link that people follow comes from the service: it may not lead elsewhere. */
const addressOf = ({ root }: Dialect, link: string) => {
  const address = URL.parse(root + link)?.href ?? ''
  if (!isSameOrigin(address, root)) throw fetchFailure('changed_shape')
  return address
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Of a page without text only its markup is left. Told without a parser: this is the main thread. */
function hasText(html: string) {
  let at = 0
  while (at !== -1) {
    const tag = html.indexOf('<', at)
    const text = html.slice(at, tag === -1 ? undefined : tag).replaceAll(/&#?\w{1,30};/g, '')
    if (/[\p{L}\p{N}]/u.test(text)) return true
    at = tag === -1 ? -1 : html.indexOf('>', tag)
    if (at !== -1) at += 1
  }
  return false
}

/** The pages of a list, one after the other. */
async function* listed<Result extends z.ZodMiniType>(
  { dialect, http }: { dialect: Dialect; http: ServiceHttp },
  first: string,
  result: Result,
): AsyncGenerator<z.output<Result>> {
  const { authorization, next } = dialect
  const pages = http.pages(
    first,
    ResultPage,
    { authorization },
    ({ _links }) => _links?.next && next(_links.next),
  )
  for await (const { results } of pages) for (const one of results) yield shaped(result, one)
}

/** Pages of Confluence Cloud, or of Confluence Data Center where no email address is given. */
export const confluence = connector({
  name: 'Confluence',
  fields: {
    url: { input: 'url', label: 'field.address' },
    email: { input: 'email', label: 'field.email', hint: 'confluence.email.hint', isOptional: true },
    token: { input: 'secret', label: 'field.token', hint: 'confluence.token.hint' },
  },
  choices: 'choices.spaces',
  connect(settings, http) {
    const dialect = dialectOf(settings)
    const service = { dialect, http }
    const { root, authorization } = dialect
    const placed = new Map<string, Placed>()
    const readersOf = createPageReaders({ http, root, authorization })
    return {
      async *choices() {
        for await (const space of listed(service, dialect.spaces, Space))
          yield { id: dialect.idOf(space), name: space.name }
      },

      async *items(spaces) {
        for (const space of spaces)
          for await (const page of listed(service, dialect.pages(space), Page)) {
            const { id, title, version, parentId, _links } = page
            placed.set(id, { id, space, parent: parentId ?? null })
            const item: Item = {
              key: id,
              url: addressOf(dialect, _links.webui),
              title,
              mark: String(version.number),
              modifiedAt: version.createdAt ?? version.when ?? null,
            }
            yield item
          }
      },

      async read({ key, title }) {
        const { body } = await http.json(dialect.page(encodeURIComponent(key)), PageBody, { authorization })
        const { value } = body.view
        if (!hasText(value)) return null
        const name = escaped(title)
        const html = `<!doctype html><meta charset="utf-8"><title>${name}</title><main><h1>${name}</h1>${value}</main>`
        return { body: Buffer.from(html), contentType: 'text/html' }
      },

      // Data Center knows its people by their names, and tells nobody their addresses.
      readers: settings.email === '' ? null : ({ key }) => readersOf(key, placed),
    }
  },
})
