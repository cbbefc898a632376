import { gunzipSync, inflateRawSync } from 'node:zlib'

/** What was packed by a stranger unpacks to more than is read of it. */
export class UnpackedTooLarge extends Error {}

const UNPACKERS = { gzip: gunzipSync, deflate: inflateRawSync }

/**
 * Unpacks in a thread or a child process: what comes out is counted while it does, and never by what the file says
 * of itself. `read` is how many of the packed bytes were used.
 * @throws UnpackedTooLarge beyond the limit, an Error of zlib for what is damaged
 */
export function unpackAtOnce(packed: Buffer, format: keyof typeof UNPACKERS, bytesMax: number) {
  try {
    const options = { maxOutputLength: bytesMax, info: true }
    const { buffer, engine } = UNPACKERS[format](packed, options) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    return { content: buffer, read: engine.bytesWritten }
  } catch (error) {
    const isTooLarge =
      error instanceof RangeError || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? new UnpackedTooLarge() : error
  }
}
