import { describe, expect, it } from 'vitest'
import type { Item } from '../../../server/knowledge/connectors/connector.types.ts'
import { googleDrive, readersIn } from '../../../server/knowledge/connectors/google-drive/google-drive.ts'
import { CLIENT, startGoogle, type TestGoogle } from '../../harness/google.ts'
import { closedAfterwards } from '../../harness/serve.ts'
import { controlsOf } from '../../harness/service.ts'
import { describeConnector, describeFolder } from './kit.ts'
import { serviceHttp, signedInTo, type TestService } from './test-service.ts'

const start = async (kind: 'documents' | 'files'): Promise<TestService> => {
  const google = await startGoogle(kind)
  const titles = new Map<string, string>()
  const nameOf = (name: string) => (kind === 'files' ? `${name}.txt` : name)
  const titleOf = (name: string) => titles.get(name) ?? nameOf(name)
  return {
    ...controlsOf(google),
    connector: 'google_drive',
    settings: { url: google.url, ...CLIENT },
    ...signedInTo(google),
    choices: google.choices,
    whole: { id: 'everything:0042', name: 'ann@example.test' },
    write: (name, text, choice) => google.write(nameOf(name), text, { choice }),
    writeFile: (name, text) => google.write(name, text, { file: true }),
    remove: (name) => google.trash(nameOf(name)),
    titleOf,
    addressOf: (name) => google.addressOf(nameOf(name)),
    rename(name, title) {
      titles.set(name, title)
      google.rename(nameOf(name), title)
    },
    share: (name, people) =>
      google.share(nameOf(name), people?.map((emailAddress) => ({ type: 'user', emailAddress })) ?? null),
    move: (name, choice) => google.move(nameOf(name), choice),
    clear() {
      google.clear()
      titles.clear()
    },
  }
}

describeConnector('[42.1] Google Drive with documents', () => start('documents'))
describeConnector('[42.1] Google Drive with files', () => start('files'))
describeFolder('google-drive')

const connectTo = (google: TestGoogle) => {
  const token = google.grant()
  const settings = { url: `http://127.0.0.1:${google.port}`, ...CLIENT }
  return googleDrive.connect(settings, serviceHttp({ token: async () => token }))
}

describe('[42.1] what is read of Google Drive', async () => {
  const google = closedAfterwards(await startGoogle('documents'))

  const connect = () => connectTo(google)
  const itemsOf = async (connection: ReturnType<typeof connect>, choice: string) => {
    const items: Item[] = []
    for await (const item of connection.items([choice])) items.push(item)
    return items
  }

  it('is each document of Google as what holds its text, files of a known type, and no shortcut', async () => {
    const ofGoogle = (type: string) => `application/vnd.google-apps.${type}`
    const types = {
      Doc: ofGoogle('document'),
      Sheet: ofGoogle('spreadsheet'),
      Slides: ofGoogle('presentation'),
      Form: ofGoogle('form'),
      Shortcut: ofGoogle('shortcut'),
      'Contract of 12.3': 'application/pdf',
      'photo.png': 'image/png',
      'program.exe': 'application/x-msdownload',
    }
    for (const [at, [name, mimeType]] of Object.entries(types).entries())
      google.add({ id: `1Item-${at}`, name, mimeType, text: `The text of ${name}.` })
    const connection = connect()
    const items = await itemsOf(connection, 'everything:0042')
    expect(items.map(({ title }) => title)).toEqual(['Doc', 'Sheet', 'Slides', 'Contract of 12.3'])
    const contents = await Promise.all(items.map(connection.read))
    expect(contents.map((content) => content && 'isMarkdown' in content)).toEqual([true, false, true, false])
    expect([...google.exportedAs.values()].sort()).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/markdown',
      'text/plain',
    ])
  })

  it('is nothing where the list may lack something, which would be taken for deleted', async () => {
    google.settings.isIncomplete = true
    await expect(itemsOf(connect(), '1Help')).rejects.toMatchObject({ reason: { code: 'service_away' } })
    google.settings.isIncomplete = false
  })
})

describe('[42.1] who may read a file of Google Drive', () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString()
  const user = (emailAddress: string) => ({ type: 'user', emailAddress }) as const

  it('is whom a permission names that is not over, and not whoever would need its link', () => {
    expect(
      readersIn([
        user('ann@example.test'),
        { ...user('ben@example.test'), expirationTime: soon },
        { ...user('cleo@example.test'), expirationTime: '2026-01-01T00:00:00Z' },
        { ...user('dan@example.test'), deleted: true },
        { ...user('eve@example.test'), view: 'published' },
        { type: 'group', emailAddress: 'sales@example.test' },
        { type: 'domain', domain: 'example.org', allowFileDiscovery: true },
        { type: 'domain', domain: 'link.example', allowFileDiscovery: false },
        { type: 'anyone', allowFileDiscovery: false },
      ]),
    ).toEqual({
      people: ['ann@example.test', 'ben@example.test'],
      groups: ['sales@example.test'],
      domains: ['example.org'],
    })
    expect(readersIn([user('ann@example.test'), { type: 'anyone', allowFileDiscovery: true }])).toBe('anyone')
    expect(() => readersIn(['nonsense'])).toThrow()
  })

  it('is read with the list, and page by page where the list lacks it', async () => {
    const google = await startGoogle('documents')
    const connection = connectTo(google)
    const people = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.test`)
    for (const [name, choice] of [
      ['mine', 0],
      ['of the drive', 2],
    ] as const) {
      google.write(name, 'A text.', { choice })
      google.share(name, people.map(user))
    }
    const listed = async (choice: string, asksReaders: boolean) => {
      const items: Item[] = []
      for await (const item of connection.items([choice], asksReaders)) items.push(item)
      return items
    }
    const [unasked] = await listed('1Help', false)
    expect(unasked).not.toHaveProperty('readers')
    const [mine] = await listed('1Help', true)
    expect(mine!.readers).toMatchObject({ people })
    const [shared] = await listed(google.choices[2]!.id, true)
    expect(shared).not.toHaveProperty('readers')
    expect(await connection.readers!(shared!)).toMatchObject({ people })
    await google.close()
  })
})
