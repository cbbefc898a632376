import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditActorKind } from '../../../src/services/contract/audit.ts'
import type { Language } from '../../../src/texts/language.ts'
import { type Device, deviceOf } from './device.ts'
import { languageOfRequest } from './language.ts'

/** A write identified by an `Idempotency-Key`. */
export type Write = {
  userId: string
  route: string
  key: string
  requestHash: string
  processId: string
  /** The answer that an earlier request for this write began. */
  answerId: string | null
}

type Caller = Device & {
  kind: AuditActorKind
  userId: string | null
  /** Name of a caller without an account. */
  name: string
  apiKey: { id: string; name: string } | null
  language: Language
  /** The write with an `Idempotency-Key`; null without one. */
  readonly write: Write | null
}

const callers = new AsyncLocalStorage<Caller>()

/** Work that no request asked for is done by the server itself, or by its operator. */
const SYSTEM: Caller = {
  kind: 'system',
  userId: null,
  name: '',
  apiKey: null,
  address: '',
  userAgent: '',
  language: 'en',
  write: null,
}

/** Who asked for the current work, as far as the request says. */
export const currentCaller = (): Caller => callers.getStore() ?? SYSTEM

/** Does work that no person decided on, whichever request it originates from. */
export const byServer = <Result>(work: () => Result): Result => callers.run(SYSTEM, work)

const kindOf = ({ identity, apiKey, provisioner }: FastifyRequest): AuditActorKind => {
  if (provisioner) return 'provider'
  if (identity === null) return 'visitor'
  return apiKey?.isOfOrganization ? 'key' : 'person'
}

const callerOf = (request: FastifyRequest): Caller => {
  const { identity, apiKey, provisioner } = request
  return {
    kind: kindOf(request),
    userId: identity?.id ?? null,
    name: provisioner?.name ?? '',
    apiKey,
    language: languageOfRequest(request),
    ...deviceOf(request),
    // It is known later than the caller.
    get write() {
      return request.idempotency
    },
  }
}

/** Call it after registerAuthentication: handlers, and their background work, then know their caller. */
export function registerCallers(app: FastifyInstance) {
  // Not earlier: reading the body leaves the request's context.
  app.addHook('preHandler', (request, _reply, done) => {
    callers.run(callerOf(request), done)
  })
}
