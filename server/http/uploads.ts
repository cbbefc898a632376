import type { Readable } from 'node:stream'
import { payloadTooLarge } from '../errors.ts'

/**
 * The chunks of an upload, up to `max` bytes; nothing beyond them is read.
 * @throws Refusal 413
 */
export async function* upTo(stream: Readable, max: number, detail: string): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > max) throw payloadTooLarge(detail)
    yield chunk
  }
}
