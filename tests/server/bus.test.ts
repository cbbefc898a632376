import { Socket } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import type { NotificationUpdate } from '../../src/services/contract/notifications.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { organizationOn } from '../harness/knowledge.ts'
import { openFor } from '../harness/socket.ts'
import { startTwo } from '../harness/two-servers.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('two servers on one PostgreSQL', () => {
  it('receive what the other publishes, in order, in any size', async () => {
    const { one, two, close } = await startTwo()
    const { person, organizationId: id } = await organizationOn(one)
    const ear = openFor(two, person, `/api/ws/organizations/${id}`)
    await ear.next('hello')
    const sizes = [1, 50_000, 2, 7_990, 3]
    for (const size of sizes) {
      one.context.hub.publish(`organization:${id}`, 'text', { text: '"ä\u0007😀'.repeat(size) })
    }
    one.context.hub.publish(`organization:${id}`, 'last', {})
    await ear.next('last')
    const texts = ear.frames
      .filter(({ type }) => type === 'text')
      .map(({ data }) => (data as { text: string }).text)
    expect(texts.map((text) => text.length)).toEqual(sizes.map((size) => size * 5))
    expect(texts[1]).toBe('"ä\u0007😀'.repeat(50_000))
    await close()
  })

  it('[S4.17] tell a user at one what the other has notified and what was read there, each once', async () => {
    const { one, two, close } = await startTwo()
    const { person, organizationId: id } = await organizationOn(one)
    const [here, there] = [one, two].map((server) => openFor(server, person, `/api/ws/organizations/${id}`))
    await Promise.all([here!.next('hello'), there!.next('hello')])
    const news = (plan: string) => ({
      type: 'plan_changed_success' as const,
      values: { plan, kind: 'change' },
      link: null,
    })
    await one.context.notifications.notify({ ...news('Pro'), userIds: [person.user.id] })
    await two.context.notifications.notify({ ...news('Team'), userIds: [person.user.id] })
    // What the account and its organization tell of themselves may still be on its way.
    const told = (ear: typeof here) => ear!.frames.filter(({ type }) => type === 'notification_update')
    await expect.poll(() => [told(here).length, told(there).length]).toEqual([2, 2])
    const { headers } = person
    await two.inject({ method: 'POST', url: '/api/v1/notifications/mark-read', headers, payload: [] })
    for (const ear of [here, there]) {
      await expect.poll(() => told(ear)).toHaveLength(3)
      const updates = told(ear).map(({ data }) => data as NotificationUpdate)
      expect(updates.map(({ action }) => action)).toEqual(['new', 'new', 'read_all'])
      expect(updates.flatMap((one) => (one.action === 'new' ? one.notification.title : [])).sort()).toEqual([
        'Your organization is on Pro',
        'Your organization is on Team',
      ])
    }
    expect((await one.inject({ url: '/api/v1/notifications/unread-count', headers })).json()).toEqual({
      unread_count: 0,
    })
    await close()
  })

  it('close sockets within 5 s when the other ends a membership or a session', async () => {
    const { one, two, close } = await startTwo()
    const [member, guest] = [await one.register(), await one.register()]
    const [{ id }, theirs] = [await one.found(member), await one.found(guest)]
    const ears = [
      openFor(two, member, `/api/ws/organizations/${id}`),
      openFor(two, guest, `/api/ws/organizations/${theirs.id}`),
    ]
    await Promise.all(ears.map((ear) => ear.next('hello')))
    await one.database.pool.query('delete from memberships where organization_id = $1', [id])
    await one.database.pool.query('update sessions set revoked_at = now() where user_id = $1', [
      guest.user.id,
    ])
    expect(await Promise.all(ears.map(({ closed }) => closed))).toEqual([CLOSE.forbidden, CLOSE.unauthorized])
    await close()
  })

  it('refuse a session that was ended at the other, and close its sockets', async () => {
    const { one, two, close } = await startTwo()
    const { person, organizationId: id } = await organizationOn(one)
    const { headers } = person
    expect((await two.inject({ url: '/api/v1/users/me', headers })).statusCode).toBe(200)
    const ear = openFor(two, person, `/api/ws/organizations/${id}`)
    await ear.next('hello')
    const payload = { refresh_token: person.tokens.refresh_token }
    await one.inject({ method: 'POST', url: '/api/v1/logout', payload })
    expect(await ear.closed).toBe(CLOSE.unauthorized)
    expect((await two.inject({ url: '/api/v1/users/me', headers })).statusCode).toBe(401)
    await close()
  })

  it('probe every connection to the database: one that only reads never notices a machine that lost power', async () => {
    const probed = vi.spyOn(Socket.prototype, 'setKeepAlive')
    const { one, close } = await startTwo()
    await one.database.withLock('short', () =>
      one.database.withLongLock('long', async () => {
        const { rows } = await one.database.pool.query<{ port: number; query: string }>(
          `select client_port as port, query from pg_stat_activity
            where datname = current_database() and backend_type = 'client backend'`,
        )
        expect(rows.map(({ query }) => query)).toContain('listen lectern')
        expect(rows.filter(({ query }) => query.includes('pg_advisory_lock')).length).toBeGreaterThan(1)
        const ports = probed.mock.contexts.flatMap((socket, at) =>
          probed.mock.calls[at]?.[0] === true ? [(socket as Socket).localPort] : [],
        )
        expect(rows.filter(({ port }) => !ports.includes(port))).toEqual([])
      }),
    )
    probed.mockRestore()
    await close()
  })

  it('let pages dial again, and hear each other, after their listening connections were cut', async () => {
    const { one, two, close } = await startTwo()
    const { person, organizationId: id } = await organizationOn(one)
    const ear = openFor(two, person, `/api/ws/organizations/${id}`)
    await ear.next('hello')
    const listening = `from pg_stat_activity where query = 'listen lectern' and datname = current_database()`
    await one.database.pool.query(`select pg_terminate_backend(pid) ${listening}`)
    one.context.hub.publish(`organization:${id}`, 'unheard', {})
    expect(await ear.closed).toBe(CLOSE.tryAgainLater)
    const next = openFor(two, person, `/api/ws/organizations/${id}`)
    await next.next('hello')
    one.context.hub.publish(`organization:${id}`, 'heard', {})
    one.context.hub.publish(`organization:${id}`, 'last', {})
    await next.next('last')
    expect(next.frames.map(({ type }) => type)).toEqual(['hello', 'heard', 'last'])
    const listeners = async () => (await one.database.pool.query(`select pid ${listening}`)).rows.length
    await expect.poll(listeners).toBe(2)
    await close()
  })
})
