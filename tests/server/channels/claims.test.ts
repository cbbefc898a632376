import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../server/kernel/db/open.ts'
import type { ChannelRow } from '../../../server/visitors/channels/channel.types.ts'
import { createChannelMessagesRepository } from '../../../server/visitors/channels/channel-messages.repository.ts'
import { createChannelsRepository } from '../../../server/visitors/channels/channels.repository.ts'
import { makePlace, openPlace, type Place } from '../../harness/database.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { startTestServer } from '../../harness/server.ts'

const LONG = 300_000 // ms

describe('[42.2] what one process does for a channel', () => {
  let place: Place
  let database: Database
  let organizationId: string
  let integrationId: string
  let channel: ChannelRow
  beforeAll(async () => {
    place = await makePlace()
    const server = await startTestServer({ place })
    const person = await server.register()
    organizationId = (await server.found(person)).id
    integrationId = await createClient(server.url, person).published(organizationId, [])
    // Its queues would take what is inserted below.
    await server.close()
    database = await openPlace(place)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })
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
    await messages.add(channel, {
      kind: 'written',
      key: 'm1',
      sender: 'grace@example.com',
      thread: 't1',
      isEndless: false,
      text: 'How long can boots be returned?',
      place: {},
      isAddressed: true,
    })
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
