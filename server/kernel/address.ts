import type { FastifyInstance } from 'fastify'

type Place = { publicUrl: string | null; host: string }

/** The server's public address: PUBLIC_URL, else where it listens. Never taken from a request. */
export function addressOf(place: Place, app: FastifyInstance): string {
  const listening = app.server.address()
  return addressAt(place, typeof listening === 'object' && listening !== null ? listening.port : 0)
}

/** The same for a server that listens at `port`. */
export const addressAt = ({ publicUrl, host }: Place, port: number): string =>
  publicUrl ? publicUrl.replace(/\/$/, '') : `http://${shown(host)}:${port}`

function shown(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The setting that keeps the server from listening, and the reason. */
export function listenFault({ code, message }: NodeJS.ErrnoException): {
  setting: 'HOST' | 'PORT'
  says: string
} {
  if (code === 'EADDRINUSE') return { setting: 'PORT', says: 'is in use by another program' }
  if (code === 'EACCES')
    return { setting: 'PORT', says: 'may not be used by this user (EACCES). Take one above 1023' }
  return { setting: 'HOST', says: `is no address of this machine (${code ?? message})` }
}

/** Whether a host name means this machine. */
export const isLoopback = (hostname: string) => /^(?:localhost|127(?:\.\d+){3}|\[?::1\]?)$/.test(hostname)
