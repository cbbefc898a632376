import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditActorKind } from '../../src/services/contract/audit.ts'
import type { Language } from '../../src/texts/language.ts'
import { type Device, deviceOf } from '../accounts/device.ts'
import { languageOfRequest } from './language.ts'

type Caller = Device & {
  kind: AuditActorKind
  userId: string | null
  apiKey: { id: string; name: string } | null
  language: Language
}

const callers = new AsyncLocalStorage<Caller>()

/** What no request has asked for is done by the server itself, or by who operates it. */
const SYSTEM: Caller = {
  kind: 'system',
  userId: null,
  apiKey: null,
  address: '',
  userAgent: '',
  language: 'en',
}

/** Who asked for what is being done now, as far as the request itself tells. */
export const currentCaller = (): Caller => callers.getStore() ?? SYSTEM

const callerOf = (request: FastifyRequest): Caller => {
  const { identity, apiKey } = request
  const kind = identity === null ? 'visitor' : apiKey?.isOfOrganization ? 'key' : 'person'
  const language = languageOfRequest(request)
  return { kind, userId: identity?.id ?? null, apiKey, language, ...deviceOf(request) }
}

/** Call it after registerAuthentication: handlers, and what they leave to the background, know their caller. */
export function registerCallers(app: FastifyInstance) {
  // Not earlier: reading the body leaves the context of the request.
  app.addHook('preHandler', (request, _reply, done) => {
    callers.run(callerOf(request), done)
  })
}
