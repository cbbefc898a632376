import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'

/**
 * Runs a command with a temporary PostgreSQL, whose address is in TEST_DATABASE_URL:
 *   node scripts/postgres.mjs npx vitest run --project server
 */
const [command, ...args] = process.argv.slice(2)
if (!command) {
  console.error('Usage: node scripts/postgres.mjs COMMAND …')
  process.exit(2)
}

const isRoot = process.getuid?.() === 0
const bin = findBinaries() ?? install()
if (!bin) {
  console.log('No PostgreSQL was found or could be installed: the tests on PostgreSQL are left out.')
  process.exit(0)
}

const folder = mkdtempSync(path.join(quickFolder(), 'lectern-pg-'))
const owner = isRoot ? ownerOf('postgres') : null
if (owner) chownSync(folder, owner.uid, owner.gid)
const data = path.join(folder, 'data')
const asOwner = { cwd: folder, ...owner, encoding: 'utf8' }

const made = run('initdb', [
  '-D',
  data,
  '-U',
  'postgres',
  '--auth=trust',
  '-E',
  'UTF8',
  '--locale=C',
  '--no-sync',
])
if (made.status !== 0) fail(made.stderr)

const port = await freePort()
// All data is discarded after the run, so it need not reach the disk.
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']
const server = spawn(
  path.join(bin, 'postgres'),
  [
    '-D',
    data,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    folder,
    ...settings.flatMap((set) => ['-c', set]),
  ],
  { ...asOwner, stdio: 'ignore' },
)
const stop = () => {
  server.kill('SIGINT')
}
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const ready = run('pg_isready', ['-h', '127.0.0.1', '-p', String(port), '-t', '1'], 100)
if (ready.status !== 0) {
  stop()
  fail('it did not start')
}

const child = spawn(command, args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/postgres` },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  console.error(error.message)
  process.exitCode = 1
  stop()
})
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal ? 1 : 0)
  stop()
})

/** Runs one of PostgreSQL's programs, up to `tries` times 100 ms apart until it succeeds. */
function run(program, args, tries = 1) {
  const outcome = spawnSync(path.join(bin, program), args, asOwner)
  if (outcome.status === 0 || tries <= 1) return outcome
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  return run(program, args, tries - 1)
}

function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name))))
}

function install() {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return null
  console.log('Installing PostgreSQL (apt-get install postgresql)…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], {
    stdio: 'ignore',
    env,
  })
  return findBinaries()
}

/** In memory, if there is room: creating and dropping a database on disk can take half a second of CPU time. */
function quickFolder() {
  const memory = '/dev/shm'
  const needed = 2 * 1024 ** 3 // bytes: the log alone grows to half of it
  if (!existsSync(memory)) return tmpdir()
  const { bavail: blocks, bsize: size } = statfsSync(memory)
  return Math.min(blocks * size, freemem()) > needed ? memory : tmpdir()
}

/** PostgreSQL refuses to run as root: its own user runs it, or else nobody. */
function ownerOf(name) {
  const idOf = (flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return spawnSync('id', [name]).status === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : ownerOf('nobody')
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function fail(reason) {
  console.error(`PostgreSQL could not be started: ${reason}`)
  process.exit(1)
}
