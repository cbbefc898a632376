import { createHash } from 'node:crypto'

/** Shows whether content has changed since it was last read. */
export const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64url')
