import Bowser from 'bowser'

/** What a browser says of itself, as a person would call it: `Chrome 137 on Windows`. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'An unknown device'
  const { browser, os, platform } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  const system = [platform.vendor, platform.model].filter(Boolean).join(' ') || os.name
  const name = browser.name ? [browser.name, version].filter(Boolean).join(' ') : 'An unknown browser'
  return system ? `${name} on ${system}` : name
}
