import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { channelMessages } from '../../../server/kernel/db/schema/index.ts'
import { refusal } from '../../../server/kernel/errors.ts'
import { startAnswering } from '../../../server/visitors/channels/answering.ts'
import type { ChannelRow } from '../../../server/visitors/channels/channel.types.ts'
import { createChannelMessagesRepository } from '../../../server/visitors/channels/channel-messages.repository.ts'
import { createChannelsRepository } from '../../../server/visitors/channels/channels.repository.ts'
import { createClient, organizationOn, until } from '../../harness/knowledge.ts'
import { withoutServer } from '../../harness/serve.ts'

const LONG = 300_000 // ms
const WRITTEN = {
  kind: 'written' as const,
  key: 'm1',
  sender: 'grace@example.com',
  thread: 't1',
  isEndless: false,
  text: 'How long can boots be returned?',
  place: {},
  isAddressed: true,
}

/** No one has taken over. */
const noOne = async () => null

describe('[42.2] what one process does for a channel', async () => {
  const { database, organizationId, integrationId } = await withoutServer(async (server) => {
    const { person, organizationId } = await organizationOn(server)
    const integrationId = await createClient(server.url, person).published(organizationId, [])
    return { organizationId, integrationId }
  })
  let channel: ChannelRow
  beforeEach(async () => {
    const inserted = await channels().insert({
      organizationId,
      integrationId,
      kind: 'mail',
      account: crypto.randomUUID(),
      name: 'Help desk',
      url: 'imaps://mail.example.com',
      settings: {},
      secrets: 'sealed',
      mark: '1',
    })
    channel = inserted!
  })

  const channels = () => createChannelsRepository(database.db)
  const now = async () => (await channels().find(organizationId, channel.id))!
  const change = (changes: Partial<ChannelRow>, reading: Partial<ChannelRow> = {}) =>
    channels().change(channel, changes, reading)

  it('is not done by another when settings are saved meanwhile; what waits for another try is', async () => {
    const messages = createChannelMessagesRepository(database.db)
    await messages.add(channel, WRITTEN, noOne)
    const taken = () =>
      until(
        () => messages.take(organizationId),
        (job) => job !== null,
      )
    const tooEarly = () => messages.take(organizationId)
    const first = (await taken())!.message
    await messages.wake(channel.id)
    expect(await tooEarly()).toBeNull()
    // Its last attempt fails with the access that was replaced meanwhile.
    await messages.putOff(first, null)
    const second = (await taken())!.message
    expect(second).toMatchObject({ content: first.content, attempts: 1 })
    await messages.putOff(second, LONG)
    expect(await tooEarly()).toBeNull()
    await messages.wake(channel.id)
    const third = (await taken())!.message
    await messages.putOff(third, null)
    await messages.wake(channel.id)
    expect(await tooEarly()).toBeNull()
  })

  it('sends a reply again that failed once, however often its conversation was busy before', async () => {
    const messages = createChannelMessagesRepository(database.db)
    await messages.add(channel, WRITTEN, noOne)
    let busy = 5
    const send = vi.fn(async () => 'sent').mockRejectedValueOnce(new Error('a hiccup'))
    const queue = startAnswering({
      messages,
      channels: { usedToday: async () => 0 },
      integrations: { find: async () => ({}) },
      conversations: {
        ask: async () => {
          throw refusal(busy-- > 0 ? 'still_answering' : 'over_budget')
        },
      },
      access: {
        signal: new AbortController().signal,
        open: () => ({ person: async () => ({}) }),
        openToSend: () => ({ send }),
        worked: async () => {},
        end: async () => {},
      },
      log: { error: () => {} },
    } as unknown as Parameters<typeof startAnswering>[0])
    const ofChannel = eq(channelMessages.channelId, channel.id)
    /** What has become of it, without the pauses. */
    const status = async () => {
      const isPausing = and(ofChannel, eq(channelMessages.isClaimed, false))
      await database.db
        .update(channelMessages)
        .set({ nextTryAt: new Date(0) })
        .where(isPausing)
      queue.notify()
      return (await database.db.select().from(channelMessages).where(ofChannel))[0]?.status
    }
    await expect.poll(status).not.toBe('waiting')
    await queue.close()
    expect(await status()).toBe('done')
    expect(send).toHaveBeenCalledTimes(2)
  })

  it('lets a message that was put back wait, and only once for each claim', async () => {
    const messages = createChannelMessagesRepository(database.db)
    await messages.add(channel, WRITTEN, noOne)
    const { message } = (await messages.take(organizationId))!
    await messages.putBack(message, LONG)
    await messages.putBack(message, 0)
    expect(await messages.take(organizationId)).toBeNull()
  })

  it('has no turn while the next message of a thread waits for the one before', async () => {
    const messages = createChannelMessagesRepository(database.db)
    await messages.add(channel, WRITTEN, noOne)
    await messages.add(channel, { ...WRITTEN, key: 'm2' }, noOne)
    const { message } = (await messages.take(organizationId))!
    expect(message.key).toBe('m1')
    expect(await messages.waitingOrganizations()).toEqual([])
    expect(await messages.take(organizationId)).toBeNull()
    await messages.putOff(message, null)
    expect(await messages.waitingOrganizations()).toEqual([organizationId])
    const next = (await messages.take(organizationId))!.message
    expect(next.key).toBe('m2')
    await messages.putOff(next, null)
  })

  it('keeps no mailbox waiting with a corrected password after a reading that was refused', async () => {
    const isDue = async () => (await now()).nextReadAt!.getTime() <= Date.now()
    await change({ secrets: 'sealed again' }, { nextReadAt: new Date(0) })
    await channels().renewReading(channel)
    await channels().endReading(channel, LONG, false)
    expect(await isDue()).toBe(true)
    await channels().endReading(await now(), LONG, false)
    expect(await isDue()).toBe(false)
  })

  it('moves no mark back that was set when the channel was resumed', async () => {
    expect(await channels().goOnReading(channel, '1', '2')).toBe(true)
    await change({ enabled: false })
    expect(await channels().goOnReading(channel, '2', '3')).toBe(false)
    await change({ enabled: true }, { mark: '9' })
    expect(await channels().goOnReading(channel, '2', '3')).toBe(false)
    expect((await now()).mark).toBe('9')
    expect(await channels().goOnReading(channel, '9', '10')).toBe(true)
  })
})
