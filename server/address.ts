import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'

/** Where people find this server: PUBLIC_URL, else where it listens. Never what a request says. */
export function addressOf({ publicUrl, host }: Config, app: FastifyInstance): string {
  if (publicUrl) return publicUrl.replace(/\/$/, '')
  const listening = app.server.address()
  const port = typeof listening === 'object' && listening !== null ? listening.port : 0
  return `http://${shown(host)}:${port}`
}

function shown(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
