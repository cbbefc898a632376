import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { bin, run, staticChecks, vitest } from './steps.mjs'

/** Everything: types, lint, unit, model-based and view tests, the server on both databases, the journeys. */
ensureInstalled()
const reports = mkdtempSync(path.join(tmpdir(), 'lectern-test-'))
const walks = path.join(reports, 'walks')
const env = { CHROMIUM_PATH: ensureChromium(), LECTERN_WALKS: walks }
const failed = []
const step = async (name, command, args, more = {}) => {
  if (!(await run(name, command, args, { ...env, ...more }))) failed.push(name)
}
/**
 * Much of a server test is waiting: two at a time take little longer than one, also on two cores. A machine that
 * others use, too, is late now and then: what fails is tried once more, and said; the journeys do the same.
 */
const server = (...options) => vitest(['server'], ...options, '--maxWorkers=2', '--retry=1')
/** The tests of what the two databases could do differently. */
const OF_THE_DATABASE = [
  'database',
  'migrations',
  'process',
  'bus',
  'organizations',
  'search',
  'idempotency',
].map((name) => `tests/server/${name}.test.ts`)
const reported = (name) => [
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reports}/${name}.json`,
]

await Promise.all(staticChecks().map(([name, command, args]) => step(name, command, args)))
await step('machines, services, views', ...vitest(['machines', 'services', 'ui'], ...reported('unit')))
const [command, args] = server(...reported('postgresql'))
await step('server, PostgreSQL', process.execPath, ['scripts/postgres.mjs', command, ...args])
// The journeys run on the embedded database, too: where PostgreSQL has had every test, it has these alone.
const embedded = read('postgresql', vitestCounts).passed > 0 ? OF_THE_DATABASE : []
await step('server, embedded database', ...server(...embedded, ...reported('embedded')))
await step('journeys', bin('playwright'), ['test', '--retries=1'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: `${reports}/journeys.json`,
})

// What failed tests have walked is no report.
if (failed.length === 0) await step('walks', bin('tsx'), ['tools/statecharts/walked.ts', walks])

const counts = ['unit', 'embedded', 'postgresql'].map((name) => read(name, vitestCounts))
counts.push(read('journeys', journeyCounts))
rmSync(reports, { recursive: true })
const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
process.exit(failed.length === 0 ? 0 : 1)

/** A step that could not run, as where there is no PostgreSQL, has said so itself and counts nothing. */
function read(name, countsOf) {
  try {
    return countsOf(JSON.parse(readFileSync(path.join(reports, `${name}.json`), 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

function vitestCounts({ numPassedTests, numFailedTests, numPendingTests }) {
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
}

function journeyCounts({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}
