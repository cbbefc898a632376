import type { Readable } from 'node:stream'
import type { Refusal } from '../errors.ts'

/**
 * The chunks of an upload, up to `max` bytes; the rest is not read.
 * @throws Refusal 413
 */
export async function* upTo(stream: Readable, max: number, tooLarge: () => Refusal): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max) throw tooLarge()
    yield chunk
  }
}
