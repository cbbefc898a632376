import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readReport } from './report.mjs'
import { run, vitest } from './steps.mjs'

/** Runs the steps of one test command, and sums up their reports at its end. */
export function createSuite(env) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-test-'))
  const reports = []
  const failed = []
  const reportOf = (name) => {
    const report = path.join(folder, `${name}.json`)
    reports.push(report)
    return report
  }
  const step = async (name, command, args, more = {}) => {
    if (!(await run(name, command, args, { ...env, ...more }))) failed.push(name)
  }
  /** Tests of Vitest, run by another program if one is named; returns how many passed. */
  const tests = async (name, projects, options = [], through = []) => {
    const report = reportOf(name)
    const json = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const [command, ...args] = [...through, ...vitest(projects, ...options, ...json).flat()]
    await step(name, command, args)
    return readReport(report).passed
  }
  /** A program that runs tests of Playwright. */
  const journeys = (name, command, args) =>
    step(name, command, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(name) })
  /** Prints the sum; failures come last, with names: the end of a long log may be all that is kept. */
  const end = () => {
    const results = reports.map(readReport)
    rmSync(folder, { recursive: true })
    const sum = (key) => results.reduce((total, result) => total + result[key], 0)
    for (const name of results.flatMap(({ failures }) => failures)) console.log(`Failed: ${name}`)
    if (failed.length > 0) console.log(`Failed steps: ${failed.join(', ')}`)
    console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
    process.exit(failed.length === 0 ? 0 : 1)
  }
  return { step, tests, journeys, failed, end }
}

/** A program that runs tests with a temporary PostgreSQL. */
export const ON_POSTGRES = [process.execPath, 'scripts/postgres.mjs']
