import type { IncomingMessage } from 'node:http'

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
