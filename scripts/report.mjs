import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './ensure-installed.mjs'

/**
 * Reads a JSON report of Vitest or Playwright: the numbers of passed, failed and skipped tests, and the names
 * of failed ones. A step that could not run, for example without PostgreSQL, has reported that itself and
 * counts nothing.
 */
export function readReport(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0, failures: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return report.testResults ? ofVitest(report) : ofPlaywright(report)
}

function ofVitest({ numPassedTests, numFailedTests, numPendingTests, testResults }) {
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => nameOf(name, fullName, failureMessages[0])),
  )
  // A file that failed to load has no tests.
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests,
    failures: [...unloaded.map(({ name, message }) => nameOf(name, 'it', message)), ...failed],
  }
}

function ofPlaywright({ config, stats, suites, errors }) {
  const failed = suites
    .flatMap(specsOf)
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected'))
    .map((spec) => nameOf(path.join(config.rootDir, spec.file), spec.title, messageOf(spec)))
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: [...failed, ...errors.map(({ message }) => message)],
  }
}

const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)]

const messageOf = ({ tests }) =>
  tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message

const nameOf = (file, title, message = '') =>
  `${path.relative(ROOT, file)} › ${title}\n  ${message.split('\n', 1)[0]}`
