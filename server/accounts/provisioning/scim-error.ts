import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Messages, Types } from 'scimmy'
import { asRefusal } from '../../kernel/http/error-handler.ts'
import { SignInRefusal } from '../single-sign-on/failures.ts'

export const SCIM_JSON = 'application/scim+json'

type ScimType = 'uniqueness' | 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue'

export const scimError = (status: number, detail: string, scimType = '' as ScimType | '') =>
  new Types.Error(status, scimType, detail)

/** Statuses that RFC 7644 does not have. */
const STATUSES: Readonly<Record<number, number>> = { 402: 403, 422: 400 }

const asScimError = (error: FastifyError) => {
  if (error instanceof Types.Error) return { error, headers: {} }
  if (error instanceof SignInRefusal)
    return { error: scimError(403, 'The account of this address is disabled.'), headers: {} }
  const { status, body, headers } = asRefusal(error)
  const fields = Object.entries(body.fields ?? {}).map(([name, reason]) => `${name}: ${reason}`)
  const detail = [body.detail, ...fields].join(' ')
  return {
    error: scimError(STATUSES[status] ?? status, detail, status === 422 ? 'invalidValue' : ''),
    headers,
  }
}

/** Error handler of the SCIM routes. */
export function answerScimError(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { error, headers } = asScimError(thrown)
  if (error.status >= 500) request.log.error({ err: thrown }, 'a request failed')
  return reply
    .code(error.status)
    .headers(headers)
    .type(SCIM_JSON)
    .send({
      schemas: [Messages.Error.id],
      status: String(error.status),
      ...(error.scimType && { scimType: error.scimType }),
      detail: error.message,
    })
}

/** Turns the library's complaints about input into refusals: some are plain errors or type errors. */
export const refuseAs =
  (scimType: ScimType) =>
  (error: unknown): never => {
    throw error instanceof TypeError ? scimError(400, error.message, scimType) : error
  }

export const refusing = <Result>(scimType: ScimType, parse: () => Result): Result => {
  try {
    return parse()
  } catch (error) {
    return refuseAs(scimType)(error)
  }
}
