import type { Readable } from 'node:stream'
import { unpackWithin } from '../unpacking/streamed.ts'
import { fetchFailure } from './fetch-failure.ts'

const CUT = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** The decoded bytes of a response. @throws FetchFailure beyond the limit, and for an encoding that nobody asked for */
export const readBody = async (body: Readable, encoding: string, bytesMax: number): Promise<Buffer> => {
  const content = await unpackWithin(body, encoding, {
    bytesMax,
    tooLarge: () => fetchFailure('page_too_large'),
  }).catch((error: unknown) => {
    // The server did answer: its connection was cut in the middle.
    throw CUT.has((error as NodeJS.ErrnoException).code ?? '') ? fetchFailure('bad_response') : error
  })
  if (content) return content
  body.destroy()
  throw fetchFailure('bad_response')
}
