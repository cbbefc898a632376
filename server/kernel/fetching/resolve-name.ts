import { fetchFailure } from './fetch-failure.ts'
import { createResolver } from './resolver.ts'

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
