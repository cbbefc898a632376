import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureChromium } from '../../../scripts/chromium.mjs'
import { ROOT } from '../../../scripts/suitable-node.mjs'
import { applied, type Change, sourceOf } from './change.ts'
import { TABLE } from './table.ts'

/**
 * `npm run mutate:constants [clause…]`: checks that tests notice a change of each constant and text of the
 * specification.
 */
const only = process.argv.slice(2)
const changes = TABLE.filter(({ clause }) => only.length === 0 || only.includes(clause))

/** Views are tested in a browser. */
const CHROMIUM_PATH = ensureChromium()

const projectOf = (tests: readonly string[]) => tests[0]?.split('/')[1] ?? ''

function pass(tests: readonly string[], change: Change | null): Promise<boolean> {
  const config = ['--config', path.join(import.meta.dirname, 'vitest.config.ts')]
  const run = spawn(path.join(ROOT, 'node_modules/.bin/vitest'), ['run', ...config, ...tests], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      CHROMIUM_PATH,
      LECTERN_CONSTANT: JSON.stringify({ project: projectOf(tests), change }),
    },
  })
  return new Promise((resolve) => run.on('exit', (code) => resolve(code === 0)))
}

// An outdated table is reported before anything runs.
for (const change of changes) applied(sourceOf(change.file), change)

// A failing test notices nothing.
const files = [...new Set(changes.flatMap(({ tests }) => tests))]
for (const project of new Set(files.map((file) => projectOf([file])))) {
  const own = files.filter((file) => projectOf([file]) === project)
  if (await pass(own, null)) continue
  console.error(`These fail unchanged: ${own.join(', ')}`)
  process.exit(1)
}

const survivors: Change[] = []
for (const change of changes) {
  const isNoticed = !(await pass(change.tests, change))
  console.log(`${isNoticed ? 'noticed' : 'NOT NOTICED'}  ${change.clause}  ${change.file}: ${change.to}`)
  if (!isNoticed) survivors.push(change)
}
const noticed = changes.length - survivors.length
console.log(`\n${noticed} of ${changes.length} changes noticed`)
process.exit(survivors.length === 0 ? 0 : 1)
