import { spawnSync } from 'node:child_process'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '../../../server/kernel/config/config.ts'
import { Environment } from '../../../server/kernel/config/environment.ts'
import { ROOT } from '../../../server/kernel/package.ts'
import { commandOf, parsedBy } from '../../../server/operator/run.ts'

const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8')
const page = read('docs/operations.md')
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
/** What follows a line if it succeeds or fails is not part of the command. */
const lines = blocks.flatMap((block) =>
  block
    .trim()
    .split('\n')
    .map((line) => line.replace(/ (?:\|\|.*|&&)$/, '')),
)
const wordsOf = (line: string) => line.match(/"[^"]*"|\S+/g) ?? []

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
  'test',
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
  const writing = blocks.filter((block) => block.includes('compose.env.example .env'))
  expect(writing).toHaveLength(1)
  expect(writing.join()).not.toContain('docker compose')
})

describe('every command of docs/operations.md', () => {
  const OF_LECTERN = /^(?:docker compose .* app )?lectern (?<given>[^>]*)/
  it.each(lines.filter((line) => OF_LECTERN.test(line)))('%s is one that lectern has', (line) => {
    // What it prints may be kept in a file.
    const { given = '' } = OF_LECTERN.exec(line)?.groups ?? {}
    const words = wordsOf(given)
    const command = commandOf(words)
    expect(command, line).toBeDefined()
    expect(parsedBy(command!, words.slice(command!.name.split(' ').length)), line).not.toBeNull()
  })

  it.each(lines)('%s names what there is', (line) => {
    const words = wordsOf(line)
    const program = words[0]!
    if (program !== 'lectern' && !/^\w+=/.test(program)) expect(OF_THE_MACHINE).toContain(program)
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

describe('[operations 10] upgrading and going back, as pasted', () => {
  /** A program is a folder with its version in `v`, and an archive is the version of its data. Each day has a number. */
  const STUBS = {
    lectern: `case $1 in
      backup) test ! -e "$2" && cp "$ROOT/opt/lectern/v" "$2" ;;
      restore) test "$(cat "$2")" = "$(cat "$ROOT/opt/lectern/v")" && cp "$2" "$ROOT/restored" ;;
    esac`,
    npm: 'test "$FAILING" != "npm $1"',
    node: 'test -z "$(ls "$2" 2>/dev/null)" && mkdir -p "$2" && echo "$VERSION" > "$2/v"',
    systemctl:
      'case $1 in stop) rm "$ROOT/running" ;; start) cp "$ROOT/opt/lectern/v" "$ROOT/running" ;; esac',
    date: 'echo x >> "$ROOT/dates" && wc -l < "$ROOT/dates" | tr -d " "',
  }
  const blockWith = (text: string) => blocks.find((block) => block.includes(text)) ?? ''
  let root: string
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'lectern-upgrade-'))
    for (const folder of ['bin', 'opt/lectern', 'var/backups/lectern'])
      mkdirSync(path.join(root, folder), { recursive: true })
    for (const [name, script] of Object.entries(STUBS))
      writeFileSync(path.join(root, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    for (const file of ['opt/lectern/v', 'running']) writeFileSync(path.join(root, file), '1\n')
  })
  afterAll(() => rmSync(root, { recursive: true }))
  const run = (block: string, env: Record<string, string> = {}) =>
    spawnSync('sh', ['-c', block.replaceAll(/\/(?=opt\/|var\/)/g, `${root}/`)], {
      env: { PATH: `${root}/bin:${process.env.PATH}`, ROOT: root, ...env },
    }).status === 0
  const upgrade = (version: number, failing = '') =>
    run(blockWith('package.mjs /opt/lectern.new'), { VERSION: String(version), FAILING: failing })
  const goBack = (archive: string) =>
    run(blockWith('mv /opt/lectern.old').replace(/(?<=^archive=.*\/)[^/\n]+$/m, archive))
  const versionIn = (file: string) => Number(readFileSync(path.join(root, file), 'utf8'))
  const archives = () => readdirSync(path.join(root, 'var/backups/lectern'))
  const state = () => ({ running: versionIn('running'), old: versionIn('opt/lectern.old/v') })

  it('can be repeated: each upgrade keeps the version before it and a backup of its own', () => {
    for (const version of [2, 3, 4]) {
      expect(upgrade(version)).toBe(true)
      expect(state()).toEqual({ running: version, old: version - 1 })
    }
    expect(archives()).toHaveLength(3)
  })

  it.each(['npm ci', 'npm run'])(
    'stops where %s fails, with the version that runs, and can be tried again',
    (failing) => {
      expect(upgrade(5, failing)).toBe(false)
      expect(state()).toEqual({ running: 4, old: 3 })
    },
  )

  it('goes back to the version before, with its data, any number of times', () => {
    for (const version of [5, 6]) {
      const known = archives()
      expect(upgrade(version)).toBe(true)
      const [archive = ''] = archives().filter((name) => !known.includes(name))
      expect(goBack('none.tar')).toBe(false)
      expect(versionIn('running')).toBe(version)
      expect(goBack(archive)).toBe(true)
      expect([versionIn('running'), versionIn('restored')]).toEqual([4, 4])
      // There is no version before it any more.
      expect(goBack(archive)).toBe(false)
      expect(versionIn('running')).toBe(4)
    }
  })
})

it('[operations 9] what the server is asked on its machine, it can be asked in containers', () => {
  const asked = lines.flatMap(
    (line) => /^curl --fail http:\/\/127\.0\.0\.1:3000(\/\w+)$/.exec(line)?.[1] ?? [],
  )
  expect(asked).toEqual(['/health', '/ready', '/metrics'])
  for (const where of asked)
    expect(lines).toContain(`docker compose exec proxy wget -qO - http://app:3000${where}`)
  expect(lines).toContain('docker compose logs --since=24h app')
  const { services, networks } = parse(read('compose.yaml'))
  for (const name of ['app', 'proxy']) expect(services[name].networks).toContain('outside')
  expect(networks).toHaveProperty('outside')
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
