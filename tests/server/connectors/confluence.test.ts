import { CLIENT, EMAIL, startConfluence } from '../../harness/confluence.ts'
import { TOKEN } from '../../harness/service.ts'
import { describeConnector, describeFolder } from './kit.ts'
import { signedInTo, type TestService } from './test-service.ts'

const startService = async (kind: Parameters<typeof startConfluence>[0]): Promise<TestService> => {
  const confluence = await startConfluence(kind)
  const ids = new Map<string, string>()
  const titles = new Map<string, string>()
  const idOf = (name: string) => {
    const id = ids.get(name) ?? String(1_000 + ids.size)
    ids.set(name, id)
    return id
  }
  const spaces = ['101', '102', '103']
  return {
    ...confluence,
    connector: 'confluence',
    ...(kind === 'signed in'
      ? { settings: { url: confluence.url, ...CLIENT }, ...signedInTo(confluence) }
      : {
          settings: { url: confluence.url, ...(kind === 'cloud' && { email: EMAIL }), token: TOKEN },
          secret: 'token',
        }),
    write: (name, text, choice = 0) =>
      confluence.write(idOf(name), titles.get(name) ?? name, text && `<p>${text}</p>`, spaces[choice]),
    remove: (name) => confluence.remove(idOf(name)),
    titleOf: (name) => titles.get(name) ?? name,
    addressOf: (name) => confluence.addressOf(idOf(name)),
    rename(name, title) {
      titles.set(name, title)
      confluence.write(idOf(name), title, `<p>This is the text of ${name}.</p>`)
    },
    ...(kind !== 'data center' && {
      share: (name: string, people: string[] | null) =>
        confluence.restrict(idOf(name), people && { people, groups: [] }),
    }),
    move: (name, choice) => confluence.move(idOf(name), spaces[choice]!),
    clear() {
      confluence.clear()
      ids.clear()
      titles.clear()
    },
  }
}

describeConnector('Confluence Cloud', () => startService('cloud'))
describeConnector('[42.1] Confluence Cloud, signed in', () => startService('signed in'))
describeConnector('Confluence Data Center', () => startService('data center'))

describeFolder('confluence')
