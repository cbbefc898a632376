import { createHmac } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  conversations,
  handoverEntries,
  handovers,
  messages,
  pastAnswers,
  publicPages,
  users,
  webhookDeliveries,
} from '../../server/kernel/db/schema/index.ts'
import { asksForPerson } from '../../server/visitors/handover/asks-for-person.ts'
import { draftQuestion } from '../../server/visitors/handover/draft-question.ts'
import { expectedReply } from '../../server/visitors/handover/office-hours.ts'
import { returnKey } from '../../server/visitors/handover/return-key.ts'
import { Message } from '../../src/services/contract/conversations.ts'
import {
  HandoverDetail,
  HandoverSettings,
  Inbox,
  OutcomeReport,
  VisitorHandover,
} from '../../src/services/contract/handover.ts'
import { IdentitySecret } from '../../src/services/contract/share.ts'
import { holdRows } from '../harness/held-rows.ts'
import { type Client, createClient, organizationOn, until } from '../harness/knowledge.ts'
import { mailsTo } from '../harness/mails.ts'
import { onPostgres } from '../harness/runs.ts'
import { serve } from '../harness/serve.ts'
import { openFor, openSocket } from '../harness/socket.ts'
import { createVisitors, publicAssistant } from '../harness/visitors.ts'

const PERSON = 'I want to speak to a human about my damaged boots'
const CONTACT = { name: 'Grace Hopper', email: 'grace@example.com' }

describe('a request for a person', () => {
  it.each([
    PERSON,
    'Can I talk to someone?',
    'human please',
    'agent',
    'Please connect me with customer service',
    'I need a real person to look at this.',
    'Ich möchte mit einem Menschen sprechen',
    'Kann ich bitte einen Mitarbeiter erreichen?',
    'Verbinden Sie mich mit dem Kundendienst.',
    'Mensch bitte!',
    'Je voudrais parler à un conseiller',
    'Puis-je parler à quelqu’un ?',
    'Quiero hablar con una persona',
    'Necesito contactar con un agente, por favor',
    'Vorrei parlare con un operatore',
    'Ik wil graag een medewerker spreken',
    'Quero falar com um atendente',
    'Chcę rozmawiać z konsultantem',
    '我要转人工',
    '担当者につないでください',
    'person\n\nBest regards\nGrace',
  ])('is recognized in %o', (text) => expect(asksForPerson(text)).toBe(true))

  it.each([
    'How long can I return boots?',
    'How many people work at your shop?',
    'What does your support team do?',
    'Do contact lenses need a prescription?',
    'I need boots for one person and a dog that is very large',
    'Wie viele Mitarbeiter haben Sie?',
    'Was kostet eine Sohle?',
    'Combien de personnes travaillent ici ?',
    '¿Cuántas personas caben en la tienda?',
    'Can shoes be returned after a person has worn them?',
    '客服电话是多少',
  ])('is not seen in %o', (text) => expect(asksForPerson(text)).toBe(false))
})

describe('the time of a reply', () => {
  const office = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00', time_zone: 'Europe/Berlin' }
  const at = (moment: string, office_hours: typeof office | null = office) =>
    expectedReply({ office_hours, reply_hours: 4 }, Date.parse(moment))

  it.each([
    ['2026-11-25T10:00:00Z', null],
    ['2026-11-25T16:00:00Z', '2026-11-26T08:00:00.000Z'],
    ['2026-11-27T18:30:00Z', '2026-11-30T08:00:00.000Z'],
  ])('at %s counts from %s', (moment, opens_at) => expect(at(moment)).toEqual({ hours: 4, opens_at }))

  it('is any time without hours, and goes past midnight', () => {
    expect(at('2026-11-29T03:00:00Z', null).opens_at).toBeNull()
    const night = { days: [5], from: '22:00', to: '06:00', time_zone: 'UTC' }
    expect(at('2026-11-28T05:00:00Z', night).opens_at).toBeNull()
    expect(at('2026-11-28T07:00:00Z', night).opens_at).toBe('2026-12-04T22:00:00.000Z')
  })

  it('counts from the minute in which the office opens, however briefly', () => {
    const hours = { ...office, time_zone: 'UTC' }
    for (const [from, to] of [
      ['09:05', '17:00'],
      ['09:05', '09:06'],
    ] as const) {
      const brief = { ...hours, from, to }
      expect(at('2026-11-27T18:30:12Z', brief).opens_at).toBe('2026-11-30T09:05:00.000Z')
      expect(at('2026-11-30T09:04:59Z', brief).opens_at).toBe('2026-11-30T09:05:00.000Z')
      expect(at('2026-11-30T09:05:00Z', brief).opens_at).toBeNull()
    }
    // A week later, and on a night in which an hour is left out.
    expect(at('2026-11-30T09:06:00Z', { ...hours, days: [1], to: '09:06', from: '09:05' }).opens_at).toBe(
      '2026-12-07T09:05:00.000Z',
    )
    const night = { ...office, days: [0], from: '03:10', to: '04:00' }
    expect(at('2026-03-29T00:00:00Z', night).opens_at).toBe('2026-03-29T01:10:00.000Z')
  })

  it('is not promised by an office that never opens', () => {
    expect(at('2026-11-30T10:00:00Z', { ...office, days: [] })).toEqual({ hours: 0, opens_at: null })
  })
})

