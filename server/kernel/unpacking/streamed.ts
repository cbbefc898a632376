import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The encodings that are requested; no others are decoded. */
export const ENCODINGS = 'gzip, deflate, br'
const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Unpacks a whole stream; input and output are counted as they arrive, so that nothing beyond the limit is
 * kept. Null for an encoding that was not requested.
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
