import type { IncomingMessage } from 'node:http'
import { isApi } from './security.ts'

/** Longer than any of our addresses without its query. */
export const PATH_MAX = 2000
const NOWHERE = '/nowhere'

/**
 * Replaces an address that is too long or cannot be parsed with one that has no route: the app shows Page Not
 * Found, and the API gives a reason. The router's own response would lack the usual headers and log entry.
 */
export function rewriteUrl({ url = '/' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1)
  const nowhere = isApi(path) ? `/api${NOWHERE}` : NOWHERE
  if (path.length > PATH_MAX) return nowhere
  try {
    return isPath(decodeURIComponent(path)) ? url : nowhere
  } catch {
    return nowhere
  }
}

/** `//host` would name another server, and no file name contains a null character. */
const isPath = (decoded: string) => !decoded.startsWith('//') && !decoded.includes('\0')
