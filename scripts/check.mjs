import { ensureInstalled } from './ensure-installed.mjs'
import { run, staticChecks, vitest } from './steps.mjs'

/** The fast inner loop: types, lint, and every test that needs neither a browser nor a database. */
ensureInstalled()
const results = await Promise.all(staticChecks().map((step) => run(...step)))
results.push(await run('machines and services', ...vitest(['machines', 'services'])))
process.exit(results.every(Boolean) ? 0 : 1)
