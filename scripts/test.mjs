import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'
import { bin, RECORDINGS, staticChecks } from './steps.mjs'
import { createSuite, ON_POSTGRES } from './suite.mjs'
import { journeyFiles, serverFiles } from './thorough.mjs'

/**
 * npm test: types, lint, every machine and view, and the server tests and journeys that a change is likely to
 * break. With --thorough the rest of both (scripts/thorough.mjs) and the pages for reviewers, which CI runs
 * afterwards.
 */
await ensureInstalled()
const { values } = parseArgs({ options: { thorough: { type: 'boolean' } } })
const isThorough = values.thorough === true
const extent = isThorough ? 'thorough' : 'quick'
/** Walks recorded by `npm test` are shown on the pages of the next run. */
const walks = path.join(ROOT, RECORDINGS, 'noted')
if (!isThorough) rmSync(walks, { recursive: true, force: true })
const { step, tests, journeys, failed, end } = createSuite({
  CHROMIUM_PATH: ensureChromium(),
  LECTERN_WALKS: walks,
})
/** Installs a package; runs at night. */
const PACKAGE = 'tests/server/packaging/package.test.ts'
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
/** Server tests partly wait: three at a time keep two cores busy. */
const server = (name, files, through) =>
  tests(name, ['server'], [...files, '--maxWorkers=3', '--exclude', PACKAGE], through)

await Promise.all([
  isThorough || tests('machines, services, views', ['machines', 'services', 'composed', 'walks', 'ui']),
  // The journeys need it; it mostly uses one core.
  step('build', process.execPath, ['scripts/build.mjs']),
])
// Server tests wait for processes, sockets and databases; meanwhile a core does other work.
const [passedOnPostgres] = await Promise.all([
  server('server, PostgreSQL', serverFiles[extent], ON_POSTGRES),
  ...(isThorough ? [] : staticChecks()).map((check) => step(...check)),
])
// Journeys use the embedded database, too: after a run on PostgreSQL, only database tests run on it.
const onEmbedded = passedOnPostgres === 0 ? serverFiles[extent] : isThorough && OF_THE_DATABASE
await Promise.all([
  onEmbedded && server('server, embedded database', onEmbedded),
  // Recorded journeys run with the pages for reviewers, which show them.
  journeys('journeys', bin('playwright'), ['test', '--grep-invert', 'journey: ', ...journeyFiles[extent]]),
])

// Walks of failed tests are not reported.
if (failed.length > 0) rmSync(walks, { recursive: true, force: true })
if (isThorough) {
  await journeys('statecharts:site', process.execPath, ['scripts/statecharts-site.mjs'])
  if (existsSync(path.join(ROOT, '.git')))
    await step('statecharts:diff', process.execPath, ['scripts/tool.mjs', 'statecharts/diff/main', 'HEAD'])
}
end()
