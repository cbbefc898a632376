import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'
import { readReport } from './report.mjs'
import { bin, run, vitest } from './steps.mjs'
import { ON_POSTGRES } from './suite.mjs'

/**
 * npm run test:stress -- [files] [--changed 50] [--rounds 20] [--seed 1] [--minutes 60]: hunts for races. Runs
 * browser tests (all, the named ones, or those changed in the last commits) repeatedly in random order: four
 * journeys per core compete over a network that delays and reorders by up to 1.5 s, and views run beside four
 * busy processes per core, as do server tests that are named. Prints how often each test failed, with the seeds
 * that repeat it. Rounds beyond the minutes are skipped.
 */
await ensureInstalled()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    changed: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    minutes: { type: 'string', default: '600' },
  },
})
const [rounds, firstSeed, minutes] = [values.rounds, values.seed, values.minutes].map(Number)
const deadline = Date.now() + minutes * 60_000
const AT_ONCE = 4 * availableParallelism()
const left = () => Math.max(1, deadline - Date.now())
/** Playwright's message for an interrupted run. */
const CUT_OFF = /Timed out waiting/

/** Browser tests changed by the last commits. */
function changedIn(commits) {
  const log = ['log', `-${commits}`, '--name-only', '--format=', '--', 'tests/e2e', 'tests/ui']
  const { stdout } = spawnSync('git', log, { cwd: ROOT, encoding: 'utf8' })
  const isTest = (file) => /\.(spec\.ts|test\.tsx)$/.test(file) && existsSync(path.join(ROOT, file))
  return [...new Set(stdout.split('\n'))].filter(isTest)
}

const files = values.changed === undefined ? positionals : changedIn(values.changed)
const isOf = (folder) => (file) => path.normalize(file).startsWith(folder)
const asked = (folder) => files.filter(isOf(folder))
if (values.changed !== undefined && files.length === 0) {
  console.log('No browser test has changed.')
  process.exit(0)
}
const all = files.length === 0
const journeys = asked('tests/e2e')
const views = asked('tests/ui')
const server = asked('tests/server')

/** Keeps this many processes busy during `work`. */
const beside = async (count, work) => {
  const busy = Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  const end = () => {
    for (const one of busy) one.kill('SIGKILL')
  }
  process.once('exit', end)
  await work()
  process.off('exit', end)
  end()
}
// Ending the hunt also ends its busy processes.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
const reports = mkdtempSync(path.join(tmpdir(), 'lectern-stress-'))

/** Test → seeds of its failed rounds, and the first line of why it failed first. */
const failures = new Map()
let passed = 0
let done = 0
for (let seed = firstSeed; done < rounds && Date.now() < deadline; seed += 1, done += 1) {
  const env = { CHROMIUM_PATH: ensureChromium(), STRESS_SEED: String(seed) }
  const report = (name) => path.join(reports, `${seed}-${name}.json`)
  const besideBusy = (name, projects, options, through = []) => {
    const json = ['--reporter=json', `--outputFile.json=${report(name)}`]
    const [command, ...args] = [...through, ...vitest(projects, ...options, ...json).flat()]
    return beside(AT_ONCE, () => run(`round ${done + 1}, ${name}, seed ${seed}`, command, args, env, left()))
  }
  // First: they take a few minutes, and journeys whatever is left.
  if (all || views.length > 0)
    await besideBusy('views', ['walks', 'ui'], [...views, '--sequence.shuffle', `--sequence.seed=${seed}`])
  if (server.length > 0) await besideBusy('server', ['server'], server, ON_POSTGRES)
  if (all || journeys.length > 0)
    // If there are fewer tests than places, busy processes take the rest.
    await beside(all || journeys.length >= AT_ONCE ? 0 : AT_ONCE / 2, () =>
      run(
        `round ${done + 1}, journeys, seed ${seed}`,
        process.execPath,
        [
          'scripts/slow-network.mjs',
          bin('playwright'),
          'test',
          `--workers=${AT_ONCE}`,
          '--shuffle',
          String(seed),
          `--global-timeout=${left()}`,
          ...journeys,
        ],
        { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report('journeys') },
      ),
    )
  for (const name of ['journeys', 'server', 'views']) {
    const result = readReport(report(name))
    passed += result.passed
    for (const failure of result.failures) {
      if (CUT_OFF.test(failure)) continue
      const [test, why] = failure.split('\n')
      const known = failures.get(test) ?? { seeds: [], why }
      failures.set(test, { ...known, seeds: [...known.seeds, seed] })
    }
  }
}
rmSync(reports, { recursive: true })

for (const [test, { seeds, why }] of failures)
  console.log(`${seeds.length} of ${done} rounds: ${test} (seeds ${seeds.join(', ')})\n${why}`)
const failed = [...failures.values()].reduce((sum, { seeds }) => sum + seeds.length, 0)
console.log(`${done} rounds: ${passed} passed, ${failed} failed`)
// A hunt in which no test has ended has found nothing out.
process.exit(failed === 0 && passed > 0 ? 0 : 1)
