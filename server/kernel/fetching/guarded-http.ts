import { fetch, Headers, type RequestInfo, type RequestInit, Response } from 'undici'
import { type AddressSettings, createAddressPolicy } from './address-policy.ts'
import { boundedJson, boundedStream, boundedText } from './bounded-json.ts'
import { failureOf, fetchFailure } from './fetch-failure.ts'
import { createGuardedAgent } from './guarded-agent.ts'
import { createGuardedServers } from './guarded-servers.ts'
import { createNameResolver } from './resolver.ts'

/**
 * A response for libraries that parse it in the main thread: its values are counted first, whether it is read
 * whole or as a stream. `arrayBuffer` is for callers that count themselves.
 */
const boundedResponse = (answer: Response): Response => {
  const { prototype } = Response
  let streamed: Response['body'] = null
  const streamOf = () => {
    // A clone leaves a different body behind.
    const body: Response['body'] = Reflect.get(prototype, 'body', answer)
    streamed ??= body && boundedStream(body)
    return streamed
  }
  // Some read `body` for their logs, and the whole response as well.
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
  /** Maximum size of one response. */
  bytesMax: number
}

/**
 * `fetch` for libraries that call addresses entered by people: public ones over HTTPS, those in the operator's
 * networks over HTTP as well. It follows no redirects, because the key would be sent along. A missing response
 * is a FetchFailure, and so is a compressed one: a few kilobytes can unpack to gigabytes, which no limit of
 * received bytes detects. Values are counted before anything parses them.
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
    /** @throws FetchFailure if the text of the address shows that it may not be requested */
    check: (address: string) => policy.parse(address).href,
    // undici's types differ from the browser's of the same names.
    fetch: guarded as unknown as typeof globalThis.fetch,
    /** Servers of other protocols. */
    servers: createGuardedServers({ ...settings, resolveName }),
    close: () => agent.destroy(),
  }
}
export type GuardedHttp = ReturnType<typeof createGuardedHttp>
