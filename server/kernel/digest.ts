import { createHash } from 'node:crypto'

/** SHA-256 of a content or a secret, to compare it without storing it. */
export const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64url')
