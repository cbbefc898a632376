import { createHash } from 'node:crypto'

/**
 * SHA-256 of a content or a random secret, to compare it without storing it. A secret needs no salt, because no one
 * can guess it.
 */
export const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64url')
