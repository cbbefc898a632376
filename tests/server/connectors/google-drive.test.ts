import { CLIENT, startGoogle } from '../../harness/google.ts'
import { controlsOf } from '../../harness/service.ts'
import { describeConnector, describeFolder, type TestService } from './kit.ts'

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
