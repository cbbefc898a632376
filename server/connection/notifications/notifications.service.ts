import type { FastifyBaseLogger } from 'fastify'
import type { Values } from '../../../src/services/contract/coded-text.ts'
import type { Notification, NotificationUpdate } from '../../../src/services/contract/notifications.ts'
import type { Right } from '../../../src/services/contract/roles.ts'
import { assertOutsideTransaction } from '../../kernel/db/guard.ts'
import { DAY } from '../../kernel/durations.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import type { NOTIFICATIONS } from '../../kernel/texts/english/notifications.ts'
import { say, written } from '../../kernel/texts/say.ts'
import type { MembersRepository } from '../../organizations/members/members.repository.ts'
import type { Hub } from '../realtime/hub.ts'
import type { NotificationRow, NotificationsRepository } from './notifications.repository.ts'

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  organization_id: row.organizationId,
  type: row.type,
  title: row.title,
  message: row.message,
  ...(row.values && { values: row.values }),
  link: row.link,
  read: row.readAt !== null,
  created_at: row.createdAt.toISOString(),
})

const KEPT = 90 * DAY

type Type = Exclude<keyof typeof NOTIFICATIONS, `${string}.message`>

/** A notification to send. `type` contains success, failure or error if its icon should show that (S3.8). */
type NewNotification = {
  /** Code of its title and message in server/kernel/texts/english/notifications.ts. */
  type: Type
  /** Values in both. */
  values?: Values
  /** A path of this app. */
  link: string | null
  /** Organization that the link belongs to, so that it opens there whatever organization is current. */
  organizationId?: string
  /** Not for people who have not yet read one of its type with its link. */
  onceUntilRead?: boolean
} & (
  | { userIds: string[] }
  /** Those members of its organization who have the right. */
  | { right: Right; organizationId: string }
)

type Parts = {
  notifications: NotificationsRepository
  members: Pick<MembersRepository, 'withRight'>
  hub: Hub
  log: FastifyBaseLogger
}

export const createNotifications = ({ notifications, members, hub, log }: Parts) => {
  const tell = (userId: string, update: NotificationUpdate) =>
    hub.publishTo(userId, 'notification_update', update)
  const unread = async (userId: string) => ({ unread_count: await notifications.countUnread(userId) })

  /**
   * Sends an event to each of the people, wherever they are connected. Call it after the commit.
   * @throws Error inside a transaction
   */
  const deliver = async (notification: NewNotification): Promise<void> => {
    assertOutsideTransaction('A notification was sent')
    const { type, values, link, organizationId, onceUntilRead = false } = notification
    const userIds =
      'right' in notification
        ? await members.withRight(notification.organizationId, notification.right)
        : notification.userIds
    const knowing = onceUntilRead ? await notifications.unreadBy(userIds, type, link) : []
    const told = [...new Set(userIds)].filter((userId) => !knowing.includes(userId))
    if (told.length === 0) return
    const rows = await notifications.insert(
      told.map((userId) => ({
        organizationId,
        link,
        userId,
        type,
        values,
        title: written({ code: type, values }),
        message: written({ code: `${type}.message`, values }),
      })),
    )
    for (const row of rows) tell(row.userId, { action: 'new', notification: presentNotification(row) })
  }

  return {
    deliver,

    /** As `deliver`, but failures are logged and not thrown. @throws Error inside a transaction */
    async notify(notification: NewNotification): Promise<void> {
      assertOutsideTransaction('A notification was sent')
      await deliver(notification).catch((error: unknown) =>
        log.error({ err: error, type: notification.type }, 'a notification could not be sent'),
      )
    },

    /** @throws Refusal 422 if `before` is not one of the user's */
    async page(userId: string, page: { limit: number; unreadOnly: boolean; before: string | undefined }) {
      const { before, ...rest } = page
      if (before === undefined) return notifications.page(userId, rest)
      const after = await notifications.find(userId, before)
      if (!after) throw invalid({ before: say('no_such_notification') })
      return notifications.page(userId, { ...rest, after })
    },

    unread,

    /** Other users' and already read ones are left unchanged. */
    async markRead(userId: string, ids: string[]) {
      const changed = await notifications.markRead(userId, ids.length === 0 ? null : ids)
      if (ids.length === 0) tell(userId, { action: 'read_all' })
      else for (const notificationId of changed) tell(userId, { action: 'read', notificationId })
      return unread(userId)
    },

    /** @throws Refusal 404 */
    async remove(userId: string, id: string) {
      if (!(await notifications.delete(userId, id))) throw notFound('notification')
      tell(userId, { action: 'delete', notificationId: id })
      return unread(userId)
    },

    sweep: () => notifications.deleteOlderThan(new Date(Date.now() - KEPT)),
  }
}
export type Notifications = ReturnType<typeof createNotifications>
