import * as z from 'zod/mini'
import { connector, type OAuth } from '../connector.types.ts'
import { createServiceApi } from '../service-api.ts'
import { addressBelow, hostsOf } from '../service-http.ts'
import { createPageReaders } from './page-readers.ts'

const LIST = 'status=current&limit=200'
const READ = ['space', 'page', 'content.metadata', 'content.restriction', 'group', 'user', 'email-address']

const Results = z.object({
  results: z.array(z.unknown()),
  _links: z.optional(z.object({ next: z.optional(z.string()) })),
})
const Space = z.object({ id: z.coerce.string(), key: z.string(), name: z.string() })
/** The time of a version is `createdAt` in Cloud and `when` in Data Center. */
const Version = z.object({
  number: z.number(),
  createdAt: z.optional(z.string()),
  when: z.optional(z.string()),
})
const Page = z.object({
  id: z.coerce.string(),
  title: z.string(),
  version: Version,
  parentId: z.nullish(z.coerce.string()),
  _links: z.object({ webui: z.string() }),
})
const PageBody = z.object({ body: z.object({ view: z.object({ value: z.string() }) }) })

/** An app with OAuth 2.0 (3LO): https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps */
const signIn = (url: string): OAuth => {
  const hosts = { log: 'https://auth.atlassian.com', gateway: 'https://api.atlassian.com' }
  const { log, gateway } = hostsOf(url, '.atlassian.net', hosts)
  return {
    issuer: log,
    authorize: `${log}/authorize`,
    token: `${log}/oauth/token`,
    revoke: `${log}/oauth/revoke`,
    scopes: [...READ.map((what) => `read:${what}:confluence`), 'offline_access'],
    parameters: { audience: 'api.atlassian.com', prompt: 'consent' },
    sites: {
      list: `${gateway}/oauth/token/accessible-resources`,
      rootOf: (id) => `${gateway}/ex/confluence/${id}/wiki`,
    },
  }
}

/** Pages of Confluence Cloud, or of Confluence Data Center if a token is given without an email address. */
export const confluence = connector({
  name: 'Confluence',
  fields: {
    url: { input: 'url', label: 'field.address' },
    email: {
      input: 'email',
      label: 'field.email',
      hint: 'confluence.email.hint',
      isOptional: true,
      way: 'token',
    },
    token: { input: 'secret', label: 'field.token', hint: 'confluence.token.hint', way: 'token' },
  },
  choices: 'choices.spaces',
  hidesAddresses: true,
  oauth: signIn,
  connect({ url, email, token }, http) {
    const { origin, pathname } = new URL(url)
    const isCloud = http.site !== undefined || email !== ''
    const root = isCloud ? `${origin}/wiki` : (origin + pathname).replace(/\/$/, '')
    const basic = Buffer.from(`${email}:${token}`).toString('base64')
    const authorization = email ? `Basic ${basic}` : `Bearer ${token}`
    const api = createServiceApi(http, http.site ?? root, { authorization })
    // Some lists of Cloud name the next page relative to the host, others relative to the site.
    const nextIn = (link = '') => (isCloud ? link.replace(/^\/wiki(?=\/)/, '') : link)
    const list = <Result extends z.ZodMiniType>(path: string, result: Result) =>
      api.list(path, Results, result, ({ results, _links }) => ({
        results,
        next: nextIn(_links?.next) || null,
      }))
    const [spaces, page, body] = isCloud
      ? ['/api/v2/spaces', '/api/v2/pages', 'body-format=view']
      : ['/rest/api/space', '/rest/api/content', 'expand=body.view']
    /** Cloud identifies a space by id, Data Center by key. */
    const pagesIn = (space: string) =>
      isCloud
        ? `${spaces}/${space}/pages?${LIST}`
        : `${page}?type=page&expand=version&${LIST}&spaceKey=${space}`
    const { place, readersOf } = createPageReaders(api, list)
    return {
      async *choices() {
        for await (const { id, key, name } of list(`${spaces}?${LIST}`, Space))
          yield { id: isCloud ? id : key, name }
      },

      async *items(chosen) {
        for (const space of chosen)
          for await (const one of list(pagesIn(encodeURIComponent(space)), Page)) {
            const { id, title, version, parentId = null, _links } = one
            place({ id, place: space, parent: parentId })
            yield {
              key: id,
              url: addressBelow(root, root + _links.webui),
              title,
              mark: String(version.number),
              modifiedAt: version.createdAt ?? version.when ?? null,
            }
          }
      },

      async read({ key }) {
        const found = await api.json(`${page}/${encodeURIComponent(key)}?${body}`, PageBody)
        return { html: found.body.view.value }
      },

      // Data Center identifies people by name, and reveals no email addresses.
      readers: isCloud ? ({ key }) => readersOf(key) : null,
    }
  },
})
