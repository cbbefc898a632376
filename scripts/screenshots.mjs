import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { run } from './steps.mjs'

/** Every screen of the demo, in both themes and two widths, into the folder screenshots. */
await ensureInstalled()
process.env.CHROMIUM_PATH = ensureChromium()
const built = await run('build', process.execPath, ['scripts/build.mjs'])
const taken =
  built && (await run('screenshots', process.execPath, ['--import', 'tsx', 'tests/e2e/screenshots.ts']))
process.exit(taken ? 0 : 1)
