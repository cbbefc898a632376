import { ensureInstalled } from './ensure-installed.mjs'
import { run, staticChecks, vitest } from './steps.mjs'

/** The fast inner loop: types, lint, and tests that need neither a browser nor a database. */
await ensureInstalled()
/** Left to `npm test`: real tabs need a browser; the others subset fonts, or try 1,000 cases. */
const WITHOUT = [
  'tests/machines/session-property.test.ts',
  'tests/machines/simulator.test.ts',
  'tests/services/font-subsets.test.ts',
  'tests/services/tabs.test.ts',
].flatMap((file) => ['--exclude', file])
const results = await Promise.all([
  ...staticChecks().map((step) => run(...step)),
  run('machines and services', ...vitest(['machines', 'services'], ...WITHOUT)),
])
process.exit(results.every(Boolean) ? 0 : 1)
