import { randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import type { NewOrganization, OrganizationPatch } from '../../src/services/contract/organizations.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import type { ProviderSessions } from '../accounts/single-sign-on/provider-sessions.ts'
import type { PaymentEnds } from '../billing/payments/payment-ends.ts'
import type { Hub } from '../connection/realtime/hub.ts'
import type { Database } from '../kernel/db/open.ts'
import { invalid, notFound, refusal } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import type { OrganizationForMember, OrganizationsRepository } from './organizations.repository.ts'

const SLUG_MAX = 40
/** Owned by one person. */
const ORGANIZATIONS_MAX = 50

export type Organizations = ReturnType<typeof createOrganizations>

type Parts = {
  database: Pick<Database, 'db' | 'withLock'>
  organizations: OrganizationsRepository
  providerSessions: Pick<ProviderSessions, 'endOfDeleted'>
  paymentEnds: PaymentEnds
  hub: Hub
}

export function createOrganizations({
  database: { db, withLock },
  organizations,
  providerSessions,
  paymentEnds,
  hub,
}: Parts) {
  const one = async (userId: string, id: string): Promise<OrganizationForMember> => {
    const organization = (await organizations.of(userId)).find((each) => each.id === id)
    if (!organization) throw notFound('organization')
    return organization
  }
  /** Their pages read the list again, whichever organization they show. */
  const tell = (userIds: readonly string[], id: string) => {
    for (const userId of userIds) hub.publishTo(userId, 'organization_update', { id })
  }
  const changed = (userId: string, id: string) => {
    hub.publish(`organization:${id}`, 'organization_update', { id })
    return one(userId, id)
  }

  return {
    of: (userId: string) => organizations.of(userId),

    nameOf: (id: string) => organizations.nameOf(id),

    /** @throws Refusal 404 if the user is not a member, or the organization does not exist */
    one,

    /** Tells its members that its appearance changed, and returns it. */
    changed,

    async change(userId: string, id: string, patch: z.output<typeof OrganizationPatch>) {
      await organizations.update(id, patch)
      return changed(userId, id)
    },

    /** Deletes it with everything in it. @throws Refusal 422 unless `name` is its name */
    async remove(userId: string, id: string, name: string) {
      if (name.trim() !== (await one(userId, id)).name) throw invalid({ name: say('not_its_name') })
      const { ends, members } = await db.transaction(async (tx) => {
        const announceSessions = await providerSessions.endOfDeleted(tx, [id])
        const endPayments = await paymentEnds.endOfDeleted(tx, [id])
        const members = await organizations.delete(tx, id, name.trim())
        return { ends: [announceSessions, endPayments], members }
      })
      for (const end of ends) end()
      hub.closeChannel(`organization:${id}`, CLOSE.gone)
      tell(members, id)
    },

    /** The creator becomes its owner. @throws Refusal 409 if they own too many */
    create: (ownerId: string, input: z.output<typeof NewOrganization>): Promise<OrganizationForMember> =>
      withLock(`organizations ${ownerId}`, async () => {
        if ((await organizations.countOwned(ownerId)) >= ORGANIZATIONS_MAX)
          throw refusal('too_many_organizations', { max: ORGANIZATIONS_MAX })
        const slug = slugOf(input.name)
        for (const end of ['', ...Array.from({ length: 5 }, () => `-${randomBytes(3).toString('hex')}`)]) {
          const created = await organizations.insert({ ...input, slug: slug + end }, ownerId)
          if (!created) continue
          tell([ownerId], created.id)
          return { ...created, role: 'owner', memberCount: 1 }
        }
        throw new Error('no free slug was found')
      }),
  }
}

function slugOf(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, SLUG_MAX) || 'organization'
}
