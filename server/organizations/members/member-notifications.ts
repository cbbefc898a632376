import type { Role } from '../../../src/services/contract/roles.ts'
import type { Context } from '../../context.ts'
import { createMembersRepository } from './members.repository.ts'

type Organization = { id: string; name: string }

export type MemberNotifications = ReturnType<typeof createMemberNotifications>

/** Notifications about an organization's members. */
export const createMemberNotifications = ({
  db,
  hub,
  notifications,
}: Pick<Context, 'db' | 'hub' | 'notifications'>) => {
  const members = createMembersRepository(db)

  /** Their pages reload the list of organizations, and everyone's pages the list of members. */
  const changed = ({ id }: Organization, userId: string) => {
    hub.publish(`organization:${id}`, 'member_update', { user_id: userId })
    hub.publishTo(userId, 'organization_update', { id })
  }

  return {
    changed,

    async joined(organization: Organization, userId: string, name: string) {
      changed(organization, userId)
      await notifications.notify({
        userIds: (await members.withRight(organization.id, 'manage')).filter((id) => id !== userId),
        organizationId: organization.id,
        type: 'invitation_accepted_success',
        values: { name, organization: organization.name },
        link: '/team',
      })
    },

    async roleChanged(organization: Organization, userId: string, role: Role, byOther: boolean) {
      changed(organization, userId)
      if (!byOther) return
      await notifications.notify({
        userIds: [userId],
        organizationId: organization.id,
        type: 'role_changed',
        values: { organization: organization.name, role },
        link: '/team',
      })
    },

    /** Notifies both of the transfer, because plan, card on file and invoices belong to the organization. */
    async transferred(organization: Organization, { from, to }: { from: string; to: string }) {
      for (const [userId, type, link] of [
        [to, 'ownership_received', '/settings/subscription'],
        [from, 'ownership_given', '/team'],
      ] as const) {
        changed(organization, userId)
        await notifications.notify({
          userIds: [userId],
          organizationId: organization.id,
          type,
          values: { organization: organization.name },
          link,
        })
      }
    },

    /** Their sockets close at once; they are notified if someone else removed them (`byOther`). */
    async gone(organization: Organization, userId: string, byOther: boolean) {
      changed(organization, userId)
      hub.dismiss(organization.id, userId)
      if (!byOther) return
      await notifications.notify({
        userIds: [userId],
        type: 'member_removed',
        values: { organization: organization.name },
        link: null,
      })
    },
  }
}
