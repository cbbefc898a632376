import { spawn } from 'node:child_process'
import path from 'node:path'
import { ROOT } from './ensure-installed.mjs'

/** Test recordings for the statechart pages (tools/statecharts/site/recordings.ts). */
export const RECORDINGS = '.cache/statecharts'

const bin = (name) => path.join(ROOT, 'node_modules/.bin', name)

/** An exception that excepts nothing any more would permit the next fault on its line. */
const PROMISES = [
  '--type-aware',
  '--deny-warnings',
  '--report-unused-disable-directives',
  'src',
  'server',
  'tests',
  'tools',
]

/** What they allocate is in use until they end: collecting it costs a third of their work, and frees a tenth. */
const UNCOLLECTED = { GOGC: 'off' }

/** Of spelling: files that have not changed are not read again, unless the words or the settings have. */
const CACHED = ['--cache', '--cache-strategy', 'content', '--cache-location', '.cache/spelling']

/**
 * Types, lint, the cost of regular expressions, and prose and spelling of visible texts: the first part of `npm
 * run check` and `npm test`. They run in parallel, so tools that would check shared types once per thread use
 * one thread: two thirds of the work.
 */
export const staticChecks = () => [
  ['types', bin('tsc'), ['--noEmit', '--singleThreaded'], UNCOLLECTED],
  ['lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['promises', bin('oxlint'), PROMISES, { GOMAXPROCS: '1', ...UNCOLLECTED }],
  ['patterns', bin('tsx'), ['tools/patterns/check.ts']],
  ['prose', bin('tsx'), ['tools/prose/check.ts']],
  ['spelling', bin('cspell'), ['lint', '--no-progress', '--no-summary', '--quiet', ...CACHED]],
]

export const vitest = (projects, ...options) => [
  bin('vitest'),
  ['run', ...projects.flatMap((project) => ['--project', project]), ...options],
]

export { bin }

/** Cache of compiled code: each test server starts its own threads and processes. */
const NODE_COMPILE_CACHE = path.join(ROOT, '.cache/compiled')

/** Runs one step with a time limit in ms, and prints its duration; false if it failed. */
export function run(name, command, args, env = {}, timeout = 0) {
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE, ...process.env, ...env },
      ...(timeout > 0 && { timeout }),
    })
    child.on('error', (error) => {
      console.error(`${name}: ${error.message}`)
      resolve(false)
    })
    child.on('exit', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`)
      resolve(code === 0)
    })
  })
}
