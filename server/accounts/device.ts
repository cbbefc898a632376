import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'

const USER_AGENT_MAX = 200

/** What a request is sent from. */
export type Device = { userAgent: string; address: string }

export const deviceOf = ({ headers, ip }: FastifyRequest): Device => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  address: ip,
})

/** What a browser says of itself, as a person would call it: `Chrome 137 on Windows`. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return 'An unknown device'
  const { browser, os, platform } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  const system = [platform.vendor, platform.model].filter(Boolean).join(' ') || os.name
  const name = browser.name ? [browser.name, version].filter(Boolean).join(' ') : 'An unknown browser'
  return system ? `${name} on ${system}` : name
}
