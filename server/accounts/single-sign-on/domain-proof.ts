import { createResolver } from '../../kernel/fetching/resolver.ts'

/** DNS record that proves a domain. */
export const recordOf = ({ domain, token }: { domain: string; token: string }) => ({
  name: `_lectern.${domain}`,
  value: `lectern-verification=${token}`,
})

/** `unknown`: the name servers did not respond. */
type Proof = 'proven' | 'missing' | 'unknown'

/** Responses that mean there is no such record. */
const ABSENT = ['ENOTFOUND', 'ENODATA']

/** Looks the record up in the DNS, at the machine's name servers or the given ones. */
export const createDomainProof = (nameServers: string[]) => {
  const resolver = createResolver(nameServers)
  return async (claimed: { domain: string; token: string }): Promise<Proof> => {
    const { name, value } = recordOf(claimed)
    try {
      const records = await resolver.resolveTxt(name)
      return records.some((parts) => parts.join('').trim() === value) ? 'proven' : 'missing'
    } catch (error) {
      return ABSENT.includes((error as NodeJS.ErrnoException).code ?? '') ? 'missing' : 'unknown'
    }
  }
}
export type DomainProof = ReturnType<typeof createDomainProof>
