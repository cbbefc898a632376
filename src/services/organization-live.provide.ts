import { type EventObject, fromCallback } from 'xstate'
import type { NotificationsEvent } from '../machines/notifications/notifications.types.ts'
import { ORGANIZATION_IDLE_AFTER } from '../machines/socket/socket.types.ts'
import type { NotificationUpdate } from './contract/notifications.ts'
import { CLOSE, OrganizationMessage } from './contract/sockets.ts'
import type { Live } from './live.ts'
import type { QueryCache } from './query-cache.ts'

const heardOf = (update: NotificationUpdate): NotificationsEvent => {
  switch (update.action) {
    case 'new':
      return { type: 'live.arrived', notification: update.notification }
    case 'read':
      return { type: 'live.read', id: update.notificationId }
    case 'read_all':
      return { type: 'live.readAll' }
    case 'delete':
      return { type: 'live.deleted', id: update.notificationId }
  }
}

/** Which lists an update makes old, and which records; see `keyOf`. */
const madeOld = {
  knowledge_base_update: { lists: ['knowledgeBases'], records: ['knowledgeBase'] },
  integration_update: { lists: ['integrations', 'assistants'], records: ['integration'] },
  member_update: { lists: ['members'], records: ['usage'] },
  invitation_update: { lists: ['invitations'], records: [] },
} as const

/** The socket of the current organization: its news go to the notifications, the list of organizations and the cache. */
export const provideOrganizationLive = ({ live, cache }: { live: Live; cache: QueryCache }) =>
  fromCallback<EventObject, { organizationId: string }>(({ input: { organizationId }, system }) => {
    const notify = (event: NotificationsEvent) => system.get('notifications')?.send(event)
    const reloadOrganizations = () => system.get('organizations')?.send({ type: 'organizations.changed' })
    const of = ['org', organizationId]
    const invalidate = (type: keyof typeof madeOld) => {
      const { lists, records } = madeOld[type]
      for (const list of lists) void cache.invalidateQueries({ queryKey: [...of, list] })
      // Read again when they are next looked at: one may just have been deleted here.
      for (const record of records)
        void cache.invalidateQueries({ queryKey: [...of, record], refetchType: 'none' })
    }
    let opened = false
    return live({
      name: 'organization',
      path: `/api/ws/organizations/${organizationId}`,
      schema: OrganizationMessage,
      idleAfter: ORGANIZATION_IDLE_AFTER,
      keepAlive: true,
      onOpen: () => {
        // What changed while nobody listened is not known: all that is shown is read again.
        if (opened) void cache.invalidateQueries({ queryKey: of })
        opened = true
        notify({ type: 'live.opened' })
      },
      onEnd: (code) => {
        if (code === CLOSE.forbidden || code === CLOSE.gone) reloadOrganizations()
      },
      onMessage: (message) => {
        if (message.type === 'notification_update') notify(heardOf(message.data))
        else if (message.type === 'organization_update') reloadOrganizations()
        else if (message.type !== 'hello') invalidate(message.type)
      },
    })
  })
