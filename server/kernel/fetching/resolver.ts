import { Resolver } from 'node:dns/promises'

const TIMEOUT = 3_000 // ms
const TRIES = 2

/** Queries the given name servers, or the machine's if none are given. */
export const createResolver = (servers: readonly string[] = []): Resolver => {
  const resolver = new Resolver({ timeout: TIMEOUT, tries: TRIES })
  // An empty list would leave it with no servers, and every query would fail.
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}
