import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Bell } from 'lucide-react'
import { type ComponentProps, Suspense } from 'react'
import type { NotificationsRef } from '../../../machines/notifications/notifications.machine.ts'
import { selectUnread } from '../../../machines/notifications/notifications.selectors.ts'
import { t } from '../../../texts/t.ts'
import { type Button, IconButton } from '../../parts/button.tsx'
import { useWorkspace } from '../../workspace.ts'
import { NotificationPanel } from '../over-page.tsx'

/** More than this is no number that one reads. */
const BADGE_MAX = 99

/** S1.3, S2.31: the bell at top right, and what it opens. */
export function NotificationBell() {
  const { notifications: actor } = useWorkspace()
  return (
    <Suspense fallback={<BellButton actor={actor} onClick={() => actor.send({ type: 'panel.opened' })} />}>
      <NotificationPanel actor={actor} />
    </Suspense>
  )
}

export function BellButton({ actor, ...props }: ComponentProps<typeof Button> & { actor: NotificationsRef }) {
  const unread = useSelector(actor, selectUnread)
  return (
    <IconButton
      label={unread > 0 ? t('Notifications, {unread} unread', { unread }) : t('Notifications')}
      position="relative"
      {...props}
    >
      <Bell aria-hidden />
      {unread > 0 && (
        <chakra.span
          aria-hidden
          position="absolute"
          top="1px"
          insetInlineEnd="0"
          minWidth="16px"
          height="16px"
          px="1"
          borderRadius="full"
          bg="ink"
          color="paper"
          fontSize="2xs"
          fontWeight="bold"
          lineHeight="16px"
          textAlign="center"
        >
          {unread > BADGE_MAX ? `${BADGE_MAX}+` : unread}
        </chakra.span>
      )}
    </IconButton>
  )
}
