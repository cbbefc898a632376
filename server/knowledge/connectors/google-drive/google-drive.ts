import * as z from 'zod/mini'
import { fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { hasTextByName } from '../../ingestion/sniff.ts'
import type { ItemReaders } from '../../readers/followed.ts'
import { type Content, connector, type Item, type OAuth } from '../connector.types.ts'
import { createServiceApi } from '../service-api.ts'
import { hostsOf, isSameOrigin, shaped } from '../service-http.ts'

const Permission = z.object({
  type: z.string(),
  emailAddress: z.optional(z.string()),
  domain: z.optional(z.string()),
  allowFileDiscovery: z.optional(z.boolean()),
  deleted: z.optional(z.boolean()),
  expirationTime: z.optional(z.string()),
  view: z.optional(z.string()),
})
/** Fields requested for each. */
const PERMISSION = Object.keys(Permission.shape).join()
const AT_ONCE = 100

/**
 * Every role can read, but not a deleted account, an expired access or one to a published copy only. Link-only
 * sharing names no readers, because Google does not say whom the link was sent to.
 */
const isGiven = ({ deleted, expirationTime, view }: z.output<typeof Permission>) =>
  !deleted && view === undefined && !(expirationTime && Date.parse(expirationTime) <= Date.now())

export const readersIn = (permissions: readonly unknown[]): ItemReaders => {
  const given = permissions.map((one) => shaped(Permission, one)).filter(isGiven)
  const found = given.filter(({ allowFileDiscovery }) => allowFileDiscovery === true)
  if (found.some(({ type }) => type === 'anyone')) return 'anyone'
  const addresses = (wanted: string) =>
    given.flatMap(({ type, emailAddress }) => (type === wanted && emailAddress ? [emailAddress] : []))
  return {
    people: addresses('user'),
    groups: addresses('group'),
    domains: found.flatMap(({ type, domain }) => (type === 'domain' && domain ? [domain] : [])),
  }
}

const HOST = 'www.googleapis.com'
/** Prefixes of choices: everything that the account sees, and a shared drive. */
const [EVERYTHING, DRIVE] = ['everything:', 'drive:']
/** Number of folders listed in one request. */
const FOLDERS_AT_ONCE = 40
/** Maximum below what was chosen. */
const FOLDERS_MAX = 20_000

const OF_GOOGLE = 'application/vnd.google-apps.'
const FOLDER = `${OF_GOOGLE}folder`
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Export formats of Google documents: a sheet with all its tables, slides as text. */
const EXPORTED: Readonly<Record<string, { as: string; isMarkdown?: true }>> = {
  [`${OF_GOOGLE}document`]: { as: 'text/markdown', isMarkdown: true },
  [`${OF_GOOGLE}presentation`]: { as: 'text/plain', isMarkdown: true },
  [`${OF_GOOGLE}spreadsheet`]: { as: SHEET },
}
const KNOWN = /^application\/(?:pdf|epub\+zip|vnd\.openxmlformats-officedocument\.)/
const GOOGLE_PAGE = /^https:\/\/(?:[\w-]+\.)*google\.com\//

const Id = z.string().check(z.regex(/^[\w-]+$/))
const File = z.object({
  id: Id,
  name: z.string(),
  mimeType: z.string(),
  webViewLink: z._default(z.string(), ''),
  modifiedTime: z.string(),
  md5Checksum: z.optional(z.string()),
  size: z.optional(z.coerce.number()),
  /** Missing if the account may not share it, and in shared drives. */
  permissions: z.optional(z.array(z.unknown())),
})
const FILE = Object.keys(z.omit(File, { permissions: true }).shape).join()
/** Its entries are in a property named after them. */
const List = z.looseObject({
  nextPageToken: z.optional(z.string()),
  incompleteSearch: z.optional(z.boolean()),
})
const Named = z.object({ id: Id, name: z.string() })
const About = z.object({ user: z.object({ permissionId: Id, emailAddress: z.string() }) })

const isRead = ({ name, mimeType }: z.output<typeof File>) =>
  mimeType.startsWith(OF_GOOGLE) ? mimeType in EXPORTED : hasTextByName(name) || KNOWN.test(mimeType)

const signIn = (url: string): OAuth => {
  const own = { accounts: 'https://accounts.google.com', tokens: 'https://oauth2.googleapis.com' }
  const { accounts, tokens } = hostsOf(url, HOST, own)
  return {
    issuer: accounts,
    authorize: `${accounts}/o/oauth2/v2/auth`,
    token: `${tokens}/token`,
    revoke: `${tokens}/revoke`,
    scopes: ['https://www.googleapis.com/auth/drive.readonly'],
    // Without both, a renewing token is issued only the first time.
    parameters: { access_type: 'offline', prompt: 'consent' },
  }
}

/** Files visible to an account: https://developers.google.com/workspace/drive/api/reference/rest/v3 */
export const googleDrive = connector({
  name: 'Google Drive',
  fields: {
    url: { input: 'url', label: 'field.address', hint: 'google.address.hint', preset: `https://${HOST}` },
  },
  choices: 'choices.drives',
  oauth: signIn,
  connect({ url }, http) {
    const api = createServiceApi(http, `${new URL(url).origin}/drive/v3`)
    const types = new Map<string, string>()
    /** Includes each file's permissions if requested, which makes pages shorter. */
    let fields = FILE
    const list = <Result extends z.ZodMiniType>(name: string, path: string, result: Result) =>
      api.list(path, List, result, (page) => {
        // Items missing from an incomplete list would count as deleted.
        if (page.incompleteSearch) throw fetchFailure('service_away')
        const token = page.nextPageToken && `&pageToken=${encodeURIComponent(page.nextPageToken)}`
        return { results: shaped(z.array(z.unknown()), page[name]), next: token && path + token }
      })
    const files = (q: string, where = '') => {
      const asked = `pageSize=1000&supportsAllDrives=true&includeItemsFromAllDrives=true${where}`
      const told = `nextPageToken,incompleteSearch,files(${fields})`
      const wanted = encodeURIComponent(`${q} and trashed=false`)
      return list('files', `/files?${asked}&fields=${told}&q=${wanted}`, File)
    }
    const drives = () => list('drives', '/drives?pageSize=100&fields=nextPageToken,drives(id,name)', Named)
    const ofDrive = (id: string) => files(`mimeType!='${FOLDER}'`, `&corpora=drive&driveId=${shaped(Id, id)}`)

    async function* everything() {
      yield* files(`mimeType!='${FOLDER}'`)
      for await (const { id } of drives()) yield* ofDrive(id)
    }
    async function* below(folder: string) {
      const seen = new Set([folder])
      const waiting = [folder]
      while (waiting.length > 0) {
        const parents = waiting.splice(0, FOLDERS_AT_ONCE).map((id) => `'${id}' in parents`)
        for await (const file of files(`(${parents.join(' or ')})`)) {
          if (file.mimeType !== FOLDER) yield file
          else if (seen.size < seen.add(file.id).size) waiting.push(file.id)
        }
        if (seen.size > FOLDERS_MAX) throw fetchFailure('changed_shape')
      }
    }
    const filesIn = (choice: string) => {
      if (choice.startsWith(EVERYTHING)) return everything()
      return choice.startsWith(DRIVE) ? ofDrive(choice.slice(DRIVE.length)) : below(shaped(Id, choice))
    }

    return {
      async *choices() {
        const { user } = await api.json('/about?fields=user(permissionId,emailAddress)', About)
        yield { id: EVERYTHING + user.permissionId, name: user.emailAddress }
        const folders = files(`mimeType='${FOLDER}' and 'root' in parents`)
        for await (const { id, name } of folders) yield { id, name }
        for await (const { id, name } of drives()) yield { id: DRIVE + id, name }
      },

      async *items(choices, asksReaders = false): AsyncGenerator<Item> {
        fields = asksReaders ? `${FILE},permissions(${PERMISSION})` : FILE
        for (const choice of choices)
          for await (const file of filesIn(choice)) {
            if (!isRead(file)) continue
            const { id, mimeType, webViewLink, modifiedTime, size, permissions } = file
            types.set(id, mimeType)
            // A file's link comes from the service: it must not lead elsewhere.
            const isOfGoogle = GOOGLE_PAGE.test(webViewLink) || isSameOrigin(webViewLink, url)
            yield {
              key: id,
              url: isOfGoogle ? webViewLink : `https://drive.google.com/open?id=${id}`,
              title: file.name,
              mark: file.md5Checksum ?? modifiedTime,
              modifiedAt: modifiedTime,
              ...(size !== undefined && !mimeType.startsWith(OF_GOOGLE) && { size }),
              // Longer lists are requested again instead of kept for all files at once.
              ...(permissions && permissions.length < AT_ONCE && { readers: readersIn(permissions) }),
            }
          }
      },

      async read({ key }): Promise<Content> {
        const { as = '', ...type } = EXPORTED[types.get(key) ?? ''] ?? {}
        const how = as ? `/export?mimeType=${encodeURIComponent(as)}` : '?alt=media&supportsAllDrives=true'
        return { file: await api.bytes(`/files/${key}${how}`), ...type }
      },

      async readers({ key }) {
        const told = `nextPageToken,permissions(${PERMISSION})`
        const path = `/files/${key}/permissions?supportsAllDrives=true&pageSize=${AT_ONCE}&fields=${told}`
        const permissions: unknown[] = []
        for await (const one of list('permissions', path, z.unknown())) permissions.push(one)
        return readersIn(permissions)
      },
    }
  },
})
