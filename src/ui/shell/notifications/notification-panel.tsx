import { Flex, Popover, Portal } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { organizationLine } from '../../../machines/connection/connections/connections.types.ts'
import {
  isPanelOpen,
  isUnreadOnly,
  type NotificationsRef,
} from '../../../machines/connection/notifications/notifications.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConnectionNote } from '../../parts/connection-note.tsx'
import { useOrganizationId } from '../../workspace.ts'
import { NotificationList } from './notification-list.tsx'

/** S2.31: the panel that the bell opens. */
export function NotificationPanel({ actor, opener }: { actor: NotificationsRef; opener: string }) {
  const open = useSelector(actor, isPanelOpen)
  return (
    <Popover.Root
      open={open}
      onOpenChange={(change) => actor.send({ type: change.open ? 'panel.opened' : 'panel.closed' })}
      ids={{ trigger: opener }}
      positioning={{ placement: 'bottom-end', gutter: 6 }}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Popover.Positioner>
          <Popover.Content
            aria-label={t('Notifications')}
            width="25rem"
            maxHeight="min(38rem, var(--available-height))"
            overflow="hidden"
            bg="sheet"
          >
            <Head actor={actor} />
            <NotificationList actor={actor} />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  )
}

function Head({ actor }: { actor: NotificationsRef }) {
  const unreadOnly = useSelector(actor, isUnreadOnly)
  const canReadAll = useSelector(actor, (snapshot) => snapshot.can({ type: 'all.read' }))
  return (
    <Flex direction="column" gap="2" px="4" pt="3.5" pb="2.5" borderBottom="1px solid" borderColor="rule">
      <Flex align="center" justify="space-between" gap="3">
        <Popover.Title textStyle="section">{t('Notifications')}</Popover.Title>
        <Button
          variant="link"
          size="inline"
          disabled={!canReadAll}
          onClick={() => actor.send({ type: 'all.read' })}
        >
          {t('Mark all as read')}
        </Button>
      </Flex>
      <Flex role="group" aria-label={t('Show')} gap="1" ms="-2.5">
        {[false, true].map((value) => (
          <Button
            key={String(value)}
            variant="ghost"
            size="sm"
            height="28px"
            px="2.5"
            aria-pressed={value === unreadOnly}
            bg={value === unreadOnly ? 'accent.wash' : undefined}
            color={value === unreadOnly ? 'ink' : undefined}
            onClick={() => actor.send({ type: 'filter.picked', unreadOnly: value })}
          >
            {value ? t('Unread') : t('All')}
          </Button>
        ))}
      </Flex>
      <ConnectionNote name={organizationLine(useOrganizationId()).name} />
    </Flex>
  )
}
