import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { serializeError } from './error-serializer.ts'

/** Tokens of mailed links, and parameters with which a provider or service sends a browser back. */
const SECRET_PARAMETER = /([?&](?:(?:reset_)?token|code|state)=)[^&]*/gi
/** Paths that end in a secret: links of mails, and the outbox. */
const SECRET_PATH =
  /^(\/(?:reset-password(?:\/verify)?|confirm-email|(?:api\/v1\/)?invitations|outbox)\/)[^?]*/i
/** An escaped letter, digit, `-`, `/` or `_`: the router decodes it. */
const ESCAPED = /%(?:2[df]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/gi

/** The address without secrets, even if some characters are escaped needlessly. */
const withoutSecrets = (url: string) =>
  url
    .replace(ESCAPED, (escaped) => decodeURIComponent(escaped))
    .replace(SECRET_PARAMETER, '$1…')
    .replace(SECRET_PATH, '$1…')

/** The server's log: JSON lines without tokens; `out` defaults to standard output. */
export const createLogger = (level: string, out?: { write(line: string): void }) =>
  pino(
    {
      level,
      serializers: {
        err: serializeError,
        req: (request: FastifyRequest) => ({
          method: request.method,
          url: withoutSecrets(request.url),
          remoteAddress: request.ip,
        }),
      },
    },
    out ?? process.stdout,
  )
