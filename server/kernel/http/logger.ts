import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { MINUTE } from '../durations.ts'

/** Loggable fields of an error besides name, message and stack: none contains what people sent. */
const HARMLESS = [
  'code',
  'severity',
  'table',
  'constraint',
  'routine',
  'statusCode',
  'status',
  'syscall',
] as const
const CAUSES_MAX = 5
/** Class 22 is data that the database cannot store, class 23 data that breaks a constraint: both may quote it. */
const QUOTES_DATA = /^2[23]...$/

type Serialized = { type: string; message: string; stack: string; cause?: Serialized; [key: string]: unknown }

type Loggable = Error & { query?: unknown; params?: unknown; code?: unknown }

/** Drizzle appends the parameters to the query, and PostgreSQL quotes values in some messages. */
const messageOf = (error: Loggable) => {
  if ('params' in error && 'query' in error) return `Failed query: ${error.query}`
  if (typeof error.code === 'string' && QUOTES_DATA.test(error.code))
    return `the database refused the data (${error.code})`
  // JSON.parse quotes the text if its first character cannot begin JSON.
  if (error instanceof SyntaxError && error.message.endsWith('is not valid JSON')) return 'not valid JSON'
  return error.message
}

// The stack begins with the message: only its frames are kept.
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** An error for the log: without query parameters, rows or anything else attached to it. */
export function serializeError(error: unknown, depth = 0): Serialized | string {
  if (!(error instanceof Error)) return typeof error === 'object' ? 'no error, but an object' : String(error)
  const message = messageOf(error)
  const known = HARMLESS.filter((key) => key in error).map((key) => [key, (error as Loggable)[key as never]])
  const cause = depth < CAUSES_MAX && error.cause ? serializeError(error.cause, depth + 1) : undefined
  return {
    type: error.name,
    message,
    stack: `${error.name}: ${message}\n${framesOf(error)}`,
    ...Object.fromEntries(known),
    ...(typeof cause === 'object' && { cause }),
  }
}

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

const EVERY = MINUTE

/** Logs a failure that may occur with every request at most once a minute. */
export const createOccasionalWarning = (log: FastifyBaseLogger, message: string) => {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error: unknown) => {
    if (Date.now() - loggedAt < EVERY) return
    loggedAt = Date.now()
    log.warn({ err: error }, message)
  }
}
