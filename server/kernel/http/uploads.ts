import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Refusal } from '../errors.ts'
import { refusal, refusalWith } from '../errors.ts'
import { say } from '../texts/say.ts'

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

/** Lets a plugin's routes accept one file, whose bytes `fileOf` counts. */
export const takeOneFile = (app: FastifyInstance) =>
  app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 5 } })

/** 422 about the uploaded file. */
export const wrongFile = (code: 'no_picture' | 'not_a_picture' | 'picture_unreadable') =>
  refusalWith(code, { fields: { file: say(code) } })

/**
 * The only file of a multipart request, in its field `file`.
 * @throws Refusal 413, 422
 */
export async function fileOf(request: FastifyRequest, bytesMax: number): Promise<Buffer> {
  if (!request.isMultipart()) throw wrongFile('no_picture')
  const part = await request.file()
  if (part?.fieldname !== 'file') throw wrongFile('no_picture')
  const tooLarge = () => refusal('picture_too_large', { megabytes: bytesMax / 1024 / 1024 })
  const chunks: Buffer[] = []
  for await (const chunk of upTo(part.file, bytesMax, tooLarge)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
