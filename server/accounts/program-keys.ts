import { randomBytes } from 'node:crypto'
import { gt, isNull, or } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { FastifyRequest } from 'fastify'
import { DAY, MINUTE } from '../kernel/durations.ts'
import { digestOf } from '../kernel/secrets.ts'

const SHOWN = 6 // characters of a secret after its prefix
const USE_NOTED_EVERY = MINUTE

/** The secret of a program, and what is stored of it. */
export const newProgramKey = (prefix: string, expiresInDays: number | null) => {
  const secret = prefix + randomBytes(32).toString('base64url')
  return {
    secret,
    stored: {
      prefix: secret.slice(0, prefix.length + SHOWN),
      secretHash: digestOf(secret),
      expiresAt: expiresInDays === null ? null : new Date(Date.now() + expiresInDays * DAY),
    },
  }
}

/** Only such keys are accepted, and count towards how many there can be. */
export const isUnexpired = (expiresAt: AnyPgColumn) => or(isNull(expiresAt), gt(expiresAt, new Date()))

/** A use is noted again only if the last one was noted before this. */
export const usesNotedBefore = (now: Date) => new Date(now.getTime() - USE_NOTED_EVERY)

/** The token or key that a request names; undefined without one. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
