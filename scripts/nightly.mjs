import { ensureChromium } from './chromium.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { bin } from './steps.mjs'
import { createSuite, ON_POSTGRES } from './suite.mjs'

/**
 * npm run test:nightly: what is slow and seldom changes, beside what CI runs for each commit. Properties twenty
 * times as often, half of the server on the embedded database, journeys over a slow network, several processes on
 * one database, axe on one look of every screen, and every documented command under the oldest and the newest
 * Node.
 */
await ensureInstalled()
const { step, tests, journeys, end } = createSuite({
  CHROMIUM_PATH: ensureChromium(),
  PROPERTY_RUNS: '20000',
  FUZZ: '50',
})

/** All looks of every screen take hours, and so does the server on the embedded database: each night has a part. */
const LOOKS = ['1280', '390'].flatMap((width) => [
  ...['en', 'de', 'rtl'].flatMap((language) =>
    ['light', 'dark'].map((theme) => ['--widths', width, '--languages', language, '--themes', theme]),
  ),
  ['--widths', width, '--languages', 'en', '--themes', 'light', '--forced-colors'],
])
const DAY = 86_400_000 // ms
const night = Math.floor(Date.now() / DAY)
const look = LOOKS[night % LOOKS.length]
const half = `--shard=${1 + (night % 2)}/2`

await Promise.all([
  tests('machines, services', ['machines', 'services', 'composed']),
  step('build', process.execPath, ['scripts/build.mjs']),
])
await Promise.all([
  tests('server, embedded database', ['server'], ['--maxWorkers=3', half]),
  // They wait rather than work.
  journeys('journeys, slow network', process.execPath, [
    'scripts/slow-network.mjs',
    bin('playwright'),
    'test',
    '--workers=4',
  ]),
])
await Promise.all([
  // Mostly waiting as well.
  tests('several processes', ['cluster'], [], ON_POSTGRES),
  step('pictures', process.execPath, ['scripts/screenshots.mjs', '--axe', ...look]),
])
await step('documented commands', process.execPath, ['scripts/commands.mjs'])
end()
