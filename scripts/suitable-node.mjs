import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Plain JavaScript that Node 20 can run: it decides which Node runs everything else. */
export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

const read = (file) => readFileSync(path.join(ROOT, file), 'utf8')
/** The oldest supported version, such as `22.12`, and the one to fetch, such as `24`. */
const FLOOR = JSON.parse(read('package.json')).engines.node.replace('>=', '')
const DEFAULT = read('.nvmrc').trim()

/** The npm that runs this script, else the one on the PATH: a command and its first arguments. */
export const npm = () => (process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'])

/** @param version, floor dotted numbers, such as `20.19.1` and `22.12` */
export function isAtLeast(version, floor) {
  const [major, minor] = version.split('.').map(Number)
  const [floorMajor, floorMinor] = floor.split('.').map(Number)
  return major > floorMajor || (major === floorMajor && minor >= floorMinor)
}

/**
 * Returns if this Node is new enough. Otherwise it runs this script again under a newer Node, fetched with npm,
 * forwards signals to it, and exits like it.
 */
export async function useSuitableNode() {
  if (isAtLeast(process.versions.node, FLOOR)) return endWithStarter()
  // Not on standard output, which may be kept in a file.
  console.error(
    `Lectern needs Node ${FLOOR} or newer; this is ${process.versions.node}. Using Node ${DEFAULT} from npm…`,
  )
  const node = fetchNode()
  if (!node) {
    console.error(`Node ${DEFAULT} could not be fetched from npm; see above. Install Node ${FLOOR} or newer.`)
    process.exit(1)
  }
  process.exit(await run(node))
}

/** Path of the fetched Node; undefined if npm failed. */
function fetchNode() {
  const [command, ...rest] = npm()
  const print = ['node', '-p', 'process.execPath']
  const { status, stdout } = spawnSync(
    command,
    [...rest, 'exec', '--yes', '--prefer-offline', `--package=node@${DEFAULT}`, '--', ...print],
    { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined
}

/** Runs this script under `node`, which also comes first on the PATH; returns its exit code. */
function run(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    // The channel tells the child if this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) },
  })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  // A terminal also sends these two to the child, and a second one would end it at once.
  for (const signal of ['SIGINT', 'SIGHUP'])
    process.on(signal, () => process.stdin.isTTY || child.kill(signal))
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}

/** A restarted process shuts down in order if the process that started it is killed. */
function endWithStarter() {
  if (!process.channel) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
