import { createHash } from 'node:crypto'
import { createOAuthServer } from './oauth.ts'
import { startService } from './service.ts'

const OF_GOOGLE = 'application/vnd.google-apps.'
const FOLDER = `${OF_GOOGLE}folder`
const EXPORT_BYTES_MAX = 10 * 1024 * 1024
const DRIVE = '0ADrive-of-help'
const TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  pdf: 'application/pdf',
  psd: 'image/vnd.adobe.photoshop',
  '': 'text/plain',
}

/** The credentials that people create in Google Cloud for the server. */
export const CLIENT = {
  client_id: 'lectern.apps.googleusercontent.com',
  client_secret: 'GOCSPX-of-the-tests',
}
export const ACCOUNT = 'ann@example.test'

type File = {
  id: string
  name: string
  mimeType: string
  parent: string
  text: string
  version: number
  trashed: boolean
  /** Null if the account cannot see them. */
  permissions: Permission[] | null
}
export type Permission = {
  type: 'user' | 'group' | 'domain' | 'anyone'
  emailAddress?: string
  domain?: string
  allowFileDiscovery?: boolean
  deleted?: boolean
  expirationTime?: string
  view?: string
}
const OWNER: Permission[] = [{ type: 'user', emailAddress: ACCOUNT }]
const dateOf = (version: number) => new Date(Date.UTC(2026, 0, 31, 12, version)).toISOString()
const extensionOf = (name: string) => /\.(\w+)$/.exec(name)?.[1] ?? ''

/**
 * Google's OAuth 2.0 and Drive (API v3), as their public references describe them; lists come in pages of two,
 * whatever limit is requested. `kind` says whether written items are Google documents or files.
 */
