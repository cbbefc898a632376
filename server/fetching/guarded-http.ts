import { fetch, type RequestInfo, type RequestInit } from 'undici'
import { type AddressSettings, createAddressPolicy } from './address-policy.ts'
import { createGuardedAgent } from './guarded-agent.ts'
import { createNameResolver } from './resolve-name.ts'

const CONNECT_TIME = 10_000 // ms
/** Of one answer: a model's words, or a list of its names. */
const BYTES_MAX = 16 * 1024 * 1024

/**
 * `fetch` for libraries that speak with addresses that people entered: public ones only, and no redirect is
 * followed, since a key would travel along.
 */
export const createGuardedHttp = ({
  nameServers,
  ...settings
}: AddressSettings & { nameServers?: string[] }) => {
  const policy = createAddressPolicy(settings)
  const agent = createGuardedAgent({
    policy,
    resolveName: createNameResolver(nameServers),
    connectTime: CONNECT_TIME,
    bytesMax: BYTES_MAX,
  })
  const guarded = async (input: RequestInfo, init?: RequestInit) => {
    policy.parse(input instanceof Object && 'url' in input ? input.url : String(input))
    return fetch(input, { ...init, dispatcher: agent, redirect: 'error' })
  }
  return {
    /** @throws FetchFailure for what may not be asked, as far as the text of the address shows */
    check: (address: string) => policy.parse(address).href,
    // What undici calls by the same names as the browser's has types of its own.
    fetch: guarded as unknown as typeof globalThis.fetch,
    close: () => agent.destroy(),
  }
}
export type GuardedHttp = ReturnType<typeof createGuardedHttp>
