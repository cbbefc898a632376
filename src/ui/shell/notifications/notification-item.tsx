import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { Bell, CircleAlert, CircleCheck, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { NotificationsRef } from '../../../machines/connection/notifications/notifications.machine.ts'
import { linkOf, toneOf } from '../../../machines/connection/notifications/notifications.toasts.ts'
import type { Notification } from '../../../services/contract/notifications.ts'
import { notificationIn } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { IconButton, Pressable } from '../../parts/button.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { formatMoment } from '../../parts/format.ts'
import { placeInList } from '../../parts/place-in-list.ts'
import { useVisibility } from '../../parts/visibility.tsx'

/** S3.8: the icon follows the type. */
const icons = {
  success: { Icon: CircleCheck, color: 'good', label: t('Success') },
  failure: { Icon: CircleAlert, color: 'accent', label: t('Problem') },
  neutral: { Icon: Bell, color: 'ink.3', label: t('Info') },
} as const

export function NotificationItem({
  actor,
  notification,
}: {
  actor: NotificationsRef
  notification: Notification
}) {
  const { id, read, created_at } = notification
  const { title, message } = notificationIn(notification)
  const { Icon, color, label } = icons[toneOf(notification)]
  const element = useVisibility<HTMLLIElement>((visible) =>
    actor.send({ type: visible ? 'notification.shown' : 'notification.hidden', id }),
  )
  const remove = ({ currentTarget }: MouseEvent) => {
    const neighbor = placeInList(currentTarget)
    flushSync(() => actor.send({ type: 'notification.deleted', id }))
    neighbor()?.focus()
  }
  return (
    <chakra.li
      ref={element}
      position="relative"
      display="flex"
      gap="3"
      px="4"
      py="3"
      borderBottom="1px solid"
      borderColor="rule"
      _last={{ borderBottom: '0' }}
      css={{ '&:has([data-link]:hover)': { bg: 'accent.wash' } }}
    >
      <Box color={color} pt="0.5" css={{ '& svg': { width: '17px', height: '17px' } }}>
        <Icon role="img" aria-label={label} />
      </Box>
      <Box flex="1" minWidth={0}>
        <Flex gap="2">
          <Title actor={actor} notification={notification} />
          {!read && (
            <chakra.span width="7px" height="7px" borderRadius="full" bg="ink" flexShrink={0} mt="1.5">
              <chakra.span srOnly>{t('Unread')}</chakra.span>
            </chakra.span>
          )}
        </Flex>
        <Text fontSize="sm" color="ink.2" overflowWrap="anywhere">
          {message}
        </Text>
        <chakra.time
          dateTime={created_at}
          title={formatMoment(created_at)}
          display="block"
          fontSize="xs"
          color="ink.3"
          mt="0.5"
        >
          {useFormatDay()(created_at)}
        </chakra.time>
      </Box>
      <IconButton
        label={t('Delete notification: {title}', { title })}
        position="relative"
        alignSelf="flex-start"
        mt="-1"
        me="-2"
        onClick={remove}
      >
        <X aria-hidden />
      </IconButton>
    </chakra.li>
  )
}

/** The whole item links where its title does. */
function Title({ actor, notification }: { actor: NotificationsRef; notification: Notification }) {
  const { title } = notificationIn(notification)
  const text = (
    <Text
      as="span"
      fontSize="md"
      fontWeight={notification.read ? 'medium' : 'bold'}
      lineHeight="short"
      overflowWrap="anywhere"
    >
      {title}
    </Text>
  )
  if (linkOf(notification) === null) return text
  return (
    <Pressable
      type="button"
      data-link=""
      minWidth={0}
      lineHeight="short"
      onClick={() => actor.send({ type: 'notification.followed', id: notification.id })}
      _after={{ content: '""', position: 'absolute', inset: 0 }}
      _focusVisible={{
        outline: 'none',
        _after: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-2px' },
      }}
    >
      {text}
    </Pressable>
  )
}
