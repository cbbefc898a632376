import { eq, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  handoverEntries,
  idempotencyKeys,
  notifications,
  webhookDeliveries,
} from '../../server/kernel/db/schema/index.ts'
import { Inbox, OwnHandover, VisitorHandover } from '../../src/services/contract/handover.ts'
import { type Client, createClient, organizationOn } from '../harness/knowledge.ts'
import { mailsTo } from '../harness/mails.ts'
import { serve } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'

const PERSON = 'I want to speak to a human about my parental leave'
const DESK = 'people@example.com'
/** Whatever a form says. */
const CONTACT = { name: 'Mallory', email: 'mallory@example.com' }

describe('a hand-over to a colleague', async () => {
  const server = await serve()

  const joined = async (role: 'editor' | 'viewer', first_name: string, last_name: string) => {
    const person = await server.join(organizationId, await server.register(), role)
    const client = createClient(server.url, person)
    await client.call('PATCH', '/api/v1/users/me', { first_name, last_name })
    return { person, client }
  }

  const { ann, organizationId } = await organizationOn(server)
  await ann.call('PATCH', '/api/v1/users/me', { first_name: 'Ann', last_name: 'Berg' })
  const ben = (await joined('editor', 'Ben', 'Cole')).client
  const joinedVera = await joined('viewer', 'Vera', 'Dahl')
  const viewer = joinedVera.client
  const vera = joinedVera.person
  const base = await ann.filled(organizationId, [
    { name: 'leave.txt', content: 'Holidays are thirty days a year.' },
  ])
  const assistant = await ann.published(organizationId, [base])
  await ann.call('POST', `/api/v1/organizations/${organizationId}/webhooks`, {
    url: 'https://hooks.example.com/handover',
    events: ['handover.requested'],
  })

  const offering = async (settings: object = { offered: ['asked', 'refused'], email: DESK }) =>
    expect(
      await ann.call('PATCH', `/api/v1/integrations/${assistant}/handover`, {
        ...{ offered: [], inbox: true, email: '' },
        ...settings,
      }),
    ).toMatchObject({ status: 200 })
  const ask = async (
    by: Client,
    content: string,
    more: object = { channel: 'chat' },
    headers: Record<string, string> = {},
  ) => {
    const asked = { content, ...more }
    const { status, body } = await by.call(
      'POST',
      `/api/v1/integrations/${assistant}/messages`,
      asked,
      headers,
    )
    if (status !== 201) return { status, body, id: '', answer: null }
    return { status, body, id: body.conversation.id as string, answer: await by.answered(body.answer.id) }
  }
  /** Vera has asked for a person in Chat. */
  const requested = async () => {
    await offering()
    const { id } = await ask(viewer, PERSON)
    const at = `/api/v1/conversations/${id}/person`
    expect(await viewer.call('POST', at, CONTACT)).toMatchObject({ status: 201 })
    const seen = async () => VisitorHandover.parse((await viewer.call('GET', at)).body)
    return { id, at, one: `/api/v1/conversations/${id}/handover`, seen }
  }
  const heardOf = async (by: Client, id: string) =>
    (await by.call('GET', '/api/v1/notifications?limit=50')).body.filter(({ link }: { link: string }) =>
      link?.includes(id),
    )
  const inbox = async (query = '') =>
    Inbox.parse((await ann.call('GET', `/api/v1/organizations/${organizationId}/inbox${query}`)).body)
  const hooked = async (id: string) =>
    (
      await server.context.db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.type, 'handover.requested'))
    ).filter(({ body }) => body.includes(id))

  it('[40.5] is nothing where no person is offered, and answers are as before', async () => {
    await offering({})
    const { id, answer } = await ask(viewer, 'Who wrote Faust?')
    expect(answer?.content).toContain('add a document')
    expect((await viewer.call('GET', `/api/v1/conversations/${id}/person`)).body).toBeNull()
    const denied = await viewer.call('POST', `/api/v1/conversations/${id}/person`, CONTACT)
    expect(denied).toMatchObject({ status: 409, body: { code: 'no_person' } })
  })

  it('[40.1] is offered in Chat in the language of the interface, and asks for nothing that is known', async () => {
    await offering()
    const german = { 'accept-language': 'de' }
    const { id, answer } = await ask(
      viewer,
      'Who wrote Faust and the other plays?',
      { channel: 'chat' },
      german,
    )
    expect(answer?.content).toBe('Dazu habe ich leider nichts gefunden. Soll Ihnen jemand von uns antworten?')
    const { body } = await viewer.call('GET', `/api/v1/conversations/${id}/person`)
    expect(OwnHandover.parse(body)).toMatchObject({
      requester: 'member',
      offer: 'refused',
      customer: { name: 'Vera Dahl', email: vera.user.email },
    })
    expect((await ask(viewer, PERSON)).answer?.content).toBe(
      'Of course. Send your request and one of us will reply.',
    )
  })

  it('[40.1] reaches inbox, bell, mail and webhook in the name of the member', async () => {
    const { id, at } = await requested()
    expect((await viewer.call('POST', at, CONTACT)).status).toBe(409)
    const item = (await inbox()).items.find(({ conversation_id }) => conversation_id === id)
    expect(item).toMatchObject({
      requester: 'member',
      member_id: vera.user.id,
      name: 'Vera Dahl',
      email: vera.user.email,
      customer_id: null,
    })
    expect(await heardOf(ben, id)).toMatchObject([{ title: 'Vera Dahl asks for a person' }])
    expect(await heardOf(viewer, id)).toEqual([])
    const [mail] = await mailsTo(server, DESK)
    expect(mail?.body).toContain(`Vera Dahl (${vera.user.email})`)
    expect(JSON.parse((await hooked(id))[0]!.body).data).toMatchObject({
      requester: 'member',
      name: 'Vera Dahl',
    })
    const of = async (requester: string) =>
      (await inbox(`?requester=${requester}`)).items.map(({ conversation_id }) => conversation_id)
    expect(await of('member')).toContain(id)
    expect(await of('visitor')).not.toContain(id)
    expect((await inbox('?requester=visitor')).counts.open).toBe(0)
  })

  it('[40.1] is replied to live, rings, is answered, closed and rated', async () => {
    const { id, at, one, seen } = await requested()
    const socket = openFor(server, vera, `/api/ws/organizations/${organizationId}`)
    await socket.next('hello')
    await ben.call('POST', `${one}/presence`, { replying: true })
    expect((await socket.next('handover_presence')).data).toMatchObject({
      conversation_id: id,
      name: 'Ben Cole',
    })
    await ben.call('POST', `${one}/entries`, { kind: 'reply', content: 'Twelve weeks.' })
    expect((await socket.next('handover_update')).data).toEqual({ conversation_id: id })
    socket.socket.close()
    await ben.call('POST', `${one}/entries`, { kind: 'note', content: 'Only for the team' })
    const shown = await seen()
    expect(shown).toMatchObject({ status: 'waiting', person: 'Ben Cole' })
    expect(shown.entries).toMatchObject([{ kind: 'reply', author: 'Ben Cole', content: 'Twelve weeks.' }])
    const rung = await heardOf(viewer, id)
    expect(rung).toMatchObject([
      { title: 'Ben Cole has replied to you', link: `/chat?assistant=${assistant}&conversation=${id}` },
    ])
    expect(
      await ask(viewer, 'How long are holidays?', { channel: 'chat', conversation_id: id }),
    ).toMatchObject({
      status: 409,
      body: { code: 'with_person' },
    })
    expect(await viewer.call('POST', `${at}/messages`, { content: 'Thank you!' })).toMatchObject({
      status: 201,
      body: { status: 'open' },
    })
    expect((await heardOf(ben, id))[0]).toMatchObject({ title: 'Vera Dahl has replied' })
    expect((await viewer.call('PUT', `${at}/rating`, { rating: 5 })).status).toBe(409)
    expect(await viewer.call('POST', `${at}/close`)).toMatchObject({
      body: { status: 'resolved', person: null },
    })
    expect(await viewer.call('PUT', `${at}/rating`, { rating: 5 })).toMatchObject({ body: { rating: 5 } })
    expect((await inbox('?status=resolved')).items[0]).toMatchObject({ conversation_id: id, rating: 5 })
    expect((await ask(viewer, 'How long are holidays?', { conversation_id: id })).answer?.answered).toBe(true)
  })

  it('[issue 42.2] is not stored for a repeat where its answer is long, and is written once', async () => {
    const { id, at, one, seen } = await requested()
    await ben.call('PATCH', one, { taken_over: true })
    await server.context.db.insert(handoverEntries).values(
      Array.from({ length: 20 }, () => ({
        conversationId: id,
        kind: 'reply' as const,
        content: 'x'.repeat(4_000),
      })),
    )
    const write = () =>
      viewer.call('POST', `${at}/messages`, { content: 'Thank you!' }, { 'idempotency-key': id })
    expect(await write()).toMatchObject({ status: 201 })
    expect(await write()).toMatchObject({ status: 409, body: { code: 'answered' } })
    expect((await seen()).entries.filter(({ kind }) => kind === 'visitor')).toHaveLength(1)
    const [stored] = await server.context.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, id))
    expect(stored?.body?.length).toBeLessThan(1_000)
  })

  it('[40.1] is mailed with a link into Chat where the member has not read the reply', async () => {
    const { id, one, seen } = await requested()
    const mailed = async () =>
      (await mailsTo(server, vera.user.email)).filter(({ body }) => body.includes(`conversation=${id}`))
    const age = () =>
      server.context.db
        .update(handoverEntries)
        .set({ createdAt: new Date(Date.now() - 61_000) })
        .where(eq(handoverEntries.conversationId, id))
    await ben.call('POST', `${one}/entries`, { kind: 'reply', content: 'Twelve weeks.' })
    expect(await mailed()).toEqual([])
    await age()
    await server.sweep()
    expect((await mailed())[0]?.body).toContain('Twelve weeks.')
    await ben.call('POST', `${one}/entries`, { kind: 'reply', content: 'And two more.' })
    await seen()
    await age()
    await server.sweep()
    expect(await mailed()).toHaveLength(1)
  })

  it('[40.2] nobody takes over, replies to or is given their own question', async () => {
    await offering()
    const { id } = await ask(ben, PERSON)
    await ben.call('POST', `/api/v1/conversations/${id}/person`, CONTACT)
    const one = `/api/v1/conversations/${id}/handover`
    for (const [method, path, body] of [
      ['PATCH', one, { taken_over: true }],
      ['PATCH', one, { status: 'resolved' }],
      ['POST', `${one}/entries`, { kind: 'reply', content: 'x' }],
      ['POST', `${one}/draft`],
      ['POST', `${one}/presence`, { replying: true }],
    ] as const)
      expect([path, await ben.call(method, path, body)]).toMatchObject([
        path,
        { status: 409, body: { code: 'own_question' } },
      ])
    const { member_id } = (await ben.call('GET', one)).body.item
    expect(await ann.call('PATCH', one, { assignee_id: member_id })).toMatchObject({ status: 422 })
    expect(await heardOf(ben, id)).toEqual([])
    expect(await heardOf(ann, id)).toHaveLength(1)
    expect(await ann.call('PATCH', one, { taken_over: true })).toMatchObject({ status: 200 })
  })

  it('[40.1] of the Playground is a trial: it asks as visitors are asked, and reaches nobody', async () => {
    await offering({ offered: ['asked'], email: 'trial@example.com' })
    const { id, answer } = await ask(ann, PERSON, {})
    expect(answer?.content).toBe('Of course. Leave your email and one of us will reply.')
    const at = `/api/v1/conversations/${id}/person`
    expect((await ann.call('GET', at)).body).toMatchObject({
      requester: 'trial',
      offer: 'asked',
      customer: null,
    })
    expect(await ann.call('POST', at, CONTACT)).toMatchObject({
      status: 201,
      body: { requester: 'trial', status: 'open', email: CONTACT.email },
    })
    expect(await mailsTo(server, 'trial@example.com')).toEqual([])
    expect(await hooked(id)).toEqual([])
    expect(await server.context.db.$count(notifications, like(notifications.link, `%${id}%`))).toBe(0)
    expect(JSON.stringify(await inbox())).not.toContain(id)
    expect((await ann.call('GET', `/api/v1/conversations/${id}/handover`)).status).toBe(404)
    await ann.call('POST', `${at}/close`)
    expect((await ann.call('GET', `/api/v1/conversations/${id}`)).body.handover).toBeNull()
    await ann.call('PUT', `${at}/rating`, { rating: 1 })
    const { body } = await ann.call('GET', `/api/v1/organizations/${organizationId}/outcomes?days=7`)
    expect(body.current).toMatchObject({ ratings: 1, rating: 5 })
  })

  it('[40.5] [attack S39] is of one member alone', async () => {
    const { at } = await requested()
    const stranger = createClient(server.url, await server.register())
    for (const [method, path, body] of [
      ['GET', at],
      ['POST', at, CONTACT],
      ['POST', `${at}/messages`, { content: 'x' }],
      ['POST', `${at}/close`],
      ['PUT', `${at}/rating`, { rating: 1 }],
      ['PUT', `${at}/helped`, { helped: true }],
    ] as const) {
      expect([path, (await ann.call(method, path, body)).status]).toEqual([path, 404])
      expect([path, (await stranger.call(method, path, body)).status]).toEqual([path, 404])
    }
  })

  it('[attack S35] is held back where one member asks too often', async () => {
    const { at } = await requested()
    server.config.rateLimits = true
    const statuses: number[] = []
    for (let n = 0; n < 20; n++) statuses.push((await viewer.call('POST', at, CONTACT)).status)
    server.config.rateLimits = false
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  it('is not asked for in the name of an address that nobody has confirmed', async () => {
    await offering()
    const unconfirmed = await server.registerUnverified()
    await server.join(organizationId, unconfirmed, 'viewer')
    const client = createClient(server.url, unconfirmed)
    const { id } = await ask(client, PERSON)
    expect((await client.call('POST', `/api/v1/conversations/${id}/person`, CONTACT)).status).toBe(403)
  })
})
