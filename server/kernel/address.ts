import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config.ts'

/** The server's public address: PUBLIC_URL, else where it listens. Never taken from a request. */
export function addressOf(config: Config, app: FastifyInstance): string {
  const listening = app.server.address()
  return addressAt(config, typeof listening === 'object' && listening !== null ? listening.port : 0)
}

/** The same for a server that listens at `port`. */
export const addressAt = ({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string =>
  publicUrl ? publicUrl.replace(/\/$/, '') : `http://${shown(host)}:${port}`

function shown(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
