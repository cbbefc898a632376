import { Resolver } from 'node:dns/promises'
import { fetchFailure } from './fetch-failure.ts'

const TIMEOUT = 3_000 // ms
const TRIES = 2

/** Queries the given name servers, or the machine's if none are given. */
export const createResolver = (servers: readonly string[] = []): Resolver => {
  const resolver = new Resolver({ timeout: TIMEOUT, tries: TRIES })
  // An empty list would leave it with no servers, and every query would fail.
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}

const LOCAL_NAME = /(?:^|\.)localhost$/

/**
 * All addresses of a name. It queries the given name servers, or the machine's, itself: the operating system's
 * look-up blocks a thread that file reads need while a slow name server responds.
 */
export const createNameResolver = (servers?: string[]) => {
  const resolver = createResolver(servers)
  return async (name: string): Promise<string[]> => {
    // Names of this machine by definition (RFC 6761), whatever a name server says.
    if (LOCAL_NAME.test(name)) return ['127.0.0.1']
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw fetchFailure('unresolvable')
    return addresses
  }
}
