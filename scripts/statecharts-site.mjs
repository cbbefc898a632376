import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'
import { bin, RECORDINGS, run, vitest } from './steps.mjs'

/**
 * npm run statecharts:site: records the journeys in a browser, and builds the pages for reviewers. With
 * --pictures it also walks every machine there, to count the walks and to take a picture of each state in both
 * themes (3 minutes). `npm run test:thorough` runs it as well, with the walks counted by `npm test` in
 * LECTERN_WALKS.
 */
await ensureInstalled()
const isWalking = process.argv.includes('--pictures')
const { LECTERN_WALKS } = process.env
const walks = LECTERN_WALKS ?? mkdtempSync(path.join(tmpdir(), 'lectern-walks-'))
const env = {
  CHROMIUM_PATH: ensureChromium(),
  LECTERN_JOURNEYS: path.join(ROOT, RECORDINGS, 'journeys'),
  ...(isWalking && { LECTERN_PICTURES: path.join(ROOT, RECORDINGS, 'pictures'), LECTERN_WALKS: walks }),
}
/** Playwright takes every word after `--project` as a project: its name follows `=`. */
const recorded =
  (await run('journeys', bin('playwright'), ['test', '--project=product', 'tests/e2e/journeys'], env)) &&
  (!isWalking || (await run('walks', ...vitest(['walks']), env)))
const built = await run('pages', bin('tsx'), [
  'tools/statecharts/site/main.ts',
  ...((isWalking || LECTERN_WALKS) && recorded ? [walks] : []),
])
if (!LECTERN_WALKS) rmSync(walks, { recursive: true })
process.exit(recorded && built ? 0 : 1)
