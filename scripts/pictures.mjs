import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'
import { bin, run } from './steps.mjs'

/** What the person sees in each state, in both themes, for the pages of docs/statecharts: machines are walked in the browser. */
await ensureInstalled()
const walks = mkdtempSync(path.join(tmpdir(), 'lectern-walks-'))
const env = {
  CHROMIUM_PATH: ensureChromium(),
  LECTERN_PICTURES: path.join(ROOT, 'docs/statecharts/pictures'),
  LECTERN_WALKS: walks,
}
const only = process.argv.slice(2)
// What some of the walks have walked is no report.
const pages = only.length > 0 ? ['tools/statecharts/draw.ts'] : ['tools/statecharts/walked.ts', walks]
const taken =
  (await run('walks', bin('playwright'), ['test', 'tests/e2e/walks', ...only], env)) &&
  (await run('pages', bin('tsx'), pages))
rmSync(walks, { recursive: true })
process.exit(taken ? 0 : 1)
