import type { IncomingMessage } from 'node:http'
import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import type { Part } from '../../../src/services/contract/coded-text.ts'
import { written } from '../texts/say.ts'

const USER_AGENT_MAX = 200
const ADDRESS_WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d{1,3}(?:\.\d{1,3}){3}))(?::\d{1,5})?$/i

/**
 * Leaves only the address that the proxy saw, without its port: some proxies write it, and each connection would
 * count as another caller.
 */
export function keepForwardedAddress({ headers }: IncomingMessage): void {
  const last = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)!
    .trim()
  if (last) headers['x-forwarded-for'] = last.replace(ADDRESS_WITH_PORT, '$1$2')
}

/** Device that sent a request. */
export type Device = { userAgent: string; address: string }

export const deviceOf = ({ headers, ip }: FastifyRequest): Device => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  address: ip,
})

/** A browser's User-Agent in readable form: `Chrome 137 on Windows`. */
export function deviceSaid(userAgent: string): Part {
  if (userAgent === '') return { code: 'device', values: { browser: 'none', system: 'none' } }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  const system = [platform.vendor, platform.model].filter(Boolean).join(' ') || os.name
  const name = browser.name ? [browser.name, version].filter(Boolean).join(' ') : 'none'
  return { code: 'device', values: { browser: name, system: system || 'none' } }
}

/** The two fields that name a device. */
export const presentDevice = (userAgent: string) => {
  const said = deviceSaid(userAgent)
  return { device: written(said), device_said: said }
}
