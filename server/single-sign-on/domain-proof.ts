import { createResolver } from '../fetching/resolver.ts'

/** What a DNS record of a domain has to hold. */
export const recordOf = ({ domain, token }: { domain: string; token: string }) => ({
  name: `_lectern.${domain}`,
  value: `lectern-verification=${token}`,
})

/** Whether the record stands in the DNS now. Asks the name servers of the machine, or those given. */
export const createDomainProof = (nameServers: string[]) => {
  const resolver = createResolver(nameServers)
  return async (claimed: { domain: string; token: string }): Promise<boolean> => {
    const { name, value } = recordOf(claimed)
    const records = await resolver.resolveTxt(name).catch(() => [])
    return records.some((parts) => parts.join('').trim() === value)
  }
}
export type DomainProof = ReturnType<typeof createDomainProof>
