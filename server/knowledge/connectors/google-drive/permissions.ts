import * as z from 'zod/mini'
import type { ItemReaders } from '../../readers/followed.ts'
import { shaped } from '../service-http.ts'

const Permission = z.object({
  type: z.string(),
  emailAddress: z.optional(z.string()),
  domain: z.optional(z.string()),
  allowFileDiscovery: z.optional(z.boolean()),
  deleted: z.optional(z.boolean()),
  expirationTime: z.optional(z.string()),
  view: z.optional(z.string()),
})
/** What is asked for of each. */
export const PERMISSION = Object.keys(Permission.shape).join()
export const AT_ONCE = 100

/**
 * Every role reads. An account that is gone, an access that has expired or that is to a published copy alone does not;
 * what only those find who have its link is shared with nobody whom its link was not sent to, which Google does not tell.
 */
const isGiven = ({ deleted, expirationTime, view }: z.output<typeof Permission>) =>
  !deleted && view === undefined && !(expirationTime && Date.parse(expirationTime) <= Date.now())

export const readersIn = (permissions: readonly unknown[]): ItemReaders => {
  const given = permissions.map((one) => shaped(Permission, one)).filter(isGiven)
  const found = given.filter(({ allowFileDiscovery }) => allowFileDiscovery === true)
  if (found.some(({ type }) => type === 'anyone')) return 'anyone'
  const addresses = (wanted: string) =>
    given.flatMap(({ type, emailAddress }) => (type === wanted && emailAddress ? [emailAddress] : []))
  return {
    people: addresses('user'),
    groups: addresses('group'),
    domains: found.flatMap(({ type, domain }) => (type === 'domain' && domain ? [domain] : [])),
  }
}
