import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'
import { bin, RECORDINGS, run } from './steps.mjs'

/**
 * npm run statecharts:site: records the journeys in a browser, and builds the pages for reviewers. With --pictures it
 * also walks every machine there, to count the walks and to take a picture of each state in both themes (10 minutes).
 */
await ensureInstalled()
const isWalking = process.argv.includes('--pictures')
const walks = mkdtempSync(path.join(tmpdir(), 'lectern-walks-'))
const env = {
  CHROMIUM_PATH: ensureChromium(),
  LECTERN_JOURNEYS: path.join(ROOT, RECORDINGS, 'journeys'),
  ...(isWalking && { LECTERN_PICTURES: path.join(ROOT, RECORDINGS, 'pictures'), LECTERN_WALKS: walks }),
}
const folders = ['tests/e2e/journeys', ...(isWalking ? ['tests/e2e/walks'] : [])]
const recorded = await run('journeys', bin('playwright'), ['test', '--project', 'product', ...folders], env)
const built = await run('pages', bin('tsx'), [
  'tools/statecharts/site/main.ts',
  ...(isWalking && recorded ? [walks] : []),
])
rmSync(walks, { recursive: true })
process.exit(recorded && built ? 0 : 1)
