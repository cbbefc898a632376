import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { run } from './steps.mjs'

/**
 * Writes all screens of the demo and their states to dist/screenshots, with an overview: `-- --only team
 * --widths 390`, `-- --forced-colors`, `-- --widths 640 --height 400`.
 */
await ensureInstalled()
process.env.CHROMIUM_PATH = ensureChromium()
const built = await run('build', process.execPath, ['scripts/build.mjs'])
const taken =
  built &&
  (await run('screenshots', process.execPath, [
    '--import',
    'tsx',
    'tests/e2e/screens/main.ts',
    ...process.argv.slice(2),
  ]))
process.exit(taken ? 0 : 1)
