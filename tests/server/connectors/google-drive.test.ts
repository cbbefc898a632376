import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../../server/knowledge/connectors/connector.types.ts'
import { googleDrive } from '../../../server/knowledge/connectors/google-drive/google-drive.ts'
import { createServiceHttp } from '../../../server/knowledge/connectors/service-http.ts'
import { createHostTurns } from '../../../server/knowledge/crawling/host-turns.ts'
import { CLIENT, startGoogle, type TestGoogle } from '../../harness/google.ts'
import { controlsOf } from '../../harness/service.ts'
import { describeConnector, describeFolder } from './kit.ts'
import type { TestService } from './test-service.ts'

const start = async (kind: 'documents' | 'files'): Promise<TestService> => {
  const google = await startGoogle(kind)
  const titles = new Map<string, string>()
  const nameOf = (name: string) => (kind === 'files' ? `${name}.txt` : name)
  const titleOf = (name: string) => titles.get(name) ?? nameOf(name)
  return {
    ...controlsOf(google),
    connector: 'google_drive',
    settings: { url: google.url, ...CLIENT },
    secret: 'client_secret',
    allow: (page) => google.decided(page, 'allow'),
    issued: google.issued,
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

describe('[42.1] what is read of Google Drive', () => {
  let google: TestGoogle
  beforeAll(async () => {
    google = await startGoogle('documents')
  })
  afterAll(() => google.close())

  const connect = () => {
    const token = google.grant()
    const http = createServiceHttp({
      fetch,
      turns: createHostTurns(),
      signal: new AbortController().signal,
      token: async () => token,
    })
    return googleDrive.connect({ url: `http://127.0.0.1:${google.port}`, ...CLIENT }, http)
  }
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
    const file = 'application/octet-stream'
    expect(contents.map((content) => content?.contentType)).toEqual([
      ...['text/markdown', file, 'text/markdown'],
      file,
    ])
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
