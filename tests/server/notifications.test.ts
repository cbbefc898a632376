import { describe, expect, it } from 'vitest'
import { type Notification, NotificationList } from '../../src/services/contract/notifications.ts'
import { type Client, createClient, until } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'

const URL = '/api/v1/notifications'

describe('notifications', async () => {
  const server = await serve()
  let person: Person
  let ann: Client
  const newcomer = async () => {
    person = await server.register()
    ann = createClient(server.url, person)
    await ann.call('POST', `${URL}/mark-read`)
  }
  /** Each in a millisecond of its own: those of the same one have no order. */
  const tell = async (plan: string, userIds = [person.user.id]) => {
    const before = Date.now()
    await until(
      async () => Date.now(),
      (now) => now > before,
    )
    await server.context.notifications.notify({
      userIds,
      type: 'plan_changed_success',
      values: { plan, kind: 'change' },
      link: '/plans',
    })
  }
  const list = async (query = '') => NotificationList.parse((await ann.call('GET', `${URL}${query}`)).body)
  /** The plans that they tell of. */
  const titles = async (query = '') => (await list(query)).map(({ values }) => values?.plan)
  const unread = async () => (await ann.call('GET', `${URL}/unread-count`)).body.unread_count

  it('[S3.8] [S7.notifications] are listed newest first, for those who were told and nobody else', async () => {
    await newcomer()
    const other = await server.register()
    await tell('One', [person.user.id, person.user.id, other.user.id])
    await tell('Two')
    const [two, one] = await list()
    expect(two).toMatchObject({
      type: 'plan_changed_success',
      title: 'Your organization is on Two',
      message: 'Payment confirmed. See it under Billing.',
      values: { plan: 'Two', kind: 'change' },
      link: '/plans',
      read: false,
    })
    expect(one?.title).toBe('Your organization is on One')
    const theirs = createClient(server.url, other)
    expect((await theirs.call('GET', URL)).body.map(({ title }: Notification) => title)).toEqual([
      'Your organization is on One',
    ])
    expect((await theirs.call('GET', `${URL}?before=${two?.id}`)).body.fields).toHaveProperty('before')
  })

  it('[S9.5] come in pages of 20, also when many are of the same moment', async () => {
    await newcomer()
    await server.database.pool.query(
      `insert into notifications (user_id, type, title, message, created_at)
       select $1, 'x', n::text, '', '2026-01-01' from generate_series(1, 50) n`,
      [person.user.id],
    )
    const seen: Notification[] = []
    for (const size of [20, 20, 10, 0]) {
      const last = seen.at(-1)
      const page = await list(last ? `?before=${last.id}` : '')
      expect(page).toHaveLength(size)
      seen.push(...page)
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(50)
  })

  it('[S7.mark-read] are marked read by id, or all at once by an empty list; unread_only leaves the read out', async () => {
    await newcomer()
    for (const title of ['1', '2', '3', '4']) await tell(title)
    const [four, three] = await list()
    const read = await ann.call('POST', `${URL}/mark-read`, [four?.id, three?.id])
    expect(read).toEqual({ status: 200, body: { unread_count: 2 } })
    expect(await titles('?unread_only=true')).toEqual(['2', '1'])
    expect(await titles('?limit=20&unread_only=false')).toEqual(['4', '3', '2', '1'])
    expect(await unread()).toBe(2)
    expect((await ann.call('POST', `${URL}/mark-read`, [])).body).toEqual({ unread_count: 0 })
    expect(await titles('?unread_only=true')).toEqual([])
  })

  it('are deleted one by one', async () => {
    await newcomer()
    await tell('1')
    await tell('2')
    const [two] = await list()
    expect((await ann.call('DELETE', `${URL}/${two?.id}`)).body).toEqual({ unread_count: 1 })
    expect((await ann.call('DELETE', `${URL}/${two?.id}`)).status).toBe(404)
    expect(await titles()).toEqual(['1'])
  })

  it("[attack S3] leave another user's alone, and refuse nobody and nonsense", async () => {
    await newcomer()
    await tell('Mine')
    const [mine] = await list()
    const eve = createClient(server.url, await server.register())
    expect((await eve.call('POST', `${URL}/mark-read`, [mine?.id])).status).toBe(200)
    expect((await eve.call('POST', `${URL}/mark-read`, [])).status).toBe(200)
    expect((await eve.call('DELETE', `${URL}/${mine?.id}`)).status).toBe(404)
    expect(await unread()).toBe(1)
    for (const [method, path, body] of [
      ['GET', URL],
      ['GET', `${URL}/unread-count`],
      ['POST', `${URL}/mark-read`, []],
      ['DELETE', `${URL}/${mine?.id}`],
    ] as const) {
      const nobody = createClient(server.url, { headers: { authorization: '' } })
      expect([path, (await nobody.call(method, path, body)).status]).toEqual([path, 401])
    }
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'unread_only=maybe', 'before=x'])
      expect([query, (await ann.call('GET', `${URL}?${query}`)).status]).toEqual([query, 422])
    expect((await ann.call('POST', `${URL}/mark-read`, ['x'])).status).toBe(422)
    expect((await ann.call('POST', `${URL}/mark-read`, { ids: [] })).status).toBe(422)
  })

  it("[S4.17] [S4.18] [S7.33] are told at once on each of the user's organization sockets, and on no other", async () => {
    await newcomer()
    const [first, second] = [await server.found(person), await server.found(person, 'Second')]
    const colleague = await server.register()
    await server.database.pool.query('insert into memberships values ($1, $2, $3)', [
      first.id,
      colleague.user.id,
      'member',
    ])
    const { id: baseId } = await ann.knowledgeBase(first.id)
    const mine = [first, second].map(({ id }) => openFor(server, person, `/api/ws/organizations/${id}`))
    const others = [
      openFor(server, person, `/api/ws/organizations/${first.id}/knowledge-bases/${baseId}`),
      openFor(server, colleague, `/api/ws/organizations/${first.id}`),
    ]
    const ears = [...mine, ...others]
    await Promise.all(ears.map((ear) => ear.next('hello')))
    await tell('1')
    await tell('2')
    const [two, one] = await list()
    await ann.call('POST', `${URL}/mark-read`, [one?.id])
    await ann.call('POST', `${URL}/mark-read`, [one?.id])
    await ann.call('POST', `${URL}/mark-read`, [])
    await ann.call('DELETE', `${URL}/${two?.id}`)
    for (const { id } of [first, second]) server.context.hub.publish(`organization:${id}`, 'last', {})
    server.context.hub.publish(`knowledge-base:${baseId}`, 'last', {})
    for (const ear of ears) await ear.next('last')
    for (const ear of mine)
      expect(ear.frames.slice(1, -1).map(({ data }) => data)).toEqual([
        { action: 'new', notification: one },
        { action: 'new', notification: two },
        { action: 'read', notificationId: one?.id },
        { action: 'read_all' },
        { action: 'delete', notificationId: two?.id },
      ])
    for (const ear of others) expect(ear.frames.map(({ type }) => type)).toEqual(['hello', 'last'])
    for (const { socket } of ears) socket.close()
  })

  it('that cannot be stored are logged: what they tell of has happened all the same', async () => {
    await newcomer()
    await tell('Nobody there', [crypto.randomUUID()])
    expect(server.logs.join()).toContain('a notification could not be sent')
    await tell('To nobody', [])
    await expect(server.context.db.transaction(() => tell('Too early'))).rejects.toThrow('transaction')
    expect(await titles()).toEqual([])
  })
})
