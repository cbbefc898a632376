import { ensureInstalled } from './ensure-installed.mjs'
import { run, staticChecks, vitest } from './steps.mjs'

/** The fast inner loop: types, lint, and every test that needs neither a browser nor a database. */
await ensureInstalled()
/** Real tabs are a browser's. */
const WITHOUT = ['--exclude', 'tests/services/tabs.test.ts']
const results = await Promise.all([
  ...staticChecks().map((step) => run(...step)),
  run('machines and services', ...vitest(['machines', 'services'], ...WITHOUT)),
])
process.exit(results.every(Boolean) ? 0 : 1)
