import Bowser from 'bowser'

/** What a browser says of itself, in words. */
export function deviceOf(userAgent: string): { device: string; browser: string } {
  if (userAgent === '') return { device: 'Unknown device', browser: 'Unknown browser' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  const model = [platform.vendor, platform.model].filter(Boolean).join(' ')
  return {
    device: model || os.name || 'Unknown device',
    browser: browser.name ? [browser.name, version].filter(Boolean).join(' ') : 'Unknown browser',
  }
}
