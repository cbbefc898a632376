import { fetch, Headers, type RequestInfo, type RequestInit, Response } from 'undici'
import { type AddressSettings, createAddressPolicy } from './address-policy.ts'
import { boundedJson, boundedStream, boundedText } from './bounded-json.ts'
import { failureOf, fetchFailure } from './fetch-failure.ts'
import { createGuardedAgent } from './guarded-agent.ts'
import { createGuardedServers } from './guarded-servers.ts'
import { createNameResolver } from './resolve-name.ts'

/**
 * The response for libraries that parse it in the main thread: what they read of it, as a whole or as a stream, has its
 * values counted first. `arrayBuffer` is for whoever counts what they parse.
 */
const boundedResponse = (answer: Response): Response => {
  const { prototype } = Response
  let streamed: Response['body'] = null
  const streamOf = () => {
    // A clone leaves another body behind.
    const body: Response['body'] = Reflect.get(prototype, 'body', answer)
    streamed ??= body && boundedStream(body)
    return streamed
  }
  // Some look at `body` for their logs, and read the whole all the same.
  const bytes = () => (streamed ? new Response(streamed) : answer).bytes()
  return Object.defineProperties(answer, {
    body: { get: streamOf },
    json: { value: async () => boundedJson(await bytes()) },
    text: { value: async () => boundedText(await bytes()) },
    clone: { value: () => boundedResponse(prototype.clone.call(answer)) },
  })
}

const CONNECT_TIME = 10_000 // ms
type GuardedHttpSettings = AddressSettings & {
  nameServers?: string[]
  /** Of one answer. */
  bytesMax: number
}

/**
 * `fetch` for libraries that call addresses which people entered. It asks public addresses by HTTPS, those in networks
 * of the operator by HTTP as well, and follows no redirects, because the key would be sent along. A request without a
 * response is a FetchFailure, and so is a packed response: a few kilobytes of it unpack to gigabytes, which no limit of
 * received bytes sees. However it is read, as a whole or as a stream, its values are counted before anything parses them.
 */
export const createGuardedHttp = ({ nameServers, bytesMax, ...settings }: GuardedHttpSettings) => {
  const policy = createAddressPolicy(settings)
  const resolveName = createNameResolver(nameServers)
  const agent = createGuardedAgent({
    policy,
    resolveName,
    connectTime: CONNECT_TIME,
    bytesMax,
    sendsKeys: true,
  })
  const guarded = async (input: RequestInfo, init?: RequestInit) => {
    policy.parse(input instanceof Object && 'url' in input ? input.url : String(input))
    const redirect = init?.redirect === 'manual' ? 'manual' : 'error'
    const headers = new Headers(
      init?.headers ?? (input instanceof Object && 'headers' in input ? input.headers : {}),
    )
    headers.set('accept-encoding', 'identity')
    const answer = await fetch(input, { ...init, headers, dispatcher: agent, redirect }).catch(
      (error: Error) => {
        throw init?.signal?.aborted ? error : failureOf(error.cause ?? error)
      },
    )
    const packed = answer.headers.get('content-encoding') ?? 'identity'
    if (packed.trim().toLowerCase() === 'identity') return boundedResponse(answer)
    await answer.body?.cancel()
    throw fetchFailure('bad_response')
  }
  return {
    /** @throws FetchFailure for what may not be asked, as far as the text of the address shows */
    check: (address: string) => policy.parse(address).href,
    // What undici calls by the same names as the browser's has types of its own.
    fetch: guarded as unknown as typeof globalThis.fetch,
    /** What is asked by other protocols. */
    servers: createGuardedServers({ ...settings, resolveName }),
    close: () => agent.destroy(),
  }
}
export type GuardedHttp = ReturnType<typeof createGuardedHttp>