describe('a hand-over', async () => {
  const server = await serve()
  const visitors = createVisitors(server.url, PERSON)
  const { person, ann, organizationId } = await organizationOn(server)
  const ben = await server.register()
  await ann.call('PATCH', '/api/v1/users/me', { first_name: 'Ann', last_name: 'Berg' })
  await server.join(organizationId, ben, 'editor')
  const baseId = await ann.filled(organizationId, [
    { name: 'boots.txt', content: 'Boots can be returned within thirty days.' },
  ])

  let made: string
  /** The same one with other settings: each test has a conversation of its own. */
  const assistant = async (settings: object = { offered: ['asked', 'refused', 'disliked'] }) => {
    made ??= await publicAssistant(ann, organizationId, [baseId])
    const all = { inbox: true, email: '', reply_hours: 0, office_hours: null, ...settings }
    const saved = await ann.call('PATCH', `/api/v1/integrations/${made}/handover`, all)
    expect(saved.status).toBe(200)
    return made
  }
  const ask = async (id: string, token: string, content: string, conversation_id: string | null = null) => {
    const { body, status } = await visitors.call('POST', `${id}/messages`, token, {
      content,
      conversation_id,
      channel: 'share',
    })
    if (status !== 201) return { status, body }
    const answer = await visitors.answered(id, token, body.answer.id)
    return { status, body, answer, conversation: body.conversation.id as string }
  }
  /** A visitor who has asked for a person in words, and left an address. */
  const requested = async (settings?: object, of?: string) => {
    const id = of ?? (await assistant(settings))
    const token = await visitors.visitor(id)
    const { conversation = '' } = await ask(id, token, PERSON)
    const at = `${id}/conversations/${conversation}/handover`
    expect(await visitors.call('POST', at, token, CONTACT)).toMatchObject({ status: 201 })
    const seen = async () => VisitorHandover.parse((await visitors.call('GET', at, token)).body)
    return { id, token, conversation, at, seen, one: `/api/v1/conversations/${conversation}/handover` }
  }
  const transcript = async (conversation: string) =>
    (await ann.call('GET', `/api/v1/conversations/${conversation}`)).body.handover
  /** An editor, and how they are removed. */
  const colleague = async () => {
    const cleo = await server.register()
    await server.join(organizationId, cleo, 'editor')
    const remove = () => ann.call('DELETE', `/api/v1/organizations/${organizationId}/members/${cleo.user.id}`)
    return { client: createClient(server.url, cleo), remove }
  }
  const reply = (one: string, content: string, more: object = {}, by = ann) =>
    by.call('POST', `${one}/entries`, { kind: 'reply', content, ...more })
  /** Replies of other tests become old enough to be mailed as well. */
  const mailsWith = async (words: string) =>
    (await mailsTo(server, CONTACT.email)).filter(({ body }) => body.includes(words))

  it('is off until it is set, and must go somewhere', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    const at = `/api/v1/integrations/${id}/handover`
    expect(HandoverSettings.parse((await ann.call('GET', at)).body)).toMatchObject({
      offered: [],
      inbox: true,
    })
    expect((await visitors.call('GET', id)).body.handover).toBe(false)
    expect(await ann.call('PATCH', at, { offered: ['refused'], inbox: false })).toMatchObject({
      status: 422,
      body: { fields: { email: 'Choose the inbox, an address or Zendesk.' } },
    })
    expect(await ann.call('PATCH', at, { email: 'nobody' })).toMatchObject({ status: 422 })
    await ann.call('PATCH', at, { offered: ['refused'] })
    expect((await visitors.call('GET', id)).body.handover).toBe(true)
  })

  onPostgres(
    'holds no conversation while its organization is being deleted, which would wait for it',
    async () => {
      const id = await assistant()
      const token = await visitors.visitor(id)
      const { conversation } = await ask(id, token, PERSON)
      const held = await holdRows(
        server,
        `select from organizations where id = '${organizationId}' for update`,
      )
      const request = visitors.call('POST', `${id}/conversations/${conversation}/handover`, token, CONTACT)
      await held.waiters(1)
      for (const table of ['integrations', 'conversations'])
        await server.database.pool.query(`select from ${table} for update nowait`)
      await held.release()
      expect((await request).status).toBe(201)
    },
  )

  it('is offered where it is set: in words, on a refusal, at the second thumb down, always', async () => {
    const down = { rating: 'down', reason: null, comment: '' }
    const offerAfter = async (offered: string[], question: string, thumbs = 0) => {
      const id = await assistant({ offered })
      const token = await visitors.visitor(id)
      let conversation: string | null = null
      for (let n = 0; n < Math.max(thumbs, 1); n++) {
        const asked = await ask(id, token, question, conversation)
        conversation = asked.conversation ?? null
        if (thumbs > 0) await visitors.call('PUT', `${id}/messages/${asked.answer.id}/feedback`, token, down)
      }
      const { body } = await visitors.call('GET', `${id}/conversations/${conversation}/handover`, token)
      return body.offer
    }
    const known = 'How long can boots be returned?'
    expect(await offerAfter(['asked'], PERSON)).toBe('asked')
    expect(await offerAfter(['asked'], known)).toBeNull()
    expect(await offerAfter(['refused'], 'Who wrote Faust?')).toBe('refused')
    expect(await offerAfter(['refused'], known)).toBeNull()
    expect(await offerAfter(['disliked'], known, 1)).toBeNull()
    expect(await offerAfter(['disliked'], known, 2)).toBe('disliked')
    expect(await offerAfter(['always'], known)).toBe('always')
    expect(await offerAfter([], PERSON)).toBeNull()
  })

  it('[ux 3] says to visitors what they can do, in their language, and to nobody else', async () => {
    const id = await assistant({ offered: ['asked', 'refused'] })
    const token = await visitors.visitor(id)
    const said = async (question: string) => (await ask(id, token, question)).answer.content
    expect(await said(PERSON)).toBe('Of course. Leave your email and one of us will reply.')
    expect(await said('Who wrote Faust and the other plays?')).toBe(
      "I couldn't find that. Leave your email and we'll reply.",
    )
    expect(await said('Wer hat den Faust und die anderen Stücke geschrieben?')).toMatch(
      /^Dazu habe ich leider nichts gefunden\. Hinterlassen Sie/,
    )
    const plain = await assistant({ offered: [] })
    const other = await visitors.visitor(plain)
    expect((await ask(plain, other, PERSON)).answer.content).toBe(
      "I couldn't find an answer to that. Try asking in other words.",
    )
    expect((await ann.ask(id, 'Who wrote Faust?')).content).toContain('add a document')
  })

  it('reaches inbox, team, webhook and mail, with what was said', async () => {
    await ann.call('POST', `/api/v1/organizations/${organizationId}/webhooks`, {
      url: 'https://hooks.example.com/handover',
      events: ['handover.requested'],
    })
    const email = 'desk@example.com'
    const socket = openFor(server, person, `/api/ws/organizations/${organizationId}`)
    await socket.next('hello')
    const { conversation, seen, one, at, token } = await requested({
      offered: ['asked'],
      email,
      reply_hours: 4,
    })
    expect((await socket.next('handover_update')).data).toEqual({ conversation_id: conversation })
    socket.socket.close()
    expect(await seen()).toMatchObject({
      offer: null,
      status: 'open',
      person: null,
      email: CONTACT.email,
      expected: { hours: 4, opens_at: null },
    })
    expect(await visitors.call('POST', at, token, CONTACT)).toMatchObject({ status: 409 })

    const { body } = await ann.call('GET', `/api/v1/organizations/${organizationId}/inbox`)
    expect(Inbox.parse(body).items.at(-1)).toMatchObject({
      conversation_id: conversation,
      reason: 'asked',
      status: 'open',
      assignee: null,
      ...CONTACT,
    })
    const detail = HandoverDetail.parse((await ann.call('GET', one)).body)
    expect(detail.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])

    // The one of the documents that are ready may come in between.
    const notified = await ann.call('GET', '/api/v1/notifications')
    expect(notified.body).toContainEqual(
      expect.objectContaining({
        title: 'Grace Hopper asks for a person',
        link: `/inbox?conversation=${conversation}`,
      }),
    )
    const [mail] = await mailsTo(server, email)
    expect(mail?.subject).toBe(`Grace Hopper asks for a person: ${PERSON}`)
    expect(mail?.body).toContain(`Question: ${PERSON}`)
    expect(mail?.body).toContain(`/inbox?conversation=${conversation}`)
    const deliveries = await server.context.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.type, 'handover.requested'))
    expect(deliveries.map(({ body }) => JSON.parse(body).data)).toContainEqual(
      expect.objectContaining({ conversation_id: conversation, reason: 'asked', ...CONTACT }),
    )
  })

  it('by mail alone is not in the inbox', async () => {
    const { conversation, one } = await requested({
      offered: ['asked'],
      inbox: false,
      email: 'only@example.com',
    })
    const [mail] = await mailsTo(server, 'only@example.com')
    expect(mail?.body).toContain('to answer grace@example.com')
    expect(mail?.body).toContain(`/conversations?conversation=${conversation}`)
    const { body } = await ann.call('GET', `/api/v1/organizations/${organizationId}/inbox`)
    expect(JSON.stringify(body)).not.toContain(conversation)
    expect((await ann.call('GET', one)).status).toBe(404)
    expect(await transcript(conversation)).toEqual({ status: null, asked_by: CONTACT.name, entries: [] })
  })

  it('is replied to live by one person, and the assistant is silent meanwhile', async () => {
    const { id, token, conversation, seen, one, at } = await requested()
    const page = openSocket(server, `/api/ws/share/${id}`, token)
    await page.next('hello')
    expect(await ann.call('PATCH', one, { taken_over: true })).toMatchObject({
      status: 200,
      body: { taken_over: true, assignee: 'Ann Berg', status: 'open' },
    })
    await page.next('handover_update')
    expect(await seen()).toMatchObject({ person: 'Ann' })
    await ann.call('POST', `${one}/presence`, { replying: true })
    expect((await page.next('handover_presence')).data).toMatchObject({ name: 'Ann', replying: true })
    expect((await reply(one, 'It left our workshop today.')).status).toBe(201)
    await ann.call('POST', `${one}/entries`, { kind: 'note', content: 'A secret of the team' })
    const shown = await seen()
    expect(shown).toMatchObject({ status: 'waiting', person: 'Ann' })
    expect(shown.entries.map(({ kind, author, content }) => [kind, author, content])).toEqual([
      ['taken', 'Ann', ''],
      ['reply', 'Ann', 'It left our workshop today.'],
    ])
    expect(JSON.stringify(shown)).not.toMatch(/secret|Berg/)
    expect(await ask(id, token, 'How long can boots be returned?', conversation)).toMatchObject({
      status: 409,
      body: { code: 'with_person' },
    })
    const written = await visitors.call('POST', `${at}/messages`, token, { content: 'Thank you!' })
    expect(written).toMatchObject({ status: 201, body: { status: 'open' } })
    expect(await mailsTo(server, CONTACT.email)).toEqual([])
    expect(await transcript(conversation)).toMatchObject({
      status: 'open',
      asked_by: CONTACT.name,
      entries: [
        { kind: 'taken', author: 'Ann Berg' },
        { kind: 'reply', author: 'Ann Berg', content: 'It left our workshop today.' },
        { kind: 'visitor', author: '', content: 'Thank you!' },
      ],
    })

    await ann.call('PATCH', one, { taken_over: false })
    expect(await visitors.call('POST', `${at}/messages`, token, { content: 'Hello?' })).toMatchObject({
      status: 409,
      body: { code: 'not_with_person' },
    })
    expect((await ask(id, token, 'How long can boots be returned?', conversation)).answer.answered).toBe(true)
    page.socket.close()
  })

  it('lets nobody reply over the reply of another', async () => {
    const { one } = await requested()
    const bens = createClient(server.url, ben)
    const first = await reply(one, 'Ann has looked.')
    expect(await reply(one, 'Ben, too.', {}, bens)).toMatchObject({
      status: 409,
      body: { detail: 'Ann Berg has already replied. Read that reply, then send yours.' },
    })
    expect((await reply(one, 'Ben, too.', { seen: first.body.id }, bens)).status).toBe(201)
    expect((await reply(one, 'My own may follow mine.', { seen: null }, bens)).status).toBe(409)
    const { body } = await ann.call('PATCH', one, { assignee_id: ben.user.id })
    expect(body.assignee_id).toBe(ben.user.id)
    const mine = await bens.call(
      'GET',
      `/api/v1/organizations/${organizationId}/inbox?assignee=me&status=waiting`,
    )
    expect(mine.body).toMatchObject({ items: [{ status: 'waiting' }], counts: { open: 0, waiting: 1 } })
    expect(await ann.call('PATCH', one, { assignee_id: crypto.randomUUID() })).toMatchObject({ status: 422 })
  })

  it('is listed page by page, each request once, although their times differ by microseconds', async () => {
    const { conversation } = await requested()
    const { db } = server.context
    const cleo = await server.register()
    const cleos = createClient(server.url, cleo)
    const assigneeId = cleo.user.id
    await server.join(organizationId, cleo, 'editor')
    const [row] = await db.select().from(conversations).where(eq(conversations.id, conversation))
    const [handover] = await db.select().from(handovers).where(eq(handovers.conversationId, conversation))
    const copies = Array.from({ length: 51 }, () => ({ ...row!, id: crypto.randomUUID() }))
    await db.insert(conversations).values(copies)
    const lastAt = (micros: number) =>
      sql`timestamptz '2026-11-20 10:00:00.123Z' + ${micros} * interval '1 us'`
    await db.insert(handovers).values(
      copies.map(({ id }, at) => ({
        ...handover!,
        conversationId: id,
        assigneeId,
        lastAt: lastAt(400 + at),
      })),
    )
    const page = async (status: string, before?: string, before_at?: string) => {
      const known = { ...(before && { before }), ...(before_at && { before_at }) }
      const query = new URLSearchParams({ assignee: 'me', status, ...known })
      const { body } = await cleos.call('GET', `/api/v1/organizations/${organizationId}/inbox?${query}`)
      return Inbox.parse(body).items.map(({ conversation_id }) => conversation_id)
    }
    const AT = '2026-11-20T10:00:00.123Z'
    const ids = copies.map(({ id }) => id)
    const first = await page('open')
    expect(first).toEqual(ids.slice(0, 50))
    expect(await page('open', first.at(-1))).toEqual(ids.slice(50))
    expect(await page('open', first.at(-1), AT)).toEqual(ids.slice(50))
    const whole = await cleos.call(
      'GET',
      `/api/v1/organizations/${organizationId}/inbox?assignee=me&limit=500`,
    )
    expect(whole.body.items).toHaveLength(ids.length)
    await db.update(handovers).set({ status: 'resolved' }).where(inArray(handovers.conversationId, ids))
    const newest = await page('resolved')
    expect(newest).toEqual(ids.toReversed().slice(0, 50))
    expect(await page('resolved', newest.at(-1))).toEqual(ids.slice(0, 1))
    expect(await page('resolved', newest.at(-1), AT)).toEqual(ids.slice(0, 1))
    // The last known one moves to the other end: the page goes on where it was.
    const [last, ...others] = ids.toReversed()
    const move = (status: 'open' | 'resolved', moment: string) =>
      db
        .update(handovers)
        .set({ status, lastAt: new Date(moment) })
        .where(eq(handovers.conversationId, last!))
    await move('resolved', '2026-11-19T10:00:00Z')
    expect(new Set(await page('resolved', last, AT))).toEqual(new Set(others))
    await db.update(handovers).set({ status: 'open' }).where(inArray(handovers.conversationId, others))
    await move('open', '2026-11-21T10:00:00Z')
    expect(new Set(await page('open', last, AT))).toEqual(new Set(others))
    await db.delete(conversations).where(inArray(conversations.id, ids))
  })

  it('is mailed to a visitor who has left, with a way back into the conversation from any browser', async () => {
    const { id, conversation, one } = await requested()
    await reply(one, 'Dear Grace,\n\nit left our workshop today.')
    const [mail] = await mailsTo(server, CONTACT.email)
    expect(mail?.subject).toBe('Keeper: you have a reply')
    expect(mail?.body).toContain('Ann writes:\n\nDear Grace,\n\nit left our workshop today.')
    const key = /#reply=(\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const back = await visitors.call('GET', `${id}/conversations/${conversation}`, key)
    expect(back.body.conversation.id).toBe(conversation)
    const forged = returnKey('another secret', conversation)
    expect((await visitors.call('GET', `${id}/conversations/${conversation}`, forged)).status).toBe(401)
    const other = await publicAssistant(ann, organizationId, [baseId])
    expect((await visitors.call('GET', `${other}/conversations/${conversation}`, key)).status).toBe(401)
  })

  it('opens by the mailed link the conversation of the reply, and nothing else of its visitor', async () => {
    const { id, token, conversation, one } = await requested()
    const secret = await ask(id, token, 'How long can boots be returned?')
    await reply(one, 'It left our workshop today.')
    const [mail] = await mailsTo(server, CONTACT.email)
    const key = /#reply=(\S+)/.exec(mail?.body ?? '')?.[1] ?? ''
    const get = (path: string, as: string) => visitors.call('GET', `${id}/${path}`, as)
    const listed = async (as: string) =>
      (await get('conversations', as)).body.map((one: { id: string }) => one.id)
    expect((await listed(token)).sort()).toEqual([conversation, secret.conversation!].sort())
    expect(await listed(key)).toEqual([conversation])
    expect((await get(`conversations/${secret.conversation}`, key)).status).toBe(404)
    expect((await get(`messages/${secret.answer!.id}`, key)).status).toBe(404)
    // A new conversation is not that visitor's: the browser becomes one of its own.
    expect(await ask(id, key, 'Anything else?')).toMatchObject({ status: 401 })

    const page = openSocket(server, `/api/ws/share/${id}`, key)
    await page.next('hello')
    await ask(id, token, 'And sandals?', secret.conversation)
    await reply(one, 'And one more thing.', { seen: null })
    expect(await page.next('handover_update')).toMatchObject({ data: { conversation_id: conversation } })
    expect(page.frames.filter(({ type }) => type.startsWith('message_') || type === 'token')).toEqual([])
    page.socket.close()
  })

  it('mails a reply once, also if the next is written before a mail server has taken it', async () => {
    const { one } = await requested()
    const send = server.context.mail.send
    const mails: Parameters<typeof send>[0][] = []
    server.context.mail.send = (mail) => void mails.push(mail)
    await reply(one, 'It left on Tuesday.')
    await expect.poll(() => mails.length).toBe(1)
    await reply(one, 'It comes on Thursday.', { seen: null })
    await mails[0]!.settled?.(true)
    await expect.poll(() => mails.length).toBe(2)
    await mails[1]!.settled?.(true)
    server.context.mail.send = send
    const inMails = (words: string) => mails.filter((mail) => JSON.stringify(mail).includes(words)).length
    expect(['It left on Tuesday.', 'It comes on Thursday.'].map(inMails)).toEqual([1, 1])
  })

  it('[issue 42.4] mails one address a few times an hour, and what waits together', async () => {
    const { conversation, one } = await requested()
    const { db, background } = server.context
    const second = await publicAssistant(ann, (await server.found(person, 'Second')).id, [])
    await ann.call('PATCH', `/api/v1/integrations/${second}/handover`, { offered: ['asked'], inbox: true })
    const other = await requested({}, second)
    const email = 'mailed@example.com'
    const ofBoth = inArray(handovers.conversationId, [conversation, other.conversation])
    await db.update(handovers).set({ email }).where(ofBoth)
    server.config.rateLimits = true
    for (let n = 0; n < 12; n++) {
      expect((await reply(one, `Reply ${n}.`)).status).toBe(201)
      await background.settle()
    }
    expect((await reply(other.one, 'Of another organization.')).status).toBe(201)
    await background.settle()
    expect((await mailsTo(server, email))[0]?.body).toContain('Of another organization.')
    const statuses: number[] = []
    for (let n = 13; n < 31; n++)
      statuses.push((await ann.call('POST', `${one}/entries`, { kind: 'note', content: 'x' })).status)
    server.config.rateLimits = false
    expect([statuses[0], statuses.at(-1)]).toEqual([201, 429])
    expect(await mailsTo(server, email)).toHaveLength(11)
    await db
      .update(handoverEntries)
      .set({ createdAt: new Date(Date.now() - 61_000) })
      .where(eq(handoverEntries.conversationId, conversation))
    await server.sweep()
    const [last, ...others] = await mailsTo(server, email)
    expect(others).toHaveLength(11)
    for (const waiting of ['Reply 10.', 'Reply 11.']) expect(last?.body).toContain(waiting)
  })

  it('[issue 42.4] counts only mails that a mail server has taken', async () => {
    const { conversation, one } = await requested()
    const { db, background, mail } = server.context
    const email = 'away@example.com'
    await db.update(handovers).set({ email }).where(eq(handovers.conversationId, conversation))
    const { send } = mail
    mail.send = ({ settled }) => void settled?.(false)
    await reply(one, 'It left on Saturday.')
    await background.settle()
    server.config.rateLimits = true
    await db
      .update(handoverEntries)
      .set({ createdAt: new Date(Date.now() - 61_000) })
      .where(eq(handoverEntries.conversationId, conversation))
    const sweep = async () => {
      await server.sweep()
      await background.settle()
    }
    for (let n = 0; n < 10; n++) await sweep()
    mail.send = send
    await sweep()
    server.config.rateLimits = false
    expect(await mailsTo(server, email)).toHaveLength(1)
  })

  it('keeps a reply that no mail server takes, and mails it again', async () => {
    const { conversation, one } = await requested()
    const send = server.context.mail.send
    server.context.mail.send = ({ settled }) => void settled?.(false)
    await reply(one, 'It left on Monday.')
    await server.context.background.settle()
    await server.context.db
      .update(handoverEntries)
      .set({ createdAt: new Date(Date.now() - 61_000) })
      .where(eq(handoverEntries.conversationId, conversation))
    server.context.mail.send = send
    for (const _ of [1, 2]) {
      await server.sweep()
      expect(await mailsWith('It left on Monday.')).toHaveLength(1)
    }
  })

  it.each([
    ['its author', false],
    ['the team if its author has left', true],
  ])(
    '[issue 42.4] gives up a reply that no mail server takes for three days, and tells %s',
    async (_, leaves) => {
      const { conversation, one } = await requested()
      const cleo = leaves ? await colleague() : null
      const send = server.context.mail.send
      server.context.mail.send = ({ settled }) => void settled?.(false)
      await reply(one, 'It left on Sunday.', {}, cleo?.client)
      await server.context.background.settle()
      server.context.mail.send = send
      await cleo?.remove()
      await server.context.db
        .update(handoverEntries)
        .set({ createdAt: new Date(Date.now() - 3 * 24 * 3_600_000 - 1_000) })
        .where(eq(handoverEntries.conversationId, conversation))
      for (const _ of [1, 2]) {
        await server.sweep()
        await server.context.background.settle()
        const all: { type: string; link: string }[] = (await ann.call('GET', '/api/v1/notifications')).body
        const told = all.filter(
          ({ type, link }) => type === 'handover_reply_failure' && link.includes(conversation),
        )
        expect(told).toHaveLength(1)
      }
      expect(await mailsWith('It left on Sunday.')).toEqual([])
    },
  )

  it('waits in the inbox where its mail to the team was not taken', async () => {
    const send = server.context.mail.send
    server.context.mail.send = ({ settled }) => void settled?.(false)
    const { conversation } = await requested({ offered: ['asked'], inbox: false, email: 'team@example.com' })
    server.context.mail.send = send
    const listed = async () =>
      Inbox.parse((await ann.call('GET', `/api/v1/organizations/${organizationId}/inbox`)).body).items
    await expect
      .poll(async () => (await listed()).map(({ conversation_id }) => conversation_id))
      .toContain(conversation)
  })

  it('by mail alone can be asked for again', async () => {
    const mailed = { offered: ['asked'], inbox: false, email: 'team@example.com' }
    const { id, token, conversation, at, seen } = await requested(mailed)
    expect(await seen()).toMatchObject({ status: 'open', offer: null })
    expect(await visitors.call('POST', at, token, CONTACT)).toMatchObject({ status: 409 })
    await ask(id, token, PERSON, conversation)
    expect(await seen()).toMatchObject({ status: null, offer: 'asked' })
    expect(await visitors.call('POST', at, token, CONTACT)).toMatchObject({ status: 201 })
    expect(await mailsTo(server, mailed.email)).toHaveLength(2)
  })

  it('[issue 42.5] takes 50 messages until the next reply and 1,000 in all, and shows the newest 200', async () => {
    const { token, conversation: conversationId, at, seen, one } = await requested()
    await ann.call('PATCH', one, { taken_over: true })
    const write = async () => {
      const { status, body } = await visitors.call('POST', `${at}/messages`, token, { content: 'Hello?' })
      return status === 201 ? status : body.code
    }
    const hold = (count: number, createdAt = new Date()) =>
      server.context.db.insert(handoverEntries).values(
        Array.from({ length: count }, (_, n) => ({
          conversationId,
          kind: 'visitor' as const,
          content: `${n}`,
          createdAt,
        })),
      )
    await hold(49)
    expect([await write(), await write()]).toEqual([201, 'reply_awaited'])
    expect((await reply(one, 'One moment.')).status).toBe(201)
    expect(await write()).toBe(201)
    await hold(948, new Date(Date.now() - 3_600_000))
    expect([await write(), await write()]).toEqual([201, 'too_many_messages'])
    const { entries, person } = await seen()
    expect([entries.length, entries.at(-1)?.content, person]).toEqual([200, 'Hello?', 'Ann'])
    const forTeam = HandoverDetail.parse((await ann.call('GET', one)).body).entries
    expect([forTeam.length, forTeam.at(-1)?.content]).toEqual([200, 'Hello?'])
    const url = `/api/v1/conversations/${conversationId}`
    expect((await ann.call('GET', url)).body.handover.entries).toHaveLength(200)
  })

  it('tells whoever has it that the visitor has answered, once until they reply', async () => {
    const { token, at, one } = await requested()
    await reply(one, 'It left our workshop today.')
    const told = async (client: Client) =>
      (await client.call('GET', '/api/v1/notifications?limit=50')).body.filter(
        ({ type }: { type: string }) => type === 'handover_answered',
      ).length
    const benToo = createClient(server.url, ben)
    const [before, bens] = [await told(ann), await told(benToo)]
    for (const content of ['Thank you!', 'And when does it come?'])
      expect(await visitors.call('POST', `${at}/messages`, token, { content })).toMatchObject({ status: 201 })
    expect(await told(ann)).toBe(before + 1)
    expect(await told(benToo)).toBe(bens)
  })

  it('is of nobody once whoever has it can no longer reply, and the team hears what its visitor writes', async () => {
    const { token, conversation, at, one } = await requested()
    const cleo = await server.register()
    const cleos = createClient(server.url, cleo)
    const member = `/api/v1/organizations/${organizationId}/members/${cleo.user.id}`
    await server.join(organizationId, cleo, 'editor')
    await cleos.call('PATCH', one, { taken_over: true })
    const told = async () => {
      const written = await visitors.call('POST', `${at}/messages`, token, { content: 'My boots?' })
      expect(written.status).toBe(201)
      const inbox = await ann.call('GET', `/api/v1/organizations/${organizationId}/inbox?assignee=nobody`)
      const { body } = await ann.call('GET', '/api/v1/notifications?limit=100')
      return {
        isUnassigned: JSON.stringify(inbox.body.items).includes(conversation),
        notified: body.filter(
          ({ type, link }: { type: string; link: string }) =>
            type === 'handover_answered' && link.endsWith(conversation),
        ).length,
      }
    }
    const read = () => ann.call('POST', '/api/v1/notifications/mark-read', [])
    expect(await told()).toEqual({ isUnassigned: false, notified: 0 })
    await ann.call('PATCH', member, { role: 'viewer' })
    expect(await told()).toEqual({ isUnassigned: true, notified: 1 })
    expect(await told()).toEqual({ isUnassigned: true, notified: 1 })
    await read()
    await ann.call('PATCH', member, { role: 'editor' })
    expect(await told()).toEqual({ isUnassigned: false, notified: 1 })
    await ann.call('DELETE', member)
    expect(await told()).toEqual({ isUnassigned: true, notified: 2 })
    await read()
    await server.context.db.delete(users).where(eq(users.id, cleo.user.id))
    expect(await told()).toEqual({ isUnassigned: true, notified: 3 })
  })

  it.each([
    ['replies', (one: string) => reply(one, 'They left today.')],
    ['takes over', (one: string) => ann.call('PATCH', one, { taken_over: true })],
  ])('is of whoever %s where its agent no longer can', async (_, act) => {
    const { one } = await requested()
    const cleo = await colleague()
    await cleo.client.call('PATCH', one, { taken_over: true })
    await cleo.remove()
    await act(one)
    expect((await ann.call('GET', one)).body.item.assignee).toBe('Ann Berg')
  })

  it('is offered again after a later question, also if the team adds a note or assigns it', async () => {
    const { id, token, conversation, at, seen, one } = await requested()
    await ann.call('PATCH', one, { status: 'resolved' })
    await ask(id, token, PERSON, conversation)
    expect((await seen()).offer).toBe('asked')
    await ann.call('POST', `${one}/entries`, { kind: 'note', content: 'Refunded.' })
    await ann.call('PATCH', one, { assignee_id: ben.user.id })
    expect((await seen()).offer).toBe('asked')
    expect((await visitors.call('POST', at, token, CONTACT)).status).toBe(201)
  })

  it('is listed by the time since when it waits, whatever is done before the reply', async () => {
    const [first, second] = [await requested(), await requested()]
    const places = async () => {
      const { body } = await ann.call('GET', `/api/v1/organizations/${organizationId}/inbox?limit=500`)
      const ids = Inbox.parse(body).items.map(({ conversation_id }) => conversation_id)
      return ids.filter((id) => [first, second].some(({ conversation }) => conversation === id))
    }
    const waiting = [first.conversation, second.conversation]
    await ann.call('POST', `${first.one}/entries`, { kind: 'note', content: 'I look at this tomorrow.' })
    expect(await places()).toEqual(waiting)
    await ann.call('PATCH', first.one, { assignee_id: ben.user.id })
    expect(await places()).toEqual(waiting)
    await ann.call('PATCH', first.one, { taken_over: true })
    await visitors.call('POST', `${first.at}/messages`, first.token, { content: 'Hello?' })
    expect(await places()).toEqual(waiting)
    await reply(first.one, 'Hello!')
    await visitors.call('POST', `${first.at}/messages`, first.token, { content: 'When does it come?' })
    expect(await places()).toEqual(waiting.toReversed())
  })

  it('is taken over and resolved once, also by two at one moment', async () => {
    const { one, at, token, seen } = await requested()
    const both = (patch: object) =>
      Promise.all([ann, createClient(server.url, ben)].map((client) => client.call('PATCH', one, patch)))
    const kinds = async () => (await seen()).entries.map(({ kind }) => kind)
    const taken = await both({ taken_over: true })
    expect(taken.map(({ status }) => status)).toEqual([200, 200])
    expect(await kinds()).toEqual(['taken'])
    await Promise.all([both({ status: 'resolved' }), visitors.call('POST', `${at}/close`, token)])
    expect(await kinds()).toHaveLength(2)
    await both({ status: 'open' })
    await both({ assignee_id: null })
    const detail = HandoverDetail.parse((await ann.call('GET', one)).body)
    expect(detail.entries.map(({ kind }) => kind).slice(2)).toEqual(['reopened', 'assigned'])
  })

  it('[attack S39] shows a visitor no id of whoever writes to them', async () => {
    const { id, token, one } = await requested()
    const page = openSocket(server, `/api/ws/share/${id}`, token)
    await page.next('hello')
    await ann.call('POST', `${one}/presence`, { replying: true })
    expect((await page.next('handover_presence')).data).toEqual({
      conversation_id: expect.any(String),
      name: 'Ann',
      replying: true,
    })
    page.socket.close()
  })

  it('is mailed after all where an open page has not shown it', async () => {
    const { id, token, conversation, one } = await requested()
    const page = openSocket(server, `/api/ws/share/${id}`, token)
    await page.next('hello')
    // A page is greeted before it is counted as open.
    const ofConversation = eq(conversations.id, conversation)
    const [row] = await server.context.db.select().from(conversations).where(ofConversation)
    await expect.poll(() => server.context.hub.isOpenTo(row!.visitorId!)).toBe(true)
    await reply(one, 'Are you there?')
    await server.sweep()
    expect(await mailsWith('Are you there?')).toEqual([])
    await server.context.db
      .update(handoverEntries)
      .set({ createdAt: new Date(Date.now() - 61_000) })
      .where(eq(handoverEntries.conversationId, conversation))
    await server.sweep()
    await server.sweep()
    expect(await mailsWith('Are you there?')).toHaveLength(1)
    page.socket.close()
  })

  it('is rated by its visitor once it is resolved, and can be asked for again', async () => {
    const { id, token, conversation, at, seen, one } = await requested()
    expect(await visitors.call('PUT', `${at}/rating`, token, { rating: 5 })).toMatchObject({ status: 409 })
    await ann.call('PATCH', one, { taken_over: true })
    expect((await ann.call('PATCH', one, { status: 'resolved' })).body).toMatchObject({
      status: 'resolved',
      taken_over: false,
    })
    expect(await visitors.call('PUT', `${at}/rating`, token, { rating: 6 })).toMatchObject({ status: 422 })
    expect((await visitors.call('PUT', `${at}/rating`, token, { rating: 4 })).body).toMatchObject({
      rating: 4,
      offer: null,
    })
    expect((await ask(id, token, PERSON, conversation)).status).toBe(201)
    expect(await seen()).toMatchObject({ offer: 'asked', status: 'resolved' })
    expect((await visitors.call('POST', at, token, CONTACT)).body).toMatchObject({
      offer: null,
      status: 'open',
    })
    const detail = HandoverDetail.parse((await ann.call('GET', one)).body)
    expect(detail.entries.map(({ kind }) => kind)).toEqual(['taken', 'resolved'])
    expect(detail.item.rating).toBeNull()
    await ann.call('PATCH', one, { status: 'resolved' })
    expect((await seen()).rating).toBeNull()
    expect((await visitors.call('PUT', `${at}/rating`, token, { rating: 2 })).body.rating).toBe(2)
  })

  it('is counted among the outcomes, once, beside the period before', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    await ann.call('PATCH', `/api/v1/integrations/${id}/handover`, { offered: ['asked'] })
    const known = 'How long can boots be returned?'
    const asked = async (question: string) => {
      const token = await visitors.visitor(id)
      const { conversation = '' } = await ask(id, token, question)
      return { token, conversation, at: `${id}/conversations/${conversation}` }
    }
    const before = new Date(Date.now() - 40 * 24 * 3_600_000)
    await asked(known)
    await asked('Who wrote Faust?')
    const unhappy = await asked(known)
    await visitors.call('PUT', `${unhappy.at}/helped`, unhappy.token, { helped: false })
    await asked(PERSON)
    const handed = await asked(PERSON)
    await visitors.call('POST', `${handed.at}/handover`, handed.token, CONTACT)
    const old = await asked(known)
    await server.context.db
      .update(conversations)
      .set({ lastMessageAt: before })
      .where(eq(conversations.id, old.conversation))
    await ann.ask(id, known)

    const read = async () => {
      const { body } = await ann.call('GET', `/api/v1/organizations/${organizationId}/outcomes?days=30`)
      return OutcomeReport.parse(body)
    }
    const { by_integration, previous } = await read()
    expect(by_integration.find(({ integration_id }) => integration_id === id)?.ended).toEqual({
      answered: 1,
      refused: 1,
      abandoned: 2,
      handed_over: 1,
    })
    expect(previous.ended).toEqual({ answered: 1, refused: 0, abandoned: 0, handed_over: 0 })

    const report = await read()
    const today = report.days.at(-1)!
    expect(report.days).toHaveLength(30)
    expect(today.date).toBe(new Date().toISOString().slice(0, 10))
    expect(today.ended).toEqual(report.current.ended)
    const total = (ended: object) => Object.values(ended).reduce((sum: number, value) => sum + value, 0)
    const languages = report.by_language.map(({ language }) => language)
    expect(languages[0]).toBe('eng')
    expect(report.by_language.reduce((sum, { ended }) => sum + total(ended), 0)).toBe(
      total(report.current.ended),
    )

    const exported = await fetch(`${server.url}/api/v1/organizations/${organizationId}/outcomes/export`, {
      headers: person.headers,
    })
    const [heading, ...rows] = (await exported.text()).replace('\uFEFF', '').trim().split('\n')
    expect(heading).toBe('date,assistant,channel,answered,handed_over,refused,abandoned')
    const cells = rows.map((row) => row.split(','))
    expect(cells.every(([date]) => date === today.date)).toBe(true)
    expect(cells.reduce((sum, [, , , ...ended]) => sum + total(ended.map(Number)), 0)).toBe(
      total(report.current.ended),
    )

    await server.context.db.update(handovers).set({ firstReplyAt: null, rating: null })
    for (const [minutes, rating] of [
      [10, 5],
      [30, 2],
      [90, null],
    ] as const) {
      const { conversation } = await requested()
      const requestedAt = new Date()
      const firstReplyAt = new Date(requestedAt.getTime() + minutes * 60_000)
      await server.context.db
        .update(handovers)
        .set({ requestedAt, firstReplyAt, rating })
        .where(eq(handovers.conversationId, conversation))
    }
    expect((await read()).current).toMatchObject({ median_reply_minutes: 30, rating: 3.5, ratings: 2 })
  })

  it('costs, of each resolved conversation, what models cost in all of them', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    await ask(id, await visitors.visitor(id), 'How long can boots be returned?')
    const { db } = server.context
    await db.update(messages).set({ modelUses: [] })
    const costs = async () => {
      const { body } = await ann.call('GET', `/api/v1/organizations/${organizationId}/outcomes?days=30`)
      return OutcomeReport.parse(body).current
    }
    const { ended, cost_per_answered } = await costs()
    expect(cost_per_answered).toEqual([])
    const [conversation] = await db.select().from(conversations).where(eq(conversations.integrationId, id))
    const use = { model: 'm', provider: null, of: 'operator' as const, prompt: 10, completion: 5 }
    await db
      .update(messages)
      .set({ modelUses: [{ ...use, cost: { amount: 3, currency: 'EUR' } }] })
      .where(and(eq(messages.conversationId, conversation!.id), eq(messages.role, 'assistant')))
    const each = [{ amount: 3 / ended.answered, currency: 'EUR' }]
    expect((await costs()).cost_per_answered).toEqual(each)
    // Of deleted conversations no outcome is known: their costs would be shared by the others.
    await db.insert(pastAnswers).values({
      integrationId: id,
      channel: 'share',
      createdAt: new Date(),
      answered: true,
      modelUses: [{ ...use, cost: { amount: 9, currency: 'EUR' } }],
    })
    expect((await costs()).cost_per_answered).toEqual(each)
  })

  it('[attack S39] is of one visitor alone', async () => {
    const { id, at } = await requested()
    const stranger = await visitors.visitor(id)
    for (const [method, path, body] of [
      ['GET', at],
      ['POST', at, CONTACT],
      ['POST', `${at}/messages`, { content: 'x' }],
      ['POST', `${at}/close`],
      ['PUT', `${at}/rating`, { rating: 1 }],
      ['PUT', at.replace('handover', 'helped'), { helped: true }],
    ] as const) {
      expect([path, (await visitors.call(method, path, stranger, body)).status]).toEqual([path, 404])
      expect([path, (await visitors.call(method, path, '', body)).status]).toEqual([path, 401])
    }
  })

  it('[attack S39] tells what people write to the page of its visitor alone', async () => {
    const [grace, eve] = [await requested(), await requested()]
    const [hers, theirs] = [grace, eve].map(({ id, token }) =>
      openSocket(server, `/api/ws/share/${id}`, token),
    )
    await Promise.all([hers!.next('hello'), theirs!.next('hello')])
    await ann.call('POST', `${grace.one}/presence`, { replying: true })
    await reply(grace.one, 'Only for Grace.')
    await hers!.next('handover_update')
    // What is told in turn: had the first come here, it would have come before.
    await reply(eve.one, 'Only for Eve.')
    expect((await theirs!.next('handover_update')).data).toMatchObject({ conversation_id: eve.conversation })
    expect(theirs!.frames.map(({ type }) => type)).not.toContain('handover_presence')
    expect(JSON.stringify(await eve.seen())).not.toContain('Grace.')
    hers!.socket.close()
    theirs!.socket.close()
  })

  it('[40.1] is closed by its visitor, who needs no reply any more', async () => {
    const { one, at, token, seen } = await requested()
    await ann.call('PATCH', one, { taken_over: true })
    expect(await visitors.call('POST', `${at}/close`, token)).toMatchObject({
      status: 200,
      body: {
        status: 'resolved',
        person: null,
        entries: [{ kind: 'taken' }, { kind: 'closed', author: '' }],
      },
    })
    expect((await visitors.call('POST', `${at}/close`, token)).status).toBe(409)
    expect((await visitors.call('PUT', `${at}/rating`, token, { rating: 4 })).body.rating).toBe(4)
    expect(await seen()).toMatchObject({ status: 'resolved', rating: 4 })
  })

  it('says once whether it has helped', async () => {
    const { id, token, conversation, seen } = await requested()
    expect((await seen()).helped).toBeNull()
    const at = `${id}/conversations/${conversation}/helped`
    expect((await visitors.call('PUT', at, token, { helped: false })).body.helped).toBe(false)
    expect((await visitors.call('PUT', at, token, { helped: true })).body.helped).toBe(false)
  })

  describe('with a reply that the assistant drafts', () => {
    const drafted = async (one: string, by = ann) => {
      const { status, body } = await by.call('POST', `${one}/draft`)
      if (status !== 201) return { status, body }
      const draft = await until(
        async () => Message.parse((await by.call('GET', `/api/v1/messages/${body.id}`)).body),
        (message) => message.status !== 'streaming',
      )
      return { status, draft }
    }

    it('answers what the customer said last from the sources, and sends nothing', async () => {
      const { one, at, token, seen } = await requested()
      await ann.call('PATCH', one, { taken_over: true })
      await visitors.call('POST', `${at}/messages`, token, { content: 'How long can boots be returned?' })
      const { draft } = await drafted(one)
      expect(draft).toMatchObject({ answered: true, content: expect.stringContaining('thirty days') })
      expect(draft?.citations[0]).toMatchObject({ document_name: 'boots.txt' })
      expect(JSON.stringify(await seen())).not.toContain('thirty days')
    })

    it('says so where the sources hold nothing, and is for those who reply', async () => {
      const { one } = await requested()
      expect((await drafted(one)).draft).toMatchObject({ answered: false })
      const viewer = await server.join(organizationId, await server.register(), 'viewer')
      expect((await drafted(one, createClient(server.url, viewer))).status).toBe(403)
    })

    it('knows only what everyone may read', async () => {
      const { one, id, at, token } = await requested()
      const secretBase = await ann.filled(
        organizationId,
        [{ name: 'margins.txt', content: 'The margin of winter boots is forty percent.' }],
        'Margins',
      )
      const restrict = (restricted: boolean) =>
        ann.call('PUT', `/api/v1/knowledge-bases/${secretBase}/readers`, {
          restricted,
          group_ids: [],
          user_ids: [person.user.id],
        })
      await ann.call('PATCH', `/api/v1/integrations/${id}`, { knowledge_base_ids: [baseId, secretBase] })
      await ann.call('POST', `/api/v1/integrations/${id}/publish`)
      await ann.call('PATCH', one, { taken_over: true })
      await visitors.call('POST', `${at}/messages`, token, { content: 'What is the margin of winter boots?' })
      expect((await drafted(one)).draft?.content).toContain('forty percent')
      expect(await restrict(true)).toMatchObject({ status: 200 })
      const { draft } = await drafted(one)
      expect(draft?.content).not.toContain('forty percent')
      // Who drafts may read more than everyone.
      expect(await ann.call('POST', `/api/v1/messages/${draft?.id}/retry`)).toMatchObject({
        status: 409,
        body: { code: 'written_elsewhere' },
      })
      await ann.call('PATCH', `/api/v1/integrations/${id}`, { knowledge_base_ids: [baseId] })
      await ann.call('POST', `/api/v1/integrations/${id}/publish`)
    })

    it.each([
      [['q:Refund?', 'a:No.'], [], 'Refund?', []],
      [['q:Refund?', 'a:Yes.', `q:${PERSON}`, 'a:Of course.'], [], 'Refund?', []],
      [['q:Refund?', 'a:Yes.'], ['visitor:When?', 'visitor:By card.'], 'When?\n\nBy card.', ['Refund? Yes.']],
      [['q:Refund?', 'a:Yes.'], ['reply:Which?', 'visitor:4711'], '4711', ['Refund? Yes.\n\nWhich?']],
      [[`q:${PERSON}`, 'a:Of course.'], ['note:VIP'], PERSON, []],
    ])('is drafted to %j with %j', (messages, entries, question, history) => {
      const parsed = (texts: string[], from: number) =>
        texts.map((text, place) => {
          const [kind, ...content] = text.split(':')
          const role = kind === 'q' ? 'user' : 'assistant'
          return { kind, role, content: content.join(':'), createdAt: new Date(from + place) }
        })
      const asked = draftQuestion(parsed(messages, 0) as never, parsed(entries, 100) as never)
      expect(asked.question).toBe(question)
      expect(asked.history.map((turn) => `${turn.question} ${turn.answer}`)).toEqual(history)
    })
  })

  describe('of a customer whom the site has signed', () => {
    const GRACE = { id: 'c-4711', name: 'Grace Hopper', email: 'grace@shop.example' }
    const signed = (secret: string, user = JSON.stringify(GRACE)) => ({
      user,
      hash: createHmac('sha256', secret).update(user).digest('hex'),
    })
    const renewed = async (id: string) =>
      IdentitySecret.parse(
        (await ann.call('POST', `/api/v1/integrations/${id}/public-page/identity-secret`)).body,
      ).secret
    const asking = async () => {
      const id = await assistant()
      const secret = await renewed(id)
      const token = await visitors.visitor(id)
      const { conversation = '' } = await ask(id, token, PERSON)
      const at = `${id}/conversations/${conversation}/handover`
      return {
        id,
        secret,
        token,
        at,
        identify: (body: object, as = token) => visitors.call('PUT', `${id}/identity`, as, body),
        request: async () => {
          await visitors.call('POST', at, token, CONTACT)
          const { body } = await ann.call('GET', `/api/v1/conversations/${conversation}/handover`)
          return HandoverDetail.parse(body).item
        },
        seen: async () => VisitorHandover.parse((await visitors.call('GET', at, token)).body),
      }
    }

    it('is theirs, whatever the form says, and verified for the team', async () => {
      const { secret, identify, seen, request } = await asking()
      expect(await identify(signed(secret))).toMatchObject({ status: 200, body: GRACE })
      const { id, ...known } = GRACE
      expect((await seen()).customer).toEqual(known)
      expect(await request()).toMatchObject({ ...known, customer_id: id })
    })

    it.each([
      ['whose id is a number', { id: 42 }, { id: '42' }],
      ['who has no name', { name: null }, { name: '' }],
    ])('is verified, also one %s', async (_, given, taken) => {
      const { secret, identify } = await asking()
      expect(await identify(signed(secret, JSON.stringify({ ...GRACE, ...given })))).toMatchObject({
        status: 200,
        body: { ...GRACE, ...taken },
      })
    })

    it('is not verified by a number that JSON rounds to that of somebody else', async () => {
      const { secret, identify } = await asking()
      const user = JSON.stringify(GRACE).replace('"c-4711"', '9007199254740993')
      expect((await identify(signed(secret, user))).status).toBe(422)
    })

    it('is not asked for the address that is known', async () => {
      const { id, secret, token, identify } = await asking()
      await identify(signed(secret))
      const said = async (question: string) => (await ask(id, token, question)).answer.content
      expect(await said(PERSON)).toBe('Of course. Send your request and one of us will reply.')
      expect(await said('Who wrote Faust?')).toBe("I couldn't find that. Shall one of us reply to you?")
    })

    it('is what the visitor types where nothing is signed, or the signature is wrong', async () => {
      const { id, secret, identify, seen, request } = await asking()
      const { user, hash } = signed(secret)
      for (const wrong of [
        signed('lid_guessed'),
        { user: user.replace('c-4711', 'c-1'), hash },
        { user: `${user} `, hash },
        { user, hash: hash.slice(1) },
        { user, hash: '' },
      ])
        expect(await identify(wrong)).toMatchObject({
          status: 422,
          body: { fields: { hash: expect.stringContaining('The signature does not match.') } },
        })
      for (const incomplete of ['{}', '[]', 'Grace', JSON.stringify({ ...GRACE, email: 'grace' })])
        expect(await identify(signed(secret, incomplete))).toMatchObject({
          status: 422,
          body: { fields: { user: expect.stringContaining('Sign a JSON object') } },
        })
      expect(await identify(signed(secret), 'unknown')).toMatchObject({ status: 401 })
      expect((await seen()).customer).toBeNull()
      expect(await request()).toMatchObject({ ...CONTACT, customer_id: null })
      const other = await publicAssistant(ann, organizationId, [baseId])
      expect(
        await visitors.call('PUT', `${other}/identity`, await visitors.visitor(other), signed(secret)),
      ).toMatchObject({ status: 409, body: { code: 'no_identity_secret' } })
      await renewed(other)
      expect(
        (await visitors.call('PUT', `${other}/identity`, await visitors.visitor(other), signed(secret)))
          .status,
      ).toBe(422)
      expect((await visitors.call('GET', id)).body).not.toHaveProperty('identity_since')
    })

    it('is of one customer alone, and of nobody once the secret was renewed', async () => {
      const { id, secret, identify, seen } = await asking()
      await identify(signed(secret))
      const renamed = JSON.stringify({ ...GRACE, name: 'Grace H.' })
      expect(await identify(signed(secret, renamed))).toMatchObject({ status: 200 })
      const another = JSON.stringify({ ...GRACE, id: 'c-4712' })
      expect(await identify(signed(secret, another))).toMatchObject({
        status: 409,
        body: { code: 'other_customer' },
      })
      expect((await seen()).customer?.name).toBe('Grace H.')
      await renewed(id)
      expect((await seen()).customer).toBeNull()
      expect((await identify(signed(secret))).status).toBe(422)
    })

    it('shows a customer nothing of another browser of theirs', async () => {
      const { id, secret, identify, request, at } = await asking()
      await identify(signed(secret))
      await request()
      const elsewhere = await visitors.visitor(id)
      expect(await identify(signed(secret), elsewhere)).toMatchObject({ status: 200 })
      expect((await visitors.call('GET', at, elsewhere)).status).toBe(404)
      expect((await visitors.call('GET', `${id}/conversations`, elsewhere)).body).toEqual([])
    })

    it('needs a secret that is sealed, told once, and made by those who edit', async () => {
      const { id, secret } = await asking()
      const [row] = await server.context.db
        .select()
        .from(publicPages)
        .where(eq(publicPages.integrationId, id))
      expect(row?.identitySecret).not.toContain(secret)
      const page = await ann.call('GET', `/api/v1/integrations/${id}/public-page`)
      expect(page.body.identity_since).not.toBeNull()
      expect(JSON.stringify(page.body)).not.toContain(secret)
      const log = await ann.call('GET', `/api/v1/organizations/${organizationId}/audit-log?subject=assistant`)
      expect(JSON.stringify(log.body)).toContain('assistant.identity_secret')
      expect(JSON.stringify(log.body)).not.toContain(secret)
    })
  })

  it('[attack S35] is held back where one network asks 1,000 times', async () => {
    const id = await assistant()
    const token = await visitors.visitor(id)
    const { conversation } = await ask(id, token, PERSON)
    server.config.rateLimits = true
    const statuses: number[] = []
    for (let n = 0; n < 1_000; n++)
      statuses.push(
        (await visitors.call('POST', `${id}/conversations/${conversation}/handover`, token, CONTACT)).status,
      )
    server.config.rateLimits = false
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(990)
  })
})
