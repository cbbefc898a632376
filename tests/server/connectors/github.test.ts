import { CLIENT, startGithub } from '../../harness/github.ts'
import { controlsOf, TOKEN } from '../../harness/service.ts'
import { describeConnector, describeFolder } from './kit.ts'
import { createNamed, signedInTo, type TestService } from './test-service.ts'

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
  const named = createNamed()
  return {
    ...controlsOf(github),
    connector: 'github',
    settings: { url: github.url, ...CLIENT },
    ...signedInTo(github),
    choices: github.choices,
    share: (_, people) => github.share(people),
    write: (name, text, choice) => github.writeIssue(named.numberOf(name), named.titleOf(name), text, choice),
    remove: (name) => github.removeIssue(named.numberOf(name)),
    titleOf: named.titleOf,
    addressOf: (name) => github.addressOfIssue(named.numberOf(name)),
    rename(name, title) {
      named.titles.set(name, title)
      github.writeIssue(named.numberOf(name), title, `This is the text of ${name}.`)
    },
    clear() {
      github.clear()
      named.clear()
    },
  }
}

describeConnector('GitHub files', () => startFiles(false))
describeConnector('GitHub files of a tree that is too large for one answer', () => startFiles(true))
describeConnector('[42.1] GitHub issues, signed in', startIssues)
describeFolder('github')
