import { Box, chakra, Stack, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import {
  isUnreadOnly,
  type NotificationsRef,
  selectNotifications,
} from '../../../machines/connection/notifications/notifications.machine.ts'
import { t } from '../../../texts/t.ts'
import { FailedLine, SkeletonLine } from '../../parts/states.tsx'
import { useVisibility } from '../../parts/use-visibility.ts'
import { NotificationItem } from './notification-item.tsx'

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

/** Recreated for each page: it may still be visible when the page has arrived. */
function End({ actor }: { actor: NotificationsRef }) {
  const element = useVisibility<HTMLDivElement>((visible) => {
    if (visible) actor.send({ type: 'end.reached' })
  })
  return <Box ref={element} height="1px" />
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
