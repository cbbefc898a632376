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
/** Fields requested for each. */
export const PERMISSION = Object.keys(Permission.shape).join()
export const AT_ONCE = 100

/**
 * Every role can read, but not a deleted account, an expired access or one to a published copy only. Link-only
 * sharing names no readers, because Google does not say whom the link was sent to.
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
