import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Debian's Chromium without an invisible window, which takes two thirds of the CPU. */
const SHELL = '/usr/lib/chromium/chromium-headless-shell'
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Path of a Chromium: CHROMIUM_PATH, Debian's shell (installed if possible), another browser, or Playwright's. */
export function ensureChromium() {
  const found =
    firstOf([process.env.CHROMIUM_PATH, SHELL]) ?? fromDebian() ?? firstOf(BROWSERS) ?? fromPlaywright()
  if (found) return found
  console.error('No Chromium was found or could be installed: set CHROMIUM_PATH to one.')
  process.exit(1)
}

const firstOf = (places) => places.find((place) => place && existsSync(place))

function fromDebian() {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return undefined
  console.log('Installing Chromium for the browser tests (apt-get install chromium-headless-shell)…')
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
    options,
  )
  return firstOf([SHELL])
}

function fromPlaywright() {
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      "console.log((await import('@playwright/test')).chromium.executablePath())",
    ],
    { encoding: 'utf8' },
  )
  return firstOf([stdout.trim()])
}
