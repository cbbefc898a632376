import * as z from 'zod/mini'
import { fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { mayBeRead } from '../../ingestion/sniff.ts'
import { type Connection, connector, type Item, type OAuth } from '../connector.types.ts'
import { followed, isSameOrigin, type ServiceHttp, shaped } from '../service-http.ts'

const HOST = 'www.googleapis.com'
const FILES_AT_ONCE = 1_000
const DRIVES_AT_ONCE = 100
/** Folders whose contents are asked for together. */
const FOLDERS_AT_ONCE = 40
/** Below what was chosen. */
const FOLDERS_MAX = 20_000
/** Everything that the account sees, in the name of a choice. */
const EVERYTHING = 'everything:'
const DRIVE = 'drive:'

const OF_GOOGLE = 'application/vnd.google-apps.'
const FOLDER = `${OF_GOOGLE}folder`
/** As which the documents of Google are read: a sheet with all its tables, slides as their text. */
const EXPORTED: Readonly<Record<string, { as: string; contentType: string }>> = {
  [`${OF_GOOGLE}document`]: { as: 'text/markdown', contentType: 'text/markdown' },
  [`${OF_GOOGLE}presentation`]: { as: 'text/plain', contentType: 'text/markdown' },
  [`${OF_GOOGLE}spreadsheet`]: {
    as: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    contentType: 'application/octet-stream',
  },
}
/** Files that are known by their type, whatever they are called. */
const KNOWN = /^application\/(?:pdf|epub\+zip|vnd\.openxmlformats-officedocument\.)/
const IMAGE = /^image\//
const GOOGLE_PAGE = /^https:\/\/(?:[\w-]+\.)*google\.com\//

const Id = z.string().check(z.regex(/^[\w-]+$/))
const File = z.object({
  id: Id,
  name: z.string(),
  mimeType: z.string(),
  webViewLink: z.optional(z.string()),
  modifiedTime: z.string(),
  md5Checksum: z.optional(z.string()),
  size: z.optional(z.coerce.number()),
})
type File = z.output<typeof File>
const FILE = Object.keys(File.shape).join()
const Files = z.object({
  files: z.array(z.unknown()),
  nextPageToken: z.optional(z.string()),
  incompleteSearch: z.optional(z.boolean()),
})
const Drives = z.object({ drives: z.array(z.unknown()), nextPageToken: z.optional(z.string()) })
const Named = z.object({ id: Id, name: z.string() })
const About = z.object({ user: z.object({ permissionId: Id, emailAddress: z.string() }) })

/** Drive API v3: https://developers.google.com/workspace/drive/api/reference/rest/v3 */
const driveAt = (url: string, http: ServiceHttp) => {
  const { origin } = new URL(url)
  const api = `${origin}/drive/v3`
  const next = ({ nextPageToken }: { nextPageToken?: string | undefined }) => nextPageToken
  const paged = (address: string, at: string) =>
    at ? `${address}&pageToken=${encodeURIComponent(at)}` : address

  async function* files(q: string, where: Record<string, string> = {}): AsyncGenerator<File> {
    const asked = new URLSearchParams({
      q: `${q} and trashed=false`,
      pageSize: String(FILES_AT_ONCE),
      fields: `nextPageToken,incompleteSearch,files(${FILE})`,
      supportsAllDrives: 'true',
      includeItemsFromAllDrives: 'true',
      ...where,
    })
    const ask = (at: string) => http.json(paged(`${api}/files?${asked}`, at), Files)
    for await (const page of followed('', ask, next)) {
      // What is missing from a list is taken for deleted.
      if (page.incompleteSearch) throw fetchFailure('service_away')
      for (const one of page.files) yield shaped(File, one)
    }
  }

  async function* drives() {
    const address = `${api}/drives?pageSize=${DRIVES_AT_ONCE}&fields=nextPageToken,drives(id,name)`
    for await (const page of followed('', (at) => http.json(paged(address, at), Drives), next))
      for (const one of page.drives) yield shaped(Named, one)
  }

  const ofDrive = (driveId: string) => files(`mimeType!='${FOLDER}'`, { corpora: 'drive', driveId })

  return {
    drives,
    ofDrive,
    about: () => http.json(`${api}/about?fields=user(permissionId,emailAddress)`, About),
    topFolders: () => files(`mimeType='${FOLDER}' and 'root' in parents`),

    async *everything() {
      yield* files(`mimeType!='${FOLDER}'`)
      for await (const { id } of drives()) yield* ofDrive(id)
    },

    /** What lies below a folder, however deep. */
    async *below(folder: string) {
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
    },

    /** Null of a document without text. */
    async content(id: string, type = '') {
      const file = `${api}/files/${id}`
      const exported = EXPORTED[type]
      if (!exported) {
        const { body } = await http.send(`${file}?alt=media&supportsAllDrives=true`)
        return { body, contentType: 'application/octet-stream' }
      }
      const { body } = await http.send(`${file}/export?mimeType=${encodeURIComponent(exported.as)}`)
      return /\S/.test(body.toString()) ? { body, contentType: exported.contentType } : null
    },
  }
}

const isRead = ({ name, mimeType }: File) =>
  mimeType.startsWith(OF_GOOGLE)
    ? mimeType in EXPORTED
    : (mayBeRead(name) && !IMAGE.test(mimeType)) || KNOWN.test(mimeType)

/** The page of a file comes from the service: it may not lead elsewhere. */
const addressOf = ({ id, webViewLink = '' }: File, url: string) =>
  GOOGLE_PAGE.test(webViewLink) || isSameOrigin(webViewLink, url)
    ? webViewLink
    : `https://drive.google.com/open?id=${id}`

const signIn = (url: string): OAuth => {
  const { origin, hostname } = new URL(url)
  const isGoogle = hostname === HOST
  return {
    issuer: isGoogle ? 'https://accounts.google.com' : origin,
    authorize: isGoogle ? 'https://accounts.google.com/o/oauth2/v2/auth' : `${origin}/o/oauth2/v2/auth`,
    token: isGoogle ? 'https://oauth2.googleapis.com/token' : `${origin}/token`,
    revoke: isGoogle ? 'https://oauth2.googleapis.com/revoke' : `${origin}/revoke`,
    scopes: ['https://www.googleapis.com/auth/drive.readonly'],
    // Without both, a token to renew it by is given the first time alone.
    parameters: { access_type: 'offline', prompt: 'consent' },
  }
}

/** Files and documents of Google Drive that an account sees. Shortcuts are left out: what they lead to is read where it lies. */
export const googleDrive = connector({
  name: 'Google Drive',
  fields: {
    url: { input: 'url', label: 'field.address', hint: 'google.address.hint', preset: `https://${HOST}` },
  },
  choices: 'choices.drives',
  oauth: signIn,
  connect({ url }, http): Connection {
    const drive = driveAt(url, http)
    const filesIn = (choice: string) => {
      if (choice.startsWith(EVERYTHING)) return drive.everything()
      return choice.startsWith(DRIVE)
        ? drive.ofDrive(shaped(Id, choice.slice(DRIVE.length)))
        : drive.below(shaped(Id, choice))
    }
    const types = new Map<string, string>()
    return {
      async *choices() {
        const { user } = await drive.about()
        yield { id: EVERYTHING + user.permissionId, name: user.emailAddress }
        for await (const { id, name } of drive.topFolders()) yield { id, name }
        for await (const { id, name } of drive.drives()) yield { id: DRIVE + id, name }
      },

      async *items(choices): AsyncGenerator<Item> {
        for (const choice of choices)
          for await (const file of filesIn(choice)) {
            if (!isRead(file)) continue
            const { id, name, mimeType, md5Checksum, modifiedTime, size } = file
            types.set(id, mimeType)
            yield {
              key: id,
              url: addressOf(file, url),
              title: name,
              mark: md5Checksum ?? modifiedTime,
              modifiedAt: modifiedTime,
              ...(size !== undefined && !mimeType.startsWith(OF_GOOGLE) && { size }),
            }
          }
      },

      read: async ({ key, size }) => (size === 0 ? null : drive.content(key, types.get(key))),
    }
  },
})
