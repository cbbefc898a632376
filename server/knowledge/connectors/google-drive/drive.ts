import * as z from 'zod/mini'
import { fetchFailure } from '../../../kernel/fetching/fetch-failure.ts'
import { followed, type ServiceHttp, shaped } from '../service-http.ts'
import { PERMISSION, Permissions } from './permissions.ts'

const FILES_AT_ONCE = 1_000
const DRIVES_AT_ONCE = 100
/** Folders whose contents are asked for together. */
const FOLDERS_AT_ONCE = 40
export const PERMISSIONS_AT_ONCE = 100
/** Below what was chosen. */
const FOLDERS_MAX = 20_000

export const OF_GOOGLE = 'application/vnd.google-apps.'
const FOLDER = `${OF_GOOGLE}folder`
/** As which the documents of Google are read: a sheet with all its tables, slides as their text. */
export const EXPORTED: Readonly<Record<string, { as: string; contentType: string }>> = {
  [`${OF_GOOGLE}document`]: { as: 'text/markdown', contentType: 'text/markdown' },
  [`${OF_GOOGLE}presentation`]: { as: 'text/plain', contentType: 'text/markdown' },
  [`${OF_GOOGLE}spreadsheet`]: {
    as: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    contentType: 'application/octet-stream',
  },
}

export const Id = z.string().check(z.regex(/^[\w-]+$/))
const File = z.object({
  id: Id,
  name: z.string(),
  mimeType: z.string(),
  webViewLink: z.optional(z.string()),
  modifiedTime: z.string(),
  md5Checksum: z.optional(z.string()),
  size: z.optional(z.coerce.number()),
  /** Left out where the account may not share it, and in shared drives. */
  permissions: z.optional(z.array(z.unknown())),
})
export type File = z.output<typeof File>
const FILE = Object.keys(z.omit(File, { permissions: true }).shape).join()
const FILE_SHARED = `${FILE},permissions(${PERMISSION})`
const Files = z.object({
  files: z.array(z.unknown()),
  nextPageToken: z.optional(z.string()),
  incompleteSearch: z.optional(z.boolean()),
})
const Drives = z.object({ drives: z.array(z.unknown()), nextPageToken: z.optional(z.string()) })
const Named = z.object({ id: Id, name: z.string() })
const About = z.object({ user: z.object({ permissionId: Id, emailAddress: z.string() }) })

/** Drive API v3: https://developers.google.com/workspace/drive/api/reference/rest/v3 */
export const driveAt = (url: string, http: ServiceHttp) => {
  /** With the permissions of each file, where they are asked for: then a page is shorter. */
  const asking = { permissions: false }
  const { origin } = new URL(url)
  const api = `${origin}/drive/v3`
  const next = ({ nextPageToken }: { nextPageToken?: string | undefined }) => nextPageToken
  const paged = (address: string, at: string) =>
    at ? `${address}&pageToken=${encodeURIComponent(at)}` : address

  async function* files(q: string, where: Record<string, string> = {}): AsyncGenerator<File> {
    const asked = new URLSearchParams({
      q: `${q} and trashed=false`,
      pageSize: String(FILES_AT_ONCE),
      fields: `nextPageToken,incompleteSearch,files(${asking.permissions ? FILE_SHARED : FILE})`,
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
    asking,
    drives,
    ofDrive,
    about: () => http.json(`${api}/about?fields=user(permissionId,emailAddress)`, About),
    /** @throws FetchFailure 403 where the account may not see them */
    async permissions(id: string) {
      const fields = `nextPageToken,permissions(${PERMISSION})`
      const address = `${api}/files/${id}/permissions?supportsAllDrives=true&pageSize=${PERMISSIONS_AT_ONCE}&fields=${fields}`
      const list: unknown[] = []
      for await (const page of followed('', (at) => http.json(paged(address, at), Permissions), next))
        list.push(...page.permissions)
      return list
    },
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
