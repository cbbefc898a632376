import { fromCallback } from 'xstate'
import type { LiveEvent } from '../../machines/connection/connections/connections.types.ts'
import { organizationLine } from '../../machines/connection/connections/lines.ts'
import type { NotificationsEvent } from '../../machines/connection/notifications/notifications.types.ts'
import { sendToActor } from '../../machines/system.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { listen } from '../connection/listen.ts'
import type { NotificationUpdate } from '../contract/notifications.ts'
import { CLOSE, type OrganizationMessage } from '../contract/sockets.ts'

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

/** Who can read or use something now. */
export const READERS = [
  'readers',
  'documentReaders',
  'assistantReaders',
  'readableBases',
  'usableAssistants',
] as const

/** Data of the person, whatever the organization. */
const OF_ACCOUNT = ['me', 'system', 'sessions', 'signIns', 'twoFactor', 'apiKeys'] as const

/** The queries that an update outdates, see `keyOf`: reread at once if visible, otherwise when next shown. */
const madeOld = {
  knowledge_base_update: {
    atOnce: [
      'knowledgeBases',
      'restrictedBases',
      'restrictedDocuments',
      'goldenQuestions',
      'groups',
      ...READERS,
    ],
    later: ['knowledgeBase'],
  },
  integration_update: {
    atOnce: [
      'integrations',
      'assistants',
      'integration',
      'integrationGeneral',
      'integrationVersions',
      'restrictedAssistants',
      'assistantReaders',
      'usableAssistants',
      'publicPage',
      'handoverSettings',
    ],
    later: [],
  },
  // A person who removes it leaves its screen; until then, the screen must not find it missing.
  integration_removed: {
    atOnce: ['integrations', 'assistants', 'restrictedAssistants', 'usableAssistants', 'channels'],
    later: ['integration', 'integrationGeneral'],
  },
  // A member who is removed leaves the groups, and may have been a reader.
  member_update: { atOnce: ['members', 'groups', ...READERS], later: ['usage'] },
  // Its plan or settings are others.
  organization_update: {
    atOnce: [
      'subscription',
      'usage',
      'payments',
      'billingDetails',
      'models',
      'modelProviders',
      'singleSignOn',
      'provisioning',
      'organizationKeys',
      'channels',
      'webhooks',
      'retention',
    ],
    later: ['privacy'],
  },
  invitation_update: { atOnce: ['invitations'], later: [] },
} as const

/** Listens to the current organization: updates notifications, the list of organizations and the cache. */
export const provideOrganizationLive = (cache: QueryCache) =>
  fromCallback<LiveEvent<OrganizationMessage>, { organizationId: string }>(({ input, ...listener }) => {
    const { organizationId } = input
    const notify = (event: NotificationsEvent) => sendToActor(listener, 'notifications', event)
    const reloadOrganizations = () =>
      sendToActor(listener, 'organizations', { type: 'organizations.changed' })
    const readAccountAgain = () => {
      for (const name of OF_ACCOUNT) void cache.invalidateQueries({ queryKey: [name] })
    }
    const of = ['org', organizationId]
    const invalidate = (type: keyof typeof madeOld) => {
      const { atOnce, later } = madeOld[type]
      for (const name of atOnce) void cache.invalidateQueries({ queryKey: [...of, name] })
      for (const name of later) void cache.invalidateQueries({ queryKey: [...of, name], refetchType: 'none' })
    }
    const take = (message: OrganizationMessage) => {
      if (message.type === 'notification_update') notify(heardOf(message.data))
      else if (message.type === 'organization_update') {
        reloadOrganizations()
        if (message.data.id === organizationId) invalidate(message.type)
      } else if (message.type === 'account_update') readAccountAgain()
      // Another server may send frames unknown to us.
      else if (message.type in madeOld) invalidate(message.type as keyof typeof madeOld)
    }
    let wasLost = false
    return listen<OrganizationMessage>(listener, organizationLine(organizationId), (liveEvent) => {
      switch (liveEvent.type) {
        case 'live.opened':
          // Changes during a lost connection are unknown: all visible data is read again.
          if (wasLost) {
            void cache.invalidateQueries({ queryKey: of })
            readAccountAgain()
            reloadOrganizations()
          }
          wasLost = false
          return notify({ type: 'live.opened' })
        case 'live.lost':
          wasLost = true
          return
        case 'live.ended':
          return liveEvent.code === CLOSE.forbidden || liveEvent.code === CLOSE.gone
            ? reloadOrganizations()
            : undefined
        case 'live.received':
          return take(liveEvent.message)
      }
    })
  })
