import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const found = () => PLACES.find((place) => place && existsSync(place))

/** The path of a Chromium, installed first where none is: Debian's own, else Playwright's. */
export function ensureChromium() {
  if (found()) return found()
  console.log('Installing Chromium for the browser tests…')
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
    if (found()) return found()
  }
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  const printed = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      "console.log((await import('@playwright/test')).chromium.executablePath())",
    ],
    { encoding: 'utf8' },
  )
  const own = printed.stdout.trim()
  if (existsSync(own)) return own
  console.error('No Chromium was found or could be installed: set CHROMIUM_PATH to one.')
  process.exit(1)
}