export const startGoogle = async (kind: 'documents' | 'files') => {
  const isOf = (one: { parent: string }, place: string) => one.parent === place
  const folder = (id: string, name: string, parent: string) => ({
    ...{ id, name, parent, mimeType: FOLDER, text: '', version: 1, trashed: false, permissions: null },
  })
  const folders = [
    folder('1Help', 'Help', 'root'),
    folder('1Sales', 'Sales & more', 'root'),
    folder('1Deep', 'Deep', '1Help'),
    folder('1Thrown-away', 'Thrown away', 'root'),
  ]
  folders[3]!.trashed = true
  /** The folder for each choice's items. */
  const places = ['1Deep', '1Sales', DRIVE]
  const choices = [
    { id: '1Help', name: 'Help' },
    { id: '1Sales', name: 'Sales & more' },
    { id: `drive:${DRIVE}`, name: 'Help desk' },
  ]
  const files = new Map<string, File>()
  const exportedAs = new Map<string, string>()
  const oauth = createOAuthServer(
    {
      client: CLIENT,
      authorize: '/o/oauth2/v2/auth',
      token: '/token',
      revoke: '/revoke',
      asked: { access_type: 'offline', scope: 'https://www.googleapis.com/auth/drive.readonly' },
      saysIssuer: true,
      prefixes: { access: 'ya29.access-', refresh: '1//refresh-', code: '4/code-' },
    },
    () => service.state.isRefused,
  )
  const settings = Object.assign(oauth.settings, {
    /** Whether lists report that they may be incomplete. */
    isIncomplete: false,
  })

  /** Sent with a file of a drive that is not shared, for an account that can share it. */
  const isTold = ({ parent, permissions }: File, fields: string) =>
    fields.includes('permissions(') && permissions !== null && parent !== DRIVE && kind === 'documents'
  const presented = (file: File, fields: string) => ({
    ...(isTold(file, fields) && { permissions: file.permissions }),
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    webViewLink: addressOf(file),
    modifiedTime: dateOf(file.version),
    ...(!file.mimeType.startsWith(OF_GOOGLE) && {
      md5Checksum: createHash('md5').update(file.text).digest('hex'),
      size: String(Buffer.byteLength(file.text)),
    }),
  })
  const addressOf = ({ id }: Pick<File, 'id'>) =>
    `http://google.test:${service.port}/${kind === 'files' ? 'file' : 'document'}/d/${id}/edit`

  const matching = (q: string, driveId: string | null) => {
    const parents = [...q.matchAll(/'([^']+)' in parents/g)].map(([, id]) => id)
    const [, not, type] = /mimeType(!?)='([^']+)'/.exec(q) ?? []
    return [...folders, ...files.values()].filter(
      (file) =>
        !file.trashed &&
        (parents.length === 0 || parents.some((place) => isOf(file, place!))) &&
        (type === undefined || (file.mimeType === type) === (not === '')) &&
        (driveId === null ? parents.length > 0 || !isOf(file, DRIVE) : isOf(file, driveId)),
    )
  }

  const service = await startService(
    async (exchange) => {
      const { request, url, send, response } = exchange
      const { pathname, searchParams } = url
      const refuse = (status: number, reason: string) =>
        send({ error: { code: status, errors: [{ domain: 'global', reason }], message: reason } }, status)

      if (await oauth.answer(exchange)) return
      if (service.state.isRefused || !oauth.isGiven(request.headers.authorization))
        return refuse(401, 'authError')
      const paged = (name: string, list: unknown[]) => {
        const at = Number(searchParams.get('pageToken') ?? 0)
        const next = at + 2 < list.length
        send({
          [name]: list.slice(at, at + 2),
          ...(next && { nextPageToken: String(at + 2) }),
          ...(name === 'files' && { incompleteSearch: settings.isIncomplete }),
        })
      }
      const path = pathname.replace('/drive/v3', '')
      if (path === '/about') return send({ user: { permissionId: '0042', emailAddress: ACCOUNT } })
      if (path === '/drives') return paged('drives', [{ id: DRIVE, name: 'Help desk' }])
      if (path === '/files') {
        const found = matching(searchParams.get('q') ?? '', searchParams.get('driveId'))
        const fields = searchParams.get('fields') ?? ''
        return paged(
          'files',
          found.map((file) => presented(file, fields)),
        )
      }
      const [, shared] = /^\/files\/([^/]+)\/permissions$/.exec(path) ?? []
      if (shared !== undefined) {
        const list = files.get(shared)?.permissions
        if (list === undefined) return refuse(404, 'notFound')
        return list ? paged('permissions', list) : refuse(403, 'insufficientFilePermissions')
      }
      const [, id = '', exported] = /^\/files\/([^/]+)(\/export)?$/.exec(path) ?? []
      const file = files.get(id)
      if (!file) return refuse(404, 'notFound')
      if (exported !== undefined && Buffer.byteLength(file.text) > EXPORT_BYTES_MAX)
        return refuse(403, 'exportSizeLimitExceeded')
      const type = exported === undefined ? file.mimeType : (searchParams.get('mimeType') ?? '')
      if (exported !== undefined) exportedAs.set(id, type)
      response.writeHead(200, { 'content-type': type }).end(file.text)
    },
    ({ pathname, searchParams }) => pathname.endsWith('/export') || searchParams.has('alt'),
    // Usually it does not say for how long.
    (retryAfter) => ({
      status: kind === 'files' ? 429 : 403,
      headers: kind === 'files' || Number(retryAfter) > 60 ? { 'retry-after': retryAfter } : {},
      body: { error: { errors: [{ reason: 'userRateLimitExceeded' }] } },
    }),
  )

  const ids = new Map<string, string>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? `1File-${ids.size}`
    ids.set(name, id)
    return id
  }
  const change = (name: string, changes: Partial<File>) => {
    const file = files.get(idOf(name))!
    files.set(file.id, { ...file, ...changes })
  }
  return {
    ...service,
    ...oauth,
    settings,
    choices,
    /** Export formats that were requested, by document id. */
    exportedAs,
    url: `http://google.test:${service.port}`,
    write(name: string, text: string, { choice = 0, file = kind === 'files' } = {}) {
      const version = (files.get(idOf(name))?.version ?? 0) + 1
      const mimeType = file ? (TYPES[extensionOf(name)] ?? TYPES['']!) : `${OF_GOOGLE}document`
      files.set(idOf(name), {
        ...{ id: idOf(name), name, mimeType, text, version, trashed: false },
        permissions: files.get(idOf(name))?.permissions ?? OWNER,
        parent: files.get(idOf(name))?.parent ?? places[choice]!,
      })
    },
    add: (file: Pick<File, 'id' | 'name' | 'mimeType' | 'text'>) =>
      void files.set(file.id, {
        ...file,
        ...{ parent: places[0]!, version: 1, trashed: false, permissions: OWNER },
      }),
    /** Without changing the file. */
    share: (name: string, permissions: Permission[] | null) => change(name, { permissions }),
    trash: (name: string) => change(name, { trashed: true }),
    rename: (name: string, title: string) =>
      change(name, { name: title, version: files.get(idOf(name))!.version + 1 }),
    move: (name: string, choice: number) => change(name, { parent: places[choice]! }),
    addressOf: (name: string) => addressOf({ id: idOf(name) }),
    clear() {
      files.clear()
      ids.clear()
    },
  }
}
export type TestGoogle = Awaited<ReturnType<typeof startGoogle>>
