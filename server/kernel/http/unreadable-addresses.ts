import type { IncomingMessage } from 'node:http'
import { isApi } from './security.ts'

/** Longer than any address of ours without its query. */
export const PATH_MAX = 2000
const NOWHERE = '/nowhere'

/**
 * Replaces an address that cannot be parsed, or is too long, with one that has no route: the app shows Page Not
 * Found, and the API gives a reason. The router would respond by itself, without the headers and the log entry of
 * other responses.
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

/** `//host` would name another server, and no file has a null character in its name. */
const isPath = (decoded: string) => !decoded.startsWith('//') && !decoded.includes('\0')
