import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'
import { upTo } from '../http/uploads.ts'

/** Lets the routes of a plugin take one file, whose bytes `fileOf` counts. */
export const takeOneFile = (app: FastifyInstance) =>
  app.register(multipart, { limits: { fileSize: Number.POSITIVE_INFINITY, files: 1, fields: 5 } })

/**
 * The one file of a multipart request, in its field `file`.
 * @throws Refusal 413, 422
 */
export async function fileOf(request: FastifyRequest, bytesMax: number): Promise<Buffer> {
  const missing = 'Choose a picture.'
  if (!request.isMultipart()) throw invalid({ file: missing }, missing)
  const part = await request.file()
  if (part?.fieldname !== 'file') throw invalid({ file: missing }, missing)
  const megabytes = bytesMax / 1024 / 1024
  const detail = `The picture may have ${megabytes} MB at most.`
  const chunks: Buffer[] = []
  for await (const chunk of upTo(part.file, bytesMax, detail)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
