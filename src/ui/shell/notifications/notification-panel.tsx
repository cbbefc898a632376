import { Box, chakra, Flex, Popover, Portal, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { organizationLine } from '../../../machines/connection/connections/lines.ts'
import {
  isPanelOpen,
  isUnreadOnly,
  type NotificationsRef,
  selectNotifications,
} from '../../../machines/connection/notifications/notifications.machine.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConnectionNote } from '../../parts/connection-note.tsx'
import { FailedLine, SkeletonLine } from '../../parts/states.tsx'
import { End } from '../../parts/visibility.tsx'
import { useOrganizationId } from '../../workspace.ts'
import { NotificationItem } from './notification-item.tsx'

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
        <Popover.Title asChild>
          <chakra.h2 textStyle="section">{t('Notifications')}</chakra.h2>
        </Popover.Title>
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

/** Notifications, newest first; more load when the end of the list is reached. */
export function NotificationList({ actor }: { actor: NotificationsRef }) {
  const items = useSelector(actor, selectNotifications)
  const unreadOnly = useSelector(actor, isUnreadOnly)
  const loading = useSelector(actor, (snapshot) => snapshot.hasTag('loading'))
  const loadingMore = useSelector(actor, (snapshot) => snapshot.hasTag('loadingMore'))
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'))
  const hasMore = useSelector(actor, (snapshot) => snapshot.can({ type: 'end.reached' }))
  const isEmpty = items.length === 0
  return (
    <Box
      overflowY="auto"
      overscrollBehavior="contain"
      minHeight={0}
      flex="1"
      aria-busy={loading || loadingMore}
    >
      {isEmpty && !loading && !failed && <Nothing unreadOnly={unreadOnly} />}
      {!isEmpty && (
        <chakra.ul listStyleType="none" aria-label={t('Notifications')}>
          {items.map((notification) => (
            <NotificationItem key={notification.id} actor={actor} notification={notification} />
          ))}
        </chakra.ul>
      )}
      {((isEmpty && loading) || loadingMore) && <Waiting count={isEmpty ? 4 : 1} />}
      {failed && <FailedLine actor={actor} message={t('Failed to load notifications')} />}
      {hasMore && <End key={items.length} actor={actor} />}
    </Box>
  )
}

const Nothing = ({ unreadOnly }: { unreadOnly: boolean }) => (
  <Box px="5" py="7">
    <Text textStyle="section" fontStyle="italic">
      {unreadOnly ? t('You are all caught up.') : t('No notifications yet.')}
    </Text>
    {!unreadOnly && (
      <Text fontSize="md" color="ink.2" mt="1.5">
        {t('We will notify you when documents are ready, someone joins, or something needs your attention.')}
      </Text>
    )}
  </Box>
)

const Waiting = ({ count }: { count: number }) => (
  <Stack gap="5" px="5" py="4" aria-label={t('Loading')} role="status">
    {Array.from({ length: count }, (_, place) => (
      <Stack key={place} gap="2">
        <SkeletonLine width="60%" />
        <SkeletonLine width="90%" height=".75em" />
      </Stack>
    ))}
  </Stack>
)
