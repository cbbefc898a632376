import { EMAIL, startConfluence, TOKEN } from '../../harness/confluence.ts'
import { describeConnector, describeFolder, type TestService } from './kit.ts'

const startService = async (kind: 'cloud' | 'data center'): Promise<TestService> => {
  const confluence = await startConfluence(kind)
  const { state, asked } = confluence
  const ids = new Map<string, string>()
  const titles = new Map<string, string>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? String(1_000 + ids.size)
    ids.set(name, id)
    return id
  }
  const spaces = ['101', '102', '103']
  const isPage = /\/(?:pages|content)\/\d+$/
  return {
    connector: 'confluence',
    port: confluence.port,
    settings: { url: confluence.url, ...(kind === 'cloud' && { email: EMAIL }), token: TOKEN },
    secret: 'token',
    choices: confluence.choices,
    write: (name, text, choice = 0) =>
      confluence.write(idOf(name), titles.get(name) ?? name, text && `<p>${text}</p>`, spaces[choice]),
    remove: (name) => confluence.remove(idOf(name)),
    titleOf: (name) => titles.get(name) ?? name,
    addressOf: (name) => confluence.addressOf(idOf(name)),
    askedFor: () => asked.filter(({ path }) => isPage.test(path)).length,
    beBusy: (times, retryAfter) => void Object.assign(state, { busy: times, retryAfter }),
    refuseToken: (isRefused) => void Object.assign(state, { token: isRefused ? 'another' : TOKEN }),
    badDay: (answer) => void Object.assign(state, { badDay: answer }),
    hold: (until) => void Object.assign(state, { held: until }),
    rename(name, title) {
      titles.set(name, title)
      confluence.write(idOf(name), title, `<p>This is the text of ${name}.</p>`)
    },
    move: (name, choice) => confluence.move(idOf(name), spaces[choice]!),
    clear() {
      confluence.clear()
      ids.clear()
      titles.clear()
    },
    close: confluence.close,
  }
}

describeConnector('Confluence Cloud', () => startService('cloud'))
describeConnector('Confluence Data Center', () => startService('data center'))

describeFolder('confluence')
