import { mayBeRead } from '../../ingestion/sniff.ts'
import { type Connection, connector, type Item, type OAuth } from '../connector.types.ts'
import { isSameOrigin, shaped } from '../service-http.ts'
import { driveAt, EXPORTED, type File, Id, OF_GOOGLE, PERMISSIONS_AT_ONCE } from './drive.ts'
import { readersIn } from './permissions.ts'

const HOST = 'www.googleapis.com'
/** Everything that the account sees, in the name of a choice. */
const EVERYTHING = 'everything:'
const DRIVE = 'drive:'
/** Files that are known by their type, whatever they are called. */
const KNOWN = /^application\/(?:pdf|epub\+zip|vnd\.openxmlformats-officedocument\.)/
const IMAGE = /^image\//
const GOOGLE_PAGE = /^https:\/\/(?:[\w-]+\.)*google\.com\//

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

      async *items(choices, asksReaders = false): AsyncGenerator<Item> {
        drive.asking.permissions = asksReaders
        for (const choice of choices)
          for await (const file of filesIn(choice)) {
            if (!isRead(file)) continue
            const { id, name, mimeType, md5Checksum, modifiedTime, size, permissions } = file
            types.set(id, mimeType)
            yield {
              key: id,
              url: addressOf(file, url),
              title: name,
              mark: md5Checksum ?? modifiedTime,
              modifiedAt: modifiedTime,
              ...(size !== undefined && !mimeType.startsWith(OF_GOOGLE) && { size }),
              // Longer lists are asked for again, and not kept for all files at once.
              ...(permissions &&
                permissions.length < PERMISSIONS_AT_ONCE && { readers: readersIn(permissions) }),
            }
          }
      },

      read: async ({ key, size }) => (size === 0 ? null : drive.content(key, types.get(key))),

      readers: async ({ key }) => readersIn(await drive.permissions(key)),
    }
  },
})
