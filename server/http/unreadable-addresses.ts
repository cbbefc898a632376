import type { IncomingMessage } from 'node:http'

/** Longer than any address of ours without its query. */
export const PATH_MAX = 2000
const NOWHERE = '/api/nowhere'

/**
 * An address that cannot be read, or is too long, becomes one that no route has. The router would answer it by
 * itself, without the headers, the reason and the log of every other answer.
 */
export function rewriteUrl({ url = '/' }: IncomingMessage): string {
  const [path = ''] = url.split('?', 1)
  if (path.length > PATH_MAX) return NOWHERE
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return NOWHERE
  }
}
