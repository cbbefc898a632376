import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { handoverEntries, handoverSettings, handoverTickets } from '../../server/kernel/db/schema/index.ts'
import { createTicketsRepository, queueTicket } from '../../server/visitors/zendesk/tickets.repository.ts'
import { Inbox } from '../../src/services/contract/handover.ts'
import { organizationOn } from '../harness/knowledge.ts'
import { closedAfterwards, serve } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'
import { createVisitors, publicAssistant } from '../harness/visitors.ts'
import { AGENT, startZendesk, TOKEN } from '../harness/zendesk.ts'

const PERSON = 'I want to speak to a human about my damaged boots'
const CONTACT = { name: 'Grace Hopper', email: 'grace@example.com' }
const MINUTE = 60_000 // ms

describe('[40.1] a hand-over to Zendesk', async () => {
  const zendesk = closedAfterwards(await startZendesk())
  const server = await serve({
    web: { allowedNetworks: ['127.0.0.1/32'], ports: [zendesk.port], nameServers: [] },
  })
  const visitors = createVisitors(server.url, PERSON)
  const { person, ann, organizationId } = await organizationOn(server)
  const base = await ann.filled(organizationId, [
    { name: 'boots.txt', content: 'Boots can be returned within thirty days.' },
  ])
  const id = await publicAssistant(ann, organizationId, [base])
  afterEach(() => {
    Object.assign(zendesk.state, { status: null, isLost: false, token: TOKEN })
  })

  const at = () => `/api/v1/integrations/${id}/handover`
  const TICKETS = () => ({
    offered: ['asked'],
    inbox: false,
    email: '',
    zendesk_url: zendesk.url,
    zendesk_email: AGENT,
    zendesk_token: TOKEN,
  })
  const save = (changes: object = {}) => ann.call('PATCH', at(), { ...TICKETS(), ...changes })
  const requested = async () => {
    const token = await visitors.visitor(id)
    const question = { content: PERSON, conversation_id: null, channel: 'share' }
    const { body } = await visitors.call('POST', `${id}/messages`, token, question)
    await visitors.answered(id, token, body.answer.id)
    const conversation = body.conversation.id as string
    const path = `${id}/conversations/${conversation}/handover`
    expect(await visitors.call('POST', path, token, CONTACT)).toMatchObject({ status: 201 })
    return conversation
  }
  const ticketOf = async (conversation: string) => {
    await expect.poll(() => zendesk.ofConversation(conversation).length).toBe(1)
    return zendesk.ofConversation(conversation)[0]!
  }
  const inInbox = async (conversation: string) =>
    Inbox.parse((await ann.call('GET', `/api/v1/organizations/${organizationId}/inbox`)).body).items.some(
      ({ conversation_id }) => conversation_id === conversation,
    )
  const ticketRow = async (conversation: string) => {
    const isIts = eq(handoverTickets.conversationId, conversation)
    const [ticket] = await server.context.db.select().from(handoverTickets).where(isIts)
    return ticket!
  }
  const statusOf = async (conversation: string) => (await ticketRow(conversation)).status
  /** An attempt has ended, which sets the pause until the next one: less than the time that an attempt is given. */
  const isPaused = async (conversation: string) =>
    (await ticketRow(conversation)).nextTryAt.getTime() < Date.now() + MINUTE
  const failure = async () => (await ann.call('GET', at())).body.zendesk_failure
  /** The pause before the next attempt is over. */
  const hurry = () => server.context.db.update(handoverTickets).set({ nextTryAt: new Date(0) })

  it('makes a ticket with requester, conversation and a link back, which mails nothing', async () => {
    expect(await save()).toMatchObject({
      status: 200,
      body: { zendesk_url: zendesk.url, zendesk_failure: null },
    })
    const conversation = await requested()
    const ticket = await ticketOf(conversation)
    expect(ticket).toMatchObject({
      subject: `Grace Hopper asks for a person: ${PERSON}`,
      requester: CONTACT,
      comment: { public: false },
      tags: ['lectern'],
    })
    expect(ticket.comment.body).toContain('Grace Hopper (grace@example.com) asked')
    expect(ticket.comment.body).toContain(`Question: ${PERSON}`)
    expect(ticket.comment.body).toContain(`?conversation=${conversation}`)
    expect(await inInbox(conversation)).toBe(false)
    await expect
      .poll(async () => (await server.context.db.select().from(handoverTickets))[0])
      .toMatchObject({ status: 'made', ticketId: ticket.id })
  })

  it('keeps what someone else changes while the connection is tested', async () => {
    await save({ reply_hours: 1 })
    let release = () => {}
    zendesk.state.held = new Promise((resolve) => {
      release = resolve
    })
    const asked = zendesk.state.asked
    const ofAnn = ann.call('PATCH', at(), { inbox: true, zendesk_token: TOKEN })
    await expect.poll(() => zendesk.state.asked).toBe(asked + 1)
    expect(await ann.call('PATCH', at(), { reply_hours: 4 })).toMatchObject({ status: 200 })
    release()
    expect(await ofAnn).toMatchObject({ status: 200 })
    expect((await ann.call('GET', at())).body).toMatchObject({
      inbox: true,
      zendesk_url: zendesk.url,
      reply_hours: 4,
    })
  })

  it('tests the connection when it is saved, says what is wrong beside its field, and keeps what was there', async () => {
    await save()
    expect(await save({ zendesk_token: 'guessed' })).toMatchObject({
      status: 422,
      body: { fields: { zendesk_token: expect.stringContaining('refused these credentials') } },
    })
    expect(await save({ zendesk_email: '' })).toMatchObject({
      status: 422,
      body: { fields: { zendesk_email: expect.any(String) } },
    })
    zendesk.state.status = 500
    expect(await save({ zendesk_token: 'another' })).toMatchObject({
      status: 422,
      body: { fields: { zendesk_url: expect.any(String) } },
    })
    zendesk.state.status = null
    expect(await save({ zendesk_token: '', reply_hours: 4 })).toMatchObject({ status: 200 })
    await ticketOf(await requested())
  })

  it('[attack] asks no forbidden address, and sends a stored token to no other one', async () => {
    await save()
    for (const url of [
      'http://169.254.169.254/',
      'http://10.0.0.1/',
      `http://127.0.0.1:1/`,
      'ftp://127.0.0.1/',
    ])
      expect([url, await save({ zendesk_url: url })]).toMatchObject([
        url,
        { status: 422, body: { fields: { zendesk_url: expect.any(String) } } },
      ])
    const { asked } = zendesk.state
    expect(
      await save({ zendesk_url: zendesk.url.replace('127.0.0.1', 'localhost'), zendesk_token: '' }),
    ).toMatchObject({
      status: 422,
      body: { fields: { zendesk_token: expect.any(String) } },
    })
    expect(zendesk.state.asked).toBe(asked)
  })

  it('keeps the token sealed, and tells it to nobody', async () => {
    const saved = await save()
    expect(JSON.stringify([saved.body, (await ann.call('GET', at())).body])).not.toContain(TOKEN)
    const [row] = await server.context.db
      .select()
      .from(handoverSettings)
      .where(eq(handoverSettings.integrationId, id))
    expect(JSON.stringify(row)).not.toContain(TOKEN)
    expect(row?.zendeskToken).not.toBeNull()
    const log = (await ann.call('GET', `/api/v1/organizations/${organizationId}/audit-log`)).body
    expect(JSON.stringify(log)).toContain('zendesk_token')
    expect(JSON.stringify(log)).not.toContain(TOKEN)
    await save({ zendesk_url: '', inbox: true })
    const [gone] = await server.context.db
      .select()
      .from(handoverSettings)
      .where(eq(handoverSettings.integrationId, id))
    expect(gone?.zendeskToken).toBeNull()
  })

  it('is tried again while the service is away, once for each request, and open settings hear of its failure', async () => {
    await save()
    zendesk.state.status = 503
    const ear = openFor(server, person, `/api/ws/organizations/${organizationId}`)
    await ear.next('hello')
    const conversation = await requested()
    expect((await ear.next('integration_update')).data).toEqual({ id })
    expect(await failure()).toMatchObject({ code: 'service_away' })
    expect(await inInbox(conversation)).toBe(false)
    zendesk.state.status = null
    await expect.poll(() => isPaused(conversation)).toBe(true)
    await hurry()
    await ticketOf(conversation)
    await expect.poll(failure).toBeNull()
    const news = () => ear.frames.filter(({ type }) => type === 'integration_update')
    await expect.poll(news).toHaveLength(2)
    ear.socket.close()
  })

  it('counts as made if its answer was lost and more was written before the next attempt', async () => {
    await save()
    zendesk.state.isLost = true
    const conversation = await requested()
    await ticketOf(conversation)
    await expect.poll(() => isPaused(conversation)).toBe(true)
    const more = { conversationId: conversation, kind: 'visitor' as const, content: 'They are brown.' }
    await server.context.db.insert(handoverEntries).values(more)
    zendesk.state.isLost = false
    await hurry()
    await expect.poll(() => statusOf(conversation)).not.toBe('pending')
    expect(await statusOf(conversation)).toBe('made')
    expect(await inInbox(conversation)).toBe(false)
    expect(zendesk.ofConversation(conversation)).toHaveLength(1)
    await expect.poll(failure).toBeNull()
  })

  it('waits in the inbox where it is refused, or away for too long', async () => {
    await save()
    zendesk.state.token = 'renewed'
    const refused = await requested()
    await expect.poll(() => inInbox(refused)).toBe(true)
    expect(await failure()).toMatchObject({ code: 'token_refused' })
    Object.assign(zendesk.state, { token: TOKEN, status: 500 })
    const lost = await requested()
    await expect
      .poll(async () => {
        await hurry()
        return inInbox(lost)
      })
      .toBe(true)
    const links = async () =>
      (await ann.call('GET', '/api/v1/notifications?limit=50')).body.map(({ link }: { link: string }) => link)
    await expect.poll(links).toContain(`/inbox?conversation=${lost}`)
    expect(zendesk.ofConversation(lost)).toEqual([])
  })

  it('is no failure in the settings once Zendesk is disconnected', async () => {
    await save()
    zendesk.state.status = 503
    const conversation = await requested()
    await expect.poll(failure).toMatchObject({ code: 'service_away' })
    await expect.poll(() => isPaused(conversation)).toBe(true)
    expect(await save({ zendesk_url: '', inbox: true })).toMatchObject({ body: { zendesk_failure: null } })
    await hurry()
    await expect.poll(() => statusOf(conversation)).toBe('failed')
    expect(await inInbox(conversation)).toBe(true)
    expect(await failure()).toBeNull()
  })

  it('is not settled by a late attempt at an earlier request of the same conversation', async () => {
    await save()
    const conversation = await requested()
    await expect.poll(() => statusOf(conversation)).toBe('made')
    const { db } = server.context
    const first = await ticketRow(conversation)
    // The queue of the server must not take it.
    await db.transaction(async (tx) => {
      await queueTicket(tx, conversation)
      const isIts = eq(handoverTickets.conversationId, conversation)
      await tx
        .update(handoverTickets)
        .set({ attempts: 1, nextTryAt: new Date(Date.now() + MINUTE) })
        .where(isIts)
    })
    const tickets = createTicketsRepository(db)
    await tickets.settle(first, { status: 'made', ticketId: 1 })
    expect(await statusOf(conversation)).toBe('pending')
    await tickets.settle(await ticketRow(conversation), { status: 'made', ticketId: 2 })
    expect(await statusOf(conversation)).toBe('made')
  })

  it('waits in the inbox where it is refused, although the first way there failed', async () => {
    await save()
    zendesk.state.token = 'renewed'
    const { db } = server.context
    await db.execute(sql`create function refuse_inbox() returns trigger language plpgsql as $$
      begin raise exception 'the inbox is away'; end $$`)
    await db.execute(sql`create trigger refuse before update of in_inbox on handovers
      for each row execute function refuse_inbox()`)
    const conversation = await requested()
    await expect.poll(() => server.logs.join('')).toContain('the inbox is away')
    await db.execute(sql`drop function refuse_inbox cascade`)
    expect(await inInbox(conversation)).toBe(false)
    await hurry()
    await expect.poll(() => inInbox(conversation)).toBe(true)
    await expect.poll(() => statusOf(conversation)).toBe('failed')
  })

  it('waits in the inbox after the last attempt, whatever its fault', async () => {
    await save()
    const broken = sql`jsonb_set(settings, '{zendesk_url}', '"no address"')`
    await server.context.db.update(handoverSettings).set({ settings: broken })
    const conversation = await requested()
    await expect
      .poll(async () => {
        await hurry()
        return inInbox(conversation)
      })
      .toBe(true)
    await expect.poll(() => statusOf(conversation)).toBe('failed')
    expect(server.logs.join('')).toContain('a ticket could not be created')
  })
})
