import { createHash } from 'node:crypto'

/** Tells whether content has changed since it was read before. */
export const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64url')
