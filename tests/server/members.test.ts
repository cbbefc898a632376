import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifications } from '../../server/kernel/db/schema/index.ts'
import { MemberList } from '../../src/services/contract/members.ts'
import type { Role } from '../../src/services/contract/roles.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'

describe('members', async () => {
  const server = await serve()
  const people = {} as Record<'ann' | 'ada' | 'eve' | 'vic' | 'stranger', Person>
  let organizationId: string

  beforeAll(async () => {
    for (const name of ['ann', 'ada', 'eve', 'vic', 'stranger'] as const)
      people[name] = await server.register(`${name}@example.test`)
  })

  const add = (person: Person, role: Role) => server.join(organizationId, person, role)

  beforeEach(async () => {
    organizationId = (await server.found(people.ann)).id
    await add(people.ada, 'admin')
    await add(people.eve, 'editor')
    await add(people.vic, 'viewer')
  })

  const call = ({ headers }: Person, method: string, path: string, payload?: object) =>
    server.inject({
      method: method as 'POST',
      url: `/api/v1/organizations/${organizationId}/${path}`,
      headers,
      ...(payload && { payload }),
    })
  const setRole = (by: Person, { user }: Person, role: Role) =>
    call(by, 'PATCH', `members/${user.id}`, { role })
  const remove = (by: Person, { user }: Person) => call(by, 'DELETE', `members/${user.id}`)
  const transfer = (by: Person, { user }: Person) => call(by, 'POST', 'transfer', { user_id: user.id })
  const roles = async () => {
    const list = MemberList.parse((await call(people.ann, 'GET', 'members')).json())
    return Object.fromEntries(list.map(({ email, role }) => [email.split('@')[0], role]))
  }
  const notificationsOf = async ({ user }: Person) =>
    (
      await server.database.db
        .select()
        .from(notifications)
        .where(eq(notifications.userId, user.id))
        .orderBy(notifications.createdAt)
    ).at(-1)

  it('are listed to every member, owners first, with when they were last here', async () => {
    const answer = await call(people.vic, 'GET', 'members')
    const list = MemberList.parse(answer.json())
    expect(list.map(({ role }) => role)).toEqual(['owner', 'admin', 'editor', 'viewer'])
    expect(list[0]?.last_active_at).toEqual(expect.any(String))
    expect((await call(people.stranger, 'GET', 'members')).statusCode).toBe(404)
  })

  it('get roles from admins, and ownership from owners alone', async () => {
    const { ann, ada, eve, vic, stranger } = people
    const outcomes = await Promise.all([
      setRole(eve, vic, 'editor'),
      setRole(vic, vic, 'admin'),
      setRole(ada, vic, 'owner'),
      setRole(ada, ada, 'owner'),
      setRole(ada, ann, 'viewer'),
      transfer(ada, vic),
      remove(eve, vic),
      remove(ada, ann),
    ])
    expect(outcomes.map(({ statusCode }) => statusCode)).toEqual(outcomes.map(() => 403))
    expect((await setRole(stranger, vic, 'viewer')).statusCode).toBe(404)
    expect((await setRole(ann, stranger, 'viewer')).statusCode).toBe(404)
    expect((await setRole(ada, vic, 'boss' as Role)).json()).toMatchObject({
      code: 'invalid',
      fields: { role: expect.any(String) },
    })
    expect((await setRole(ada, vic, 'editor')).json()).toMatchObject({ role: 'editor' })
    expect((await setRole(ann, eve, 'owner')).statusCode).toBe(200)
    expect(await roles()).toEqual({ ann: 'owner', ada: 'admin', eve: 'owner', vic: 'editor' })
  })

  it('[attack S6] have the rights of a new role from the next request on, and are told', async () => {
    const { ann, vic } = people
    const create = () => call(vic, 'POST', 'knowledge-bases', { name: 'Help' })
    const ear = openFor(server, vic, `/api/ws/organizations/${organizationId}`)
    await ear.next('hello')
    expect((await create()).statusCode).toBe(403)
    await setRole(ann, vic, 'editor')
    expect((await create()).statusCode).toBe(201)
    expect((await ear.next('member_update')).data).toEqual({ user_id: vic.user.id })
    await ear.next('organization_update')
    expect(await notificationsOf(vic)).toMatchObject({
      type: 'role_changed',
      title: 'Your role in Acme is now Editor',
    })
    ear.socket.close()
  })

  it('[attack S6] lose access to requests and sockets at once when they are removed, and are notified', async () => {
    const { ada, eve } = people
    const base = (await call(eve, 'POST', 'knowledge-bases', { name: 'Of Eve' })).json()
    const ears = [
      openFor(server, eve, `/api/ws/organizations/${organizationId}`),
      openFor(server, eve, `/api/ws/organizations/${organizationId}/knowledge-bases/${base.id}`),
    ]
    for (const ear of ears) await ear.next('hello')
    expect((await remove(ada, eve)).json()).toEqual({ message: 'The member was removed.' })
    expect(await Promise.all(ears.map(({ closed }) => closed))).toEqual([CLOSE.forbidden, CLOSE.forbidden])
    expect((await call(eve, 'GET', 'members')).statusCode).toBe(404)
    expect(await notificationsOf(eve)).toMatchObject({ type: 'member_removed', organizationId: null })
    const kept = await server.inject({ url: `/api/v1/knowledge-bases/${base.id}`, headers: ada.headers })
    expect(kept.json()).toMatchObject({ name: 'Of Eve' })
  })

  it('[37.2] get no earlier response by its Idempotency-Key once they are removed', async () => {
    const create = () =>
      server.inject({
        method: 'POST',
        url: `/api/v1/organizations/${organizationId}/groups`,
        headers: { ...people.ada.headers, 'idempotency-key': organizationId },
        payload: { name: 'Support' },
      })
    const { id: base } = await createClient(server.url, people.ann).knowledgeBase(organizationId)
    const add = () =>
      server.inject({
        method: 'POST',
        url: `/api/v1/knowledge-bases/${base}/faq`,
        headers: { ...people.ada.headers, 'idempotency-key': organizationId },
        payload: { question: 'Where is the harbour?', answer: 'In the south.' },
      })
    for (const write of [create, add])
      expect([(await write()).statusCode, (await write()).statusCode]).toEqual([201, 201])
    await remove(people.ann, people.ada)
    expect((await create()).statusCode).toBe(404)
    const again = await add()
    expect([again.statusCode, again.json().code]).toEqual([409, 'answered'])
  })

  it('hear of a change whose address spells the id of the organization in capitals', async () => {
    const ear = openFor(server, people.vic, `/api/ws/organizations/${organizationId}`)
    await ear.next('hello')
    const url = `/api/v1/organizations/${organizationId.toUpperCase()}`
    const { headers } = people.ann
    const answer = await server.inject({ method: 'PATCH', url, headers, payload: { name: 'Renamed' } })
    expect(answer.json()).toMatchObject({ id: organizationId, name: 'Renamed' })
    await ear.next('organization_update')
  })

  it('can leave, except the last owner, who is told what to do first', async () => {
    const { ann, vic } = people
    expect((await remove(vic, vic)).json()).toEqual({ message: 'You left the organization.' })
    for (const answer of [await remove(ann, ann), await setRole(ann, ann, 'admin')])
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        {
          code: 'last_owner',
          detail:
            'An organization needs an owner. Make someone else an owner first, or delete the organization.',
        },
      ])
  })

  it('can transfer ownership, and become admins', async () => {
    const { ann, ada, stranger } = people
    expect((await transfer(ann, stranger)).statusCode).toBe(404)
    expect((await transfer(ann, ada)).json()).toMatchObject({ role: 'owner' })
    expect(await roles()).toMatchObject({ ann: 'admin', ada: 'owner' })
    expect((await transfer(ann, ada)).statusCode).toBe(403)
  })

  it('cannot transfer ownership to an owner, and stay owners', async () => {
    const { ann, ada } = people
    await setRole(ann, ada, 'owner')
    for (const to of [ada, ann]) {
      const refused = await transfer(ann, to)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'own_already'])
    }
    expect(await roles()).toMatchObject({ ann: 'owner', ada: 'owner' })
  })

  it('keep one owner when both leave at once', async () => {
    const { ann, ada, vic } = people
    await setRole(ann, ada, 'owner')
    const outcomes = await Promise.all([remove(ann, ann), remove(ada, ada)])
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const left = MemberList.parse((await call(vic, 'GET', 'members')).json())
    expect(left.filter(({ role }) => role === 'owner')).toHaveLength(1)
  })

  it('keep one owner when both delete their accounts at once', async () => {
    const owners = [await server.register(), await server.register()]
    await add(owners[0]!, 'owner')
    await add(owners[1]!, 'owner')
    await setRole(people.ann, people.ann, 'viewer')
    const outcomes = await Promise.all(
      owners.map(({ headers }) =>
        server.inject({
          method: 'POST',
          url: '/api/v1/users/me/delete',
          headers,
          payload: { password: PASSWORD },
        }),
      ),
    )
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(Object.values(await roles()).filter((role) => role === 'owner')).toHaveLength(1)
  })
})
