import { CLIENT, startGithub } from '../../harness/github.ts'
import { controlsOf, TOKEN } from '../../harness/service.ts'
import { describeConnector, describeFolder } from './kit.ts'
import type { TestService } from './test-service.ts'

const startFiles = async (isTruncated: boolean): Promise<TestService> => {
  const github = await startGithub()
  github.changes.isTruncated = isTruncated
  const pathOf = (name: string) => `guides/${name}.md`
  return {
    ...controlsOf(github),
    connector: 'github',
    settings: { url: github.url, token: TOKEN },
    secret: 'token',
    choices: github.choices,
    share: (_, people) => github.share(people),
    write: (name, text, choice) => github.writeFile(pathOf(name), text, choice),
    writeFile: github.writeFile,
    remove: (name) => github.removeFile(pathOf(name)),
    titleOf: (name) => `guides ${name}.md`,
    addressOf: (name) => github.addressOfFile(pathOf(name)),
    clear: github.clear,
  }
}

const startIssues = async (): Promise<TestService> => {
  const github = await startGithub()
  const numbers = new Map<string, number>()
  const titles = new Map<string, string>()
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size + 1
    numbers.set(name, number)
    return number
  }
  const titleOf = (name: string) => titles.get(name) ?? name
  return {
    ...controlsOf(github),
    connector: 'github',
    settings: { url: github.url, ...CLIENT },
    secret: 'client_secret',
    allow: (page) => github.decided(page, 'allow'),
    issued: github.issued,
    refreshTokens: github.refreshTokens,
    endAccess: github.endAccess,
    choices: github.choices,
    share: (_, people) => github.share(people),
    write: (name, text, choice) => github.writeIssue(numberOf(name), titleOf(name), text, choice),
    remove: (name) => github.removeIssue(numberOf(name)),
    titleOf,
    addressOf: (name) => github.addressOfIssue(numberOf(name)),
    rename(name, title) {
      titles.set(name, title)
      github.writeIssue(numberOf(name), title, `This is the text of ${name}.`)
    },
    clear() {
      github.clear()
      numbers.clear()
      titles.clear()
    },
  }
}

describeConnector('GitHub files', () => startFiles(false))
describeConnector('GitHub files of a tree that is too large for one answer', () => startFiles(true))
describeConnector('[42.1] GitHub issues, signed in', startIssues)
describeFolder('github')
