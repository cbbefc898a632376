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

/** What an update makes old, see `keyOf`: read again at once where it is shown, or when it is next looked at. */
const madeOld = {
  knowledge_base_update: { atOnce: ['knowledgeBases'], later: ['knowledgeBase'] },
  integration_update: { atOnce: ['integrations', 'assistants', 'integration', 'publicPage'], later: [] },
  // Whoever removes it leaves its screen; until then that is not to find it missing.
  integration_removed: { atOnce: ['integrations', 'assistants'], later: ['integration'] },
  member_update: { atOnce: ['members'], later: ['usage'] },
  invitation_update: { atOnce: ['invitations'], later: [] },
} as const

/** The socket of the current organization: its news go to the notifications, the list of organizations and the cache. */
export const provideOrganizationLive = ({ live, cache }: { live: Live; cache: QueryCache }) =>
  fromCallback<EventObject, { organizationId: string }>(({ input: { organizationId }, system }) => {
    const notify = (event: NotificationsEvent) => system.get('notifications')?.send(event)
    const reloadOrganizations = () => system.get('organizations')?.send({ type: 'organizations.changed' })
    const of = ['org', organizationId]
    const invalidate = (type: keyof typeof madeOld) => {
      const { atOnce, later } = madeOld[type]
      for (const name of atOnce) void cache.invalidateQueries({ queryKey: [...of, name] })
      for (const name of later) void cache.invalidateQueries({ queryKey: [...of, name], refetchType: 'none' })
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
        else if (message.type === 'account_update') {
          for (const name of ['me', 'system']) void cache.invalidateQueries({ queryKey: [name] })
        } else if (message.type !== 'hello') invalidate(message.type)
      },
    })
  })
