import { Resolver } from 'node:dns/promises'

const TIMEOUT = 3_000 // ms
const TRIES = 2

/** Asks the given name servers, or, where none are given, those of the machine. */
export const createResolver = (servers: readonly string[] = []): Resolver => {
  const resolver = new Resolver({ timeout: TIMEOUT, tries: TRIES })
  // An empty list would leave it without any, and every question would fail.
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}
