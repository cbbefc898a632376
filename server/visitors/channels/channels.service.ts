import type { ChannelPatch, NewChannel } from '../../../src/services/contract/channels.ts'
import { ConnectedKind } from '../../../src/services/contract/conversations.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import type { WithLock } from '../../kernel/db/named-lock.ts'
import { invalid, notFound, refusal } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import { within } from '../../kernel/within.ts'
import type { Access } from './access.ts'
import type { ChannelRow, Opened } from './channel.types.ts'
import type { ChannelMessagesRepository } from './channel-messages.repository.ts'
import type { ChannelsRepository, ListedChannel } from './channels.repository.ts'

const CHANNELS_MAX = 20
/** The test of a connection ends within this time. */
const TEST_TIME = 30_000 // ms

type Parts = {
  channels: ChannelsRepository
  messages: Pick<ChannelMessagesRepository, 'wake'>
  access: Access
  /** Announces something to answer, or to poll. */
  enqueue: () => void
  withLock: WithLock
}

const whose = (opened: Opened) => opened.account()
/** An account without a mark is not polled: its service sends. */
const readFrom = (mark: string | null | undefined) => ({ mark: mark ?? null, nextReadAt: new Date() })
/** Its origin, or the server if the protocol is not HTTP. */
const addressOf = (url: string) => (url.startsWith('http') ? new URL(url).origin : url)

/** Channels of an organization's assistants. */
export const createChannels = ({ channels, messages, access, enqueue, withLock }: Parts) => {
  const tried = (kind: string, settings: Record<string, string>, before: ChannelRow | null = null) =>
    access.connections.tried(kind, settings, { before, signal: AbortSignal.timeout(TEST_TIME) }, whose)

  const listed = async ({ id, organizationId }: ChannelRow): Promise<ListedChannel> => {
    const found = (await channels.of(organizationId)).find((one) => one.id === id)
    if (!found) throw notFound('channel')
    return found
  }

  const found = async (organizationId: string, id: string) => {
    const row = await channels.find(organizationId, id)
    if (!row) throw notFound('channel')
    return row
  }

  const storedOf = (kind: string, settings: Record<string, string>, before: ChannelRow | null = null) => {
    const { url, secrets, ...stored } = access.connections.stored(kind, settings, before)
    return { ...stored, url: addressOf(url), secrets: secrets ?? '' }
  }

  /** Messages during a pause are not answered. Without a mark, polling starts with the next message. */
  const markNow = (row: ChannelRow) =>
    within(access.open(row).account(), TEST_TIME, 'the mark came too late').then(
      ({ mark }) => mark,
      () => null,
    )

  return {
    of: channels.of,
    ofAccount: channels.ofAccount,

    /** @throws Refusal 409 if it is already connected, 422 if the service refuses, or nothing is published */
    async connect(
      { id: integrationId, organizationId, published }: IntegrationRow,
      createdBy: string,
      { kind: entered, settings, daily_limit: dailyLimit }: NewChannel,
    ) {
      const kind = ConnectedKind.safeParse(entered).data
      if (!kind) throw invalid({ kind: say('not_found', { what: 'page' }) })
      if (!published) throw invalid({ integration_id: say('publish_first') })
      const { account, name, mark } = await tried(kind, settings)
      const row = await withLock(`channels ${organizationId}`, async () => {
        if ((await channels.countOf(organizationId)) >= CHANNELS_MAX)
          throw refusal('too_many_channels', { max: CHANNELS_MAX })
        // Including other addresses of its server: every mail would be answered twice.
        const others = await channels.ofAccount(kind, account)
        if (others.some((other) => other.organizationId === organizationId)) return null
        return channels.insert({
          organizationId,
          integrationId,
          kind,
          account,
          name,
          ...storedOf(kind, settings),
          createdBy,
          ...(mark !== undefined && readFrom(mark)),
          ...(dailyLimit !== undefined && { dailyLimit }),
        })
      })
      if (!row) throw refusal('known_channel')
      enqueue()
      return listed(row)
    },

    /** Changed settings are tested first. @throws Refusal 404, 409, 422 */
    async change(
      organizationId: string,
      id: string,
      { settings, daily_limit: dailyLimit, enabled }: ChannelPatch,
    ) {
      const row = await found(organizationId, id)
      const entered = settings && (await tried(row.kind, settings, row))
      // In another account its people have other ids.
      if (entered && entered.account !== row.account) throw refusal('other_account', { name: row.name })
      const changes = {
        ...(settings && { ...storedOf(row.kind, settings, row), error: null }),
        ...(entered && { name: entered.name }),
        ...(dailyLimit !== undefined && { dailyLimit }),
        ...(enabled !== undefined && { enabled }),
      }
      if (Object.keys(changes).length === 0) return listed(row)
      const isResumed = row.nextReadAt !== null && enabled === true && !row.enabled
      const reading = {
        ...(entered?.mark !== undefined && { nextReadAt: new Date() }),
        ...(isResumed && readFrom(entered?.mark ?? (await markNow(row)))),
      }
      const changed = await channels.change(row, changes, reading)
      if (!changed) throw notFound('channel')
      if (settings) await messages.wake(id)
      enqueue()
      return listed(changed)
    },

    /** @throws Refusal 404 */
    async remove(organizationId: string, id: string) {
      await channels.delete(await found(organizationId, id))
    },
  }
}

export type ChannelsService = ReturnType<typeof createChannels>
