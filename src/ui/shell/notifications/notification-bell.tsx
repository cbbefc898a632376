import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Bell } from 'lucide-react'
import { Suspense, useId } from 'react'
import {
  isPanelOpen,
  type NotificationsRef,
  selectUnread,
} from '../../../machines/connection/notifications/notifications.machine.ts'
import { t } from '../../../texts/t.ts'
import { IconButton } from '../../parts/button.tsx'
import { useWorkspace } from '../../workspace.ts'
import { NotificationPanel } from '../over-page.tsx'

/** Higher numbers are not readable at a glance. */
const BADGE_MAX = 99

/** S1.3, S2.31: the bell at top right, and its panel. */
export function NotificationBell() {
  const { notifications: actor } = useWorkspace()
  const opener = useId()
  return (
    <>
      <BellButton actor={actor} id={opener} />
      <Suspense fallback={null}>
        <NotificationPanel actor={actor} opener={opener} />
      </Suspense>
    </>
  )
}

function BellButton({ actor, id }: { actor: NotificationsRef; id: string }) {
  const unread = useSelector(actor, selectUnread)
  const open = useSelector(actor, isPanelOpen)
  return (
    <IconButton
      id={id}
      label={unread > 0 ? t('Notifications, {unread} unread', { unread }) : t('Notifications')}
      aria-haspopup="dialog"
      aria-expanded={open}
      onClick={() => actor.send({ type: open ? 'panel.closed' : 'panel.opened' })}
      position="relative"
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
