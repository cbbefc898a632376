import { spawn } from 'node:child_process'
import path from 'node:path'
import { ROOT } from './ensure-installed.mjs'

/** Where the tests leave what the pages of the statecharts show (tools/statecharts/site/recordings.ts). */
export const RECORDINGS = '.cache/statecharts'

const bin = (name) => path.join(ROOT, 'node_modules/.bin', name)

const PROMISES = ['--type-aware', '--deny-warnings', 'src', 'server', 'tests', 'tools']

/**
 * Types, lint, the cost of regular expressions, and the sentences and spelling of what people read: what both
 * `npm run check` and `npm test` begin with. They run side by side, so those that would check shared types once for
 * each thread have one: two thirds of the work.
 */
export const staticChecks = () => [
  ['types', bin('tsc'), ['--noEmit', '--singleThreaded']],
  ['lint', bin('biome'), ['check', '--error-on-warnings', '.']],
  ['promises', bin('oxlint'), PROMISES, { GOMAXPROCS: '1' }],
  ['patterns', bin('tsx'), ['tools/patterns/check.ts']],
  ['prose', bin('tsx'), ['tools/prose/check.ts']],
  ['spelling', bin('cspell'), ['lint', '--no-progress', '--no-summary', '--quiet']],
]

export const vitest = (projects, ...options) => [
  bin('vitest'),
  ['run', ...projects.flatMap((project) => ['--project', project]), ...options],
]

export { bin }

/** What a process has compiled, the next one loads: each server of the tests starts threads and processes of its own. */
const NODE_COMPILE_CACHE = path.join(ROOT, '.cache/compiled')

/** Runs one step, for at most so many ms, and says how long it took; false when it failed. */
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
