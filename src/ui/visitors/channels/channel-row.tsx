import { Flex, Text } from '@chakra-ui/react'
import type { ConnectedChannel } from '../../../services/contract/channels.ts'
import { reasonIn } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { CHANNEL_NAMES } from '../../conversations/conversation/channel-names.ts'
import { Button } from '../../parts/button.tsx'
import { formatMoment } from '../../parts/format.ts'
import { Row } from '../../parts/row.tsx'
import { Badge } from '../../parts/status-badge.tsx'

interface ChannelRowProps {
  channel: ConnectedChannel
  onChange: () => void
  onSwitch: () => void
  onRemove: () => void
}

/** One channel: its assistant, its state, and its actions. */
export function ChannelRow({ channel, onChange, onSwitch, onRemove }: ChannelRowProps) {
  const { kind, name, assistant, enabled, error, last_message_at, last_read_at, used_today, daily_limit } =
    channel
  return (
    <Row title={name} badge={<StateBadge channel={channel} />}>
      {[
        CHANNEL_NAMES[kind],
        t('{assistant} answers', { assistant }),
        t('{used_today, number} of {daily_limit, number} questions today', { used_today, daily_limit }),
        last_message_at === null
          ? t('no messages yet')
          : t('last message {last_message_at}', { last_message_at: formatMoment(last_message_at) }),
        ...(last_read_at === null
          ? []
          : [t('last read {last_read_at}', { last_read_at: formatMoment(last_read_at) })]),
      ].join(' · ')}
      {error && (
        <Text as="span" display="block" color="accent" mt="1">
          {reasonIn(error).message} {reasonIn(error).hint}
        </Text>
      )}
      <Flex as="span" gap="2" wrap="wrap" mt="2.5">
        <Button size="sm" aria-label={t('Change {name}', { name })} onClick={onChange}>
          {t('Change')}
        </Button>
        <Button
          size="sm"
          aria-label={enabled ? t('Pause {name}', { name }) : t('Resume {name}', { name })}
          onClick={onSwitch}
        >
          {enabled ? t('Pause') : t('Resume')}
        </Button>
        <Button size="sm" aria-label={t('Remove {name}', { name })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </Flex>
    </Row>
  )
}

const StateBadge = ({ channel: { enabled, error } }: { channel: ConnectedChannel }) => {
  if (!enabled) return <Badge tone="quiet">{t('Paused')}</Badge>
  return error === null ? (
    <Badge tone="good">{t('Connected')}</Badge>
  ) : (
    <Badge tone="problem">{t('Failing')}</Badge>
  )
}
