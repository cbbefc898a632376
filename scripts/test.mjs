import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'
import { readReport } from './report.mjs'
import { bin, RECORDINGS, run, staticChecks, vitest } from './steps.mjs'
import { journeyFiles, serverFiles } from './thorough.mjs'

/**
 * npm test: types, lint, every machine and view, and the server tests and journeys that a change is likely to
 * break. With --thorough the rest of both (scripts/thorough.mjs) and the pages for reviewers, which CI runs
 * afterwards. With --nightly also what is slow and seldom changes: properties a hundred times as often, the
 * whole server on the embedded database, several processes, the package, the journeys over a slow network, axe
 * on every picture, and every documented command under the oldest and the newest Node.
 */
await ensureInstalled()
const { values } = parseArgs({ options: { thorough: { type: 'boolean' }, nightly: { type: 'boolean' } } })
const isNightly = values.nightly === true
const isThorough = values.thorough === true
const extent = isNightly ? 'nightly' : isThorough ? 'thorough' : 'quick'
const reports = mkdtempSync(path.join(tmpdir(), 'lectern-test-'))
/** Walks recorded by `npm test` are shown on the pages of the next run. */
const walks = path.join(ROOT, RECORDINGS, 'noted')
if (!isThorough) rmSync(walks, { recursive: true, force: true })
const env = {
  CHROMIUM_PATH: ensureChromium(),
  LECTERN_WALKS: walks,
  ...(isNightly && { PROPERTY_RUNS: '100000', FUZZ: '50' }),
}
const reportOf = (name) => path.join(reports, `${name}.json`)
const failed = []
const step = async (name, command, args, more = {}) => {
  if (!(await run(name, command, args, { ...env, ...more }))) failed.push(name)
}
const reported = (projects, name, ...options) =>
  vitest(projects, ...options, '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(name)}`)
const PACKAGE = 'tests/server/packaging/package.test.ts'
/** Server tests partly wait: three at a time keep two cores busy. */
const server = (name, files = serverFiles[extent]()) =>
  reported(['server'], name, ...files, '--maxWorkers=3', ...(isNightly ? [] : ['--exclude', PACKAGE]))
/** Tests of possible differences between the two databases. */
const OF_THE_DATABASE = [
  'database',
  'migrations',
  'process',
  'recovery',
  'organizations',
  'search',
  'idempotency',
].map((name) => `tests/server/${name}.test.ts`)

const onPostgres = (name, [command, args]) =>
  step(name, process.execPath, ['scripts/postgres.mjs', command, ...args])

await Promise.all([
  isThorough ||
    step('machines, services, views', ...reported(['machines', 'services', 'walks', 'ui'], 'unit')),
  // The journeys need it; it mostly uses one core.
  step('build', process.execPath, ['scripts/build.mjs']),
])
// Server tests wait for processes, sockets and databases; meanwhile a core does other work.
await Promise.all([
  onPostgres('server, PostgreSQL', server('postgresql')),
  ...(isThorough ? [] : staticChecks()).map((check) => step(...check)),
])
if (isNightly) await onPostgres('several processes', reported(['cluster'], 'cluster'))
// Journeys use the embedded database, too: after a full PostgreSQL run, only database tests run on it.
const hadEvery = !isNightly && readReport(reportOf('postgresql')).passed > 0
const embedded = !hadEvery ? server('embedded') : isThorough && server('embedded', OF_THE_DATABASE)
/** Recorded journeys run with the pages for reviewers, which show them. */
const journeys = ['test', '--grep-invert', 'journey: ', ...journeyFiles[extent]()]
await Promise.all([
  embedded && step('server, embedded database', ...embedded),
  step('journeys', bin('playwright'), journeys, { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('journeys') }),
])
if (isNightly) {
  const overSlowNetwork = ['scripts/slow-network.mjs', bin('playwright'), 'test']
  await step('journeys, slow network', process.execPath, overSlowNetwork, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('slow'),
  })
  await step('pictures', process.execPath, ['scripts/screenshots.mjs', '--axe'])
  await step('documented commands', process.execPath, ['scripts/commands.mjs'])
}

// Walks of failed tests are not reported.
if (failed.length > 0) rmSync(walks, { recursive: true, force: true })
if (isThorough || isNightly) {
  await step('statecharts:site', process.execPath, ['scripts/statecharts-site.mjs'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('site'),
  })
  if (existsSync(path.join(ROOT, '.git')))
    await step('statecharts:diff', process.execPath, ['scripts/tool.mjs', 'statecharts/diff/main', 'HEAD'])
}

// Last, with names: the end of a long log may be all that is kept.
const results = ['unit', 'postgresql', 'cluster', 'embedded', 'journeys', 'site', 'slow'].map((name) =>
  readReport(reportOf(name)),
)
rmSync(reports, { recursive: true })
const all = (key) => results.flatMap((result) => result[key])
const sum = (key) => all(key).reduce((total, count) => total + count, 0)
for (const name of all('failures')) console.log(`Failed: ${name}`)
if (failed.length > 0) console.log(`Failed steps: ${failed.join(', ')}`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(failed.length === 0 ? 0 : 1)
