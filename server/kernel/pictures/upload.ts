import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal, refusalWith } from '../errors.ts'
import { upTo } from '../http/uploads.ts'
import { say } from '../texts/say.ts'

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
