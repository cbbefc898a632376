import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseAway, isDiskFull } from '../db/errors.ts'
import { bodyOf, invalid, notFound, Refusal, refusal } from '../errors.ts'
import { say } from '../texts/say.ts'

/** The one place where thrown errors become responses; from 500 on, nothing of them is disclosed. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'a request failed')
  return reply.code(refusal.status).headers(refusal.headers).send(refusal.body)
}

/** The part of an error that is sent to clients. */
export function asRefusal(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error)
  const ofDatabase = fromDatabase(error)
  if (ofDatabase) return ofDatabase
  if (isDatabaseAway(error)) return refusal('database_away')
  if (isDiskFull(error)) return refusal('disk_full')
  const status = error.statusCode ?? 500
  if (status === 413) return refusal('too_large')
  if (status === 415) return refusal('unsupported_media_type')
  if (status >= 400 && status < 500) {
    return new Refusal(status, bodyOf(say('bad_request')))
  }
  return refusal('internal')
}

type Issue = { instancePath: string; message?: string }

// A malformed id in a path reads like an id that does not exist.
function fromValidation(error: { validation: Issue[]; validationContext?: string | undefined }): Refusal {
  if (error.validationContext === 'params') return notFound()
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of error.validation) {
    fields[instancePath.slice(1).replaceAll('/', '.') || 'body'] ??= message ?? 'is invalid'
  }
  return new Refusal(422, { ...bodyOf(say('invalid')), fields })
}

const INVALID_TEXT_REPRESENTATION = '22P02' // an id that is not a UUID
// The parent of a new row was deleted after it had been looked up. Deletions cascade, so they never violate a key.
const FOREIGN_KEY_VIOLATION = '23503'

// Class 22 is data that the database cannot store, such as text with a null character.
function fromDatabase(error: Error): Refusal | null {
  const code = (error.cause as { code?: unknown } | undefined)?.code
  if (code === INVALID_TEXT_REPRESENTATION || code === FOREIGN_KEY_VIOLATION) return notFound()
  return typeof code === 'string' && /^22...$/.test(code) ? invalid({}) : null
}
