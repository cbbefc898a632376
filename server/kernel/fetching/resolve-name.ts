import { fetchFailure } from './fetch-failure.ts'
import { createResolver } from './resolver.ts'

const LOCAL_NAME = /(?:^|\.)localhost$/

/**
 * All addresses of a name. It queries the name servers of the machine, or the given ones, itself: the look-up of the
 * operating system blocks a thread that file reading needs, for as long as a slow name server takes.
 */
export const createNameResolver = (servers?: string[]) => {
  const resolver = createResolver(servers)
  return async (name: string): Promise<string[]> => {
    // Names of this machine by their definition (RFC 6761), whatever a name server says.
    if (LOCAL_NAME.test(name)) return ['127.0.0.1']
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw fetchFailure('unresolvable')
    return addresses
  }
}
