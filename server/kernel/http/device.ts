import Bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import type { Part } from '../../../src/services/contract/coded-text.ts'
import { written } from '../texts/say.ts'

const USER_AGENT_MAX = 200

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
