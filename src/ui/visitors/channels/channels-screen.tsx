import { Flex, Text } from '@chakra-ui/react'
import { newChannel, storedChannel } from '../../../machines/visitors/connect-channel.machine.ts'
import type { ConnectedChannel } from '../../../services/contract/channels.ts'
import { reasonIn } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { CHANNEL_NAMES } from '../../conversations/conversation/channel-names.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { formatMoment } from '../../parts/format.ts'
import { Guide } from '../../parts/guide.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Row } from '../../parts/row.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { ManagedRows } from '../../shell/settings/managed-rows.tsx'
import { ManagersPage } from '../../shell/settings/settings-page.tsx'
import { useResource, useResourceData } from '../../workspace.ts'
import { ChannelDialog } from './channel-dialog.tsx'

/** The channels of an organization, and the dialogs that connect, change, pause and remove them. */
function ChannelsSection({ organizationId }: { organizationId: string }) {
  const channels = useResource('channels', { organizationId })
  const kinds = useResourceData(useResource('channelKinds', {})) ?? []
  const connection = useProvidedActor('connectChannel')
  const pause = useProvidedActor('pauseChannel')
  const resume = useProvidedActor('resumeChannel')
  const removal = useProvidedActor('removeChannel')
  const change = (channel: ConnectedChannel) => {
    const kind = kinds.find((one) => one.kind === channel.kind)
    if (kind) connection.send({ type: 'form.opened', organizationId, values: storedChannel(kind, channel) })
  }
  const subjectOf = ({ id, name }: ConnectedChannel) => ({ organizationId, id, name })
  return (
    <>
      <ManagedRows
        title={t('Connected channels')}
        lead={t('The public page and the embedded assistant are in the settings of each assistant.')}
        action={
          <Flex gap="2" wrap="wrap">
            {kinds.map((kind) => (
              <Button
                key={kind.kind}
                onClick={() =>
                  connection.send({ type: 'form.opened', organizationId, values: newChannel(kind) })
                }
              >
                {t('Connect {name}', { name: CHANNEL_NAMES[kind.kind] })}
              </Button>
            ))}
          </Flex>
        }
        needs={t('connect channels')}
        resource={channels}
        empty={[
          t('No channels yet.'),
          <Rich
            text={t(
              'Let an assistant answer where people already write, with its sources and a hand-over to your team. <0>Read the guide</0>',
            )}
            parts={[<Guide to="channels" />]}
          />,
        ]}
      >
        {(list) =>
          list.map((channel) => (
            <ChannelRow
              key={channel.id}
              channel={channel}
              onChange={() => change(channel)}
              onSwitch={() => ask(channel.enabled ? pause : resume, subjectOf(channel))}
              onRemove={() => ask(removal, subjectOf(channel))}
            />
          ))
        }
      </ManagedRows>
      <ChannelDialog actor={connection} />
      <ConfirmDialog
        actor={pause}
        title={(name) => t('Pause {name}?', { name })}
        confirm={t('Pause')}
        busy={t('Saving…')}
      >
        {t('Messages that arrive while it is paused are not answered later.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={resume}
        title={(name) => t('Resume {name}?', { name })}
        confirm={t('Resume')}
        busy={t('Saving…')}
        isHarmless
      >
        {t('The assistant answers new messages from now on.')}
      </ConfirmDialog>
      <ConfirmDialog
        actor={removal}
        title={(name) => t('Remove {name}?', { name })}
        confirm={t('Remove channel')}
        busy={t('Removing…')}
      >
        {t('The assistant no longer answers there. Its conversations stay.')}
      </ConfirmDialog>
    </>
  )
}

/** Where assistants answer besides the app, for owners and admins. */
export function ChannelsScreen() {
  return (
    <ManagersPage
      title={t('Channels')}
      lead={t('Let assistants answer where people already write.')}
      refusal={t('Only owners and admins can manage channels.')}
    >
      {(id) => <ChannelsSection organizationId={id} />}
    </ManagersPage>
  )
}

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
