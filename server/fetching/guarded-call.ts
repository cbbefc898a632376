import { request } from 'undici'
import { VERSION } from '../version.ts'
import { createAddressPolicy } from './address-policy.ts'
import { failureOf } from './fetch-failure.ts'
import { createGuardedAgent } from './guarded-agent.ts'
import { type FetchSettings, ROBOT } from './guarded-fetch.ts'
import { readBody } from './read-body.ts'
import { createNameResolver } from './resolve-name.ts'

const CONNECT_TIME = 5_000 // ms
const ANSWER_BYTES_MAX = 512 * 1024

export type CallSettings = FetchSettings & {
  /** ms that an answer may take, as a whole */
  totalTime: number
}
type CallOptions = { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal }

const bodyOf = (body: unknown) =>
  body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : null

/** Statuses whose responses have no body by their definition. */
const EMPTY = new Set([204, 205, 304])

/**
 * `fetch` for libraries that call addresses which people entered: public ones only, within limits of bytes and
 * time, and no redirect is followed.
 */
export const createGuardedCall = ({ nameServers, totalTime, ...settings }: CallSettings) => {
  const policy = createAddressPolicy(settings)
  const agent = createGuardedAgent({
    policy,
    resolveName: createNameResolver(nameServers),
    connectTime: CONNECT_TIME,
  })
  return {
    /** @throws FetchFailure when nothing that can be read was answered */
    async call(address: string, { method, headers, body, signal }: CallOptions): Promise<Response> {
      const ended = AbortSignal.timeout(totalTime)
      try {
        const answer = await request(policy.parse(address), {
          method: method as 'GET' | 'POST',
          dispatcher: agent,
          signal: signal ? AbortSignal.any([signal, ended]) : ended,
          headers: { 'user-agent': `${ROBOT}/${VERSION}`, ...headers, 'accept-encoding': 'identity' },
          body: bodyOf(body),
        })
        const bytes = await readBody(answer.body, '', ANSWER_BYTES_MAX)
        const answered = new Headers()
        for (const [name, value] of Object.entries(answer.headers))
          for (const one of [value ?? []].flat()) answered.append(name, one)
        return new Response(EMPTY.has(answer.statusCode) ? null : new Uint8Array(bytes), {
          status: answer.statusCode,
          headers: answered,
        })
      } catch (error) {
        throw failureOf(error)
      }
    },
    close: () => agent.destroy(),
  }
}
export type GuardedCall = ReturnType<typeof createGuardedCall>
