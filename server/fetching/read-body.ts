import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { fetchFailure } from './fetch-failure.ts'

/** What is asked for, and nothing else is decoded. */
export const ENCODINGS = 'gzip, deflate, br'
const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The decoded bytes; both they and what is received are counted while they come, so that none are kept beyond the limit. */
export const readBody = async (body: Readable, encoding: string, bytesMax: number): Promise<Buffer> => {
  const name = encoding.trim().toLowerCase()
  const decoder = DECODERS[name]?.()
  if (!decoder && name !== '' && name !== 'identity') {
    body.destroy()
    throw fetchFailure('bad_response')
  }
  let received = 0
  body.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > bytesMax) body.destroy(fetchFailure('page_too_large'))
  })
  // An error of either ends the loop below.
  const decoded = decoder ? pipeline(body, decoder, () => {}) : body
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of decoded as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bytesMax) {
      body.destroy()
      throw fetchFailure('page_too_large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
