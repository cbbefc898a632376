import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** What is asked for, and nothing else is decoded. */
export const ENCODINGS = 'gzip, deflate, br'
const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * All of a stream, unpacked; both what is received and what comes out is counted while it comes, so that none is kept
 * beyond the limit. Null for an encoding that nobody asked for.
 */
export async function unpackWithin(
  body: Readable,
  encoding: string,
  { bytesMax, tooLarge }: { bytesMax: number; tooLarge: () => Error },
): Promise<Buffer | null> {
  const name = encoding.trim().toLowerCase()
  const decoder = DECODERS[name]?.()
  if (!decoder && name !== '' && name !== 'identity') return null
  let received = 0
  body.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > bytesMax) body.destroy(tooLarge())
  })
  // An error of either ends the loop below.
  const unpacked = decoder ? pipeline(body, decoder, () => {}) : body
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bytesMax) {
      body.destroy()
      throw tooLarge()
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
