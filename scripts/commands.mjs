import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { npm, ROOT } from './suitable-node.mjs'

/**
 * node scripts/commands.mjs [name…]: runs the documented commands except tests and most benches, each with its smallest input, in a fresh
 * clone of the current commit, under the oldest Node that package.json supports and the newest. Servers are
 * stopped once they respond.
 */
const SMALL_SCREENS = ['--only', 'team', '--widths', '390', '--themes', 'dark', '--languages', 'de']
const FINITE = {
  build: [],
  check: [],
  format: [],
  client: [],
  texts: [],
  statecharts: [],
  'statecharts:site': [],
  'statecharts:diff': ['HEAD'],
  'mutate:machines': ['toasts'],
  'mutate:constants': ['S9.9'],
  screenshots: SMALL_SCREENS,
  'db:migration': ['--name', 'nothing'],
  'release-data': [],
  lectern: ['help'],
  bench: ['search'],
  'test:stress': ['tests/ui/parts/form.test.tsx', '--rounds', '1'],
}
/** Command → its output once it serves. */
const SERVING = { start: /Lectern is ready at/, demo: /Lectern is ready at/, dev: /Lectern is ready at/ }
/** Maximum time of one command, in ms: the first one installs everything. */
const PATIENCE = 15 * 60_000

const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'))
const NODES = [engines.node.replace('>=', ''), 'latest']
const asked = process.argv.slice(2)
const isAsked = ([name]) => asked.length === 0 || asked.includes(name)

/** Folder of this Node, fetched with npm. */
function folderOf(version) {
  const [command, ...rest] = npm()
  const print = ['node', '-p', 'process.execPath']
  const { stdout } = spawnSync(
    command,
    [...rest, 'exec', '--yes', '--prefer-offline', `--package=node@${version}`, '--', ...print],
    { cwd: tmpdir(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return path.dirname(stdout.trim().split('\n').at(-1))
}

/** Runs one command; returns whether it succeeded, or began to serve. */
function succeeds(args, options, serves) {
  const child = spawn('npm', args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  return new Promise((resolve) => {
    let said = ''
    let isServing = false
    const end = () => process.kill(-child.pid, 'SIGTERM')
    const late = setTimeout(end, PATIENCE)
    const hear = (chunk) => {
      said = (said + chunk).slice(-20_000)
      if (isServing || !serves?.test(said)) return
      isServing = true
      end()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (code) => {
      clearTimeout(late)
      const isFine = isServing || (!serves && code === 0)
      if (!isFine) console.log(said)
      resolve(isFine)
    })
  })
}

const failed = []

async function runUnder(version, index) {
  const bin = folderOf(version)
  const clone = mkdtempSync(path.join(tmpdir(), 'lectern-clone-'))
  spawnSync('git', ['clone', '--quiet', ROOT, clone], { stdio: 'inherit' })
  const env = {
    ...process.env,
    PATH: [bin, process.env.PATH].join(path.delimiter),
    CHROMIUM_PATH: ensureChromium(),
    DATA_DIR: path.join(clone, 'data'),
    PORT: '0',
    API_PORT: String(3900 + index),
  }
  delete env.npm_execpath
  const run = async (name, args, serves) => {
    const isFine = await succeeds(['run', name, '--', ...args], { cwd: clone, env }, serves)
    console.log(`${isFine ? '✓' : '✗'} npm run ${name} under Node ${version}`)
    if (!isFine) failed.push(`${name} under Node ${version}`)
  }
  for (const [name, args] of Object.entries(FINITE).filter(isAsked)) await run(name, args)
  for (const [name, serves] of Object.entries(SERVING).filter(isAsked)) await run(name, [], serves)
  rmSync(clone, { recursive: true, force: true })
}

// Side by side: each has its own clone.
await Promise.all(NODES.map(runUnder))
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)
