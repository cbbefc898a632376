import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../../server/kernel/config/config.ts'
import { Environment } from '../../../server/kernel/config/environment.ts'
import { ROOT } from '../../../server/kernel/package.ts'
import { commandOf, parsedBy } from '../../../server/operator/run.ts'

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
const page = read('docs/operations.md')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
const lines = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
)
const wordsOf = (line: string) => line.split(/\s+/)

/** Programs of Debian and of Docker that a newcomer has, or installs by a line of the page. */
const OF_THE_MACHINE = [
  'apt-get',
  'chmod',
  'cp',
  'createdb',
  'createuser',
  'curl',
  'docker',
  'env',
  'install',
  'journalctl',
  'mv',
  'nginx',
  'node',
  'npm',
  'openssl',
  'rm',
  'runuser',
  'systemctl',
  'useradd',
]

const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  ...globSync(['docs/*.md', '{src,server,tests}/**/decisions.md'], { cwd: ROOT }),
]

it.each(DOCUMENTS)('%s links to files that exist', (document) => {
  for (const [, target = ''] of read(document).matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g))
    expect(existsSync(path.join(ROOT, path.dirname(document), target)), target).toBe(true)
})

it('[review 14] what is pasted whole starts nothing before its settings are written', () => {
  const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const writing = blocks.filter((block) => block.includes('compose.env.example .env'))
  expect(writing).toHaveLength(1)
  expect(writing.join()).not.toContain('docker compose')
})

describe('every command of docs/operations.md', () => {
  it.each(lines.filter((line) => /^(docker compose (exec|exec -T|run --rm) app )?lectern /.test(line)))(
    '%s is one that lectern has',
    (line) => {
      // What it prints may be kept in a file.
      const [given = ''] = line.slice(line.indexOf('lectern ') + 'lectern '.length).split(' > ')
      const words = wordsOf(given)
      const command = commandOf(words)
      expect(command, line).toBeDefined()
      expect(parsedBy(command!, words.slice(command!.name.split(' ').length)), line).not.toBeNull()
    },
  )

  it.each(lines)('%s names what there is', (line) => {
    const words = wordsOf(line)
    const program = words[0]!
    if (program !== 'lectern') expect(OF_THE_MACHINE).toContain(program)
    if (program === 'npm' && words[1] === 'run') expect(scripts).toHaveProperty(words[2]!)
    for (const word of words) {
      if (/^(scripts|deploy|dist)\//.test(word) && !word.startsWith('dist/'))
        expect(existsSync(path.join(ROOT, word)), word).toBe(true)
      const [, packed] = /^\/opt\/lectern\/(.*)$/.exec(word) ?? []
      if (packed) expect(packed).toMatch(/^(scripts\/lectern\.mjs|dist\/server\/main\.js)$/)
    }
    const [, service] = /^docker compose (?:exec|exec -T|stop|run --rm) (\w+)/.exec(line) ?? []
    if (service) expect(parse(read('compose.yaml')).services).toHaveProperty(service)
  })
})

it('docs/operations.md explains every alert, and links to pages and headings that exist', () => {
  const alerts = [...read('deploy/prometheus-alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name)
  const explained = [...page.matchAll(/^\| `(Lectern\w+)` \|/gm)].map(([, name]) => name)
  expect(explained).toEqual(alerts)
  const anchors = new Set(
    [...page.matchAll(/^## (.+)$/gm)].map(
      ([, title = '']) =>
        `#${title
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-')}`,
    ),
  )
  for (const [, link = ''] of page.matchAll(/\]\(([^)]+)\)/g)) {
    if (link.startsWith('#')) expect(anchors).toContain(link)
    else if (!link.startsWith('https:'))
      expect(existsSync(path.join(ROOT, 'docs', link.split('#', 1)[0]!)), link).toBe(true)
  }
})

it('docs/settings.md explains every setting', () => {
  const settings = read('docs/settings.md')
  const missing = Object.keys(Environment.def.shape).filter((name) => !settings.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

it('docs/commands.md lists every command and every bench', () => {
  const listed = [...read('docs/commands.md').matchAll(/`npm (?:run )?([\w:-]+)(?: -- ([\w-]+))?/g)]
  const commands = new Set(listed.flatMap(([, name, of]) => [name, `${name}:${of}`]))
  expect(Object.keys(scripts).filter((name) => !commands.has(name))).toEqual([])
  const benches = globSync('tests/bench/*.bench.ts', { cwd: ROOT }).map((file) =>
    path.basename(file, '.bench.ts'),
  )
  expect(benches.filter((name) => !commands.has(`bench:${name}`))).toEqual([])
})

it('the settings of deploy/lectern.env.example are settings that can be used', () => {
  const given = read('deploy/lectern.env.example').matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)
  const env = Object.fromEntries([...given].map(([, name, value]) => [name!, value]))
  expect(loadConfig({ ...env, JWT_SECRET: 'x'.repeat(32) })).toMatchObject({
    publicUrl: 'https://lectern.example.com',
    trustProxy: true,
  })
})
