import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid, payloadTooLarge } from '../errors.ts'

/** Lets the routes of a plugin take one file. */
export const takeOneFile = (app: FastifyInstance, bytesMax: number) =>
  app.register(multipart, { limits: { fileSize: bytesMax, files: 1, fields: 5 } })

/**
 * The one file of a multipart request, in its field `file`.
 * @throws Refusal 413, 422
 */
export async function fileOf(request: FastifyRequest, bytesMax: number): Promise<Buffer> {
  const missing = 'Choose a picture.'
  if (!request.isMultipart()) throw invalid({ file: missing }, missing)
  const part = await request.file({ throwFileSizeLimit: false })
  if (part?.fieldname !== 'file') throw invalid({ file: missing }, missing)
  const content = await part.toBuffer().catch(() => null)
  if (content === null || part.file.truncated)
    throw payloadTooLarge(`The picture may have ${bytesMax / 1024 / 1024} MiB at most.`)
  return content
}
