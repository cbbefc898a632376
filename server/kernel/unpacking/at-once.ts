import { gunzipSync, inflateRawSync } from 'node:zlib'

/** A stranger's archive unpacks to more than the limit. */
export class UnpackedTooLarge extends Error {}

const UNPACKERS = { gzip: gunzipSync, deflate: inflateRawSync }

/**
 * Unpacks in a thread or a child process: output is counted as it appears, never taken from the file's own
 * figures. `read` is the number of packed bytes used.
 * @throws UnpackedTooLarge beyond the limit, zlib's Error for damaged data
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
