import { request } from 'undici'
import { VERSION } from '../package.ts'
import { createAddressPolicy } from './address-policy.ts'
import { failureOf } from './fetch-failure.ts'
import { createGuardedAgent } from './guarded-agent.ts'
import { type FetchSettings, ROBOT } from './guarded-fetch.ts'
import { createNameResolver } from './resolver.ts'

const CONNECT_TIME = 5_000 // ms
const TOTAL_TIME = 15_000 // ms
const EXCERPT_BYTES = 1_000

type Posted = { status: number; excerpt: string }

/** The beginning of a body, or what there is of it; the rest is not read. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= EXCERPT_BYTES) break
    }
  } catch {
    // The status is the answer; the body is only shown.
  }
  // PostgreSQL stores no null characters; half a character at the cut becomes a replacement character.
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8').replaceAll('\0', '')
}

/** Sends JSON to http(s) addresses that people entered: only public ones, following no redirects. */
export const createGuardedPost = ({ nameServers, ...settings }: FetchSettings) => {
  const policy = createAddressPolicy(settings)
  const agent = createGuardedAgent({
    policy,
    resolveName: createNameResolver(nameServers),
    connectTime: CONNECT_TIME,
  })
  return {
    /** @throws FetchFailure if the text of the address shows that it may not be used */
    check: (address: string) => policy.parse(address).href,

    /** @throws FetchFailure if there is no response */
    async post(address: string, body: string, headers: Record<string, string>): Promise<Posted> {
      try {
        const answer = await request(policy.parse(address), {
          method: 'POST',
          dispatcher: agent,
          signal: AbortSignal.timeout(TOTAL_TIME),
          headers: {
            'user-agent': `${ROBOT}/${VERSION}`,
            'content-type': 'application/json',
            ...headers,
          },
          body,
        })
        return { status: answer.statusCode, excerpt: await beginningOf(answer.body) }
      } catch (error) {
        throw failureOf(error)
      }
    },
    close: () => agent.destroy(),
  }
}
export type GuardedPost = ReturnType<typeof createGuardedPost>
