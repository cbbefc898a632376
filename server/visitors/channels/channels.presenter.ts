import type { ChannelKind, ConnectedChannel } from '../../../src/services/contract/channels.ts'
import { ConnectedKind } from '../../../src/services/contract/conversations.ts'
import { labelOf, presentFields } from '../../knowledge/connectors/connectors.presenter.ts'
import type { Channels } from './channel.types.ts'
import type { ListedChannel } from './channels.repository.ts'

/** @param addressOf address that the service sends to */
export const presentKinds = (channels: Channels, addressOf: (kind: ConnectedKind) => string): ChannelKind[] =>
  ConnectedKind.options.map((kind) => {
    const { name, fields, steps, hook } = channels[kind]
    return {
      kind,
      name,
      fields: presentFields(fields),
      steps: steps.map(labelOf),
      manifest: hook?.manifest(addressOf(kind)) ?? null,
    }
  })

export const presentChannel = (row: ListedChannel): ConnectedChannel => ({
  id: row.id,
  kind: row.kind,
  integration_id: row.integrationId,
  assistant: row.assistant,
  name: row.name,
  settings: { url: row.url, ...row.settings },
  daily_limit: row.dailyLimit,
  enabled: row.enabled,
  error: row.error,
  last_message_at: row.lastMessageAt?.toISOString() ?? null,
  last_read_at: row.lastReadAt?.toISOString() ?? null,
  used_today: row.usedToday,
  created_at: row.createdAt.toISOString(),
})
