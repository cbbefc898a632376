import type { FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { serializeError } from './error-serializer.ts'

const TOKEN = /([?&](?:reset_)?token=)[^&]*/g
/** Paths that end in a secret: links of mails, and the outbox. */
const SECRET_PATH =
  /^(\/(?:reset-password(?:\/verify)?|confirm-email|(?:api\/v1\/)?invitations|outbox)\/)[^?]*/

/** The log of the server: JSON lines without tokens; `out` is standard output when absent. */
export const createLogger = (level: string, out?: { write(line: string): void }) =>
  pino(
    {
      level,
      serializers: {
        err: serializeError,
        req: (request: FastifyRequest) => ({
          method: request.method,
          url: request.url.replace(TOKEN, '$1…').replace(SECRET_PATH, '$1…'),
          remoteAddress: request.ip,
        }),
      },
    },
    out ?? process.stdout,
  )
