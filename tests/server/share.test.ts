import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { titleForVisitors } from '../../server/conversations/conversations.presenter.ts'
import { conversations, visitorQuestions, visitors } from '../../server/kernel/db/schema/index.ts'
import { notFound } from '../../server/kernel/errors.ts'
import { forVisitors } from '../../server/visitors/share/share.service.ts'
import { Conversation, ConversationDetail } from '../../src/services/contract/conversations.ts'
import { PublicPage, ShareAsked, SharePage } from '../../src/services/contract/share.ts'
import { organizationOn } from '../harness/knowledge.ts'
import { onPostgres } from '../harness/runs.ts'
import { serve } from '../harness/serve.ts'
import { openSocket } from '../harness/socket.ts'
import { createVisitors, publicAssistant } from '../harness/visitors.ts'

const QUESTION = 'What do parrots eat?'

describe('a public page', async () => {
  const server = await serve()
  const { call, visitor, ask, answered } = createVisitors(server.url, QUESTION)
  const { ann, organizationId } = await organizationOn(server)
  const baseId = await ann.filled(organizationId, [
    { name: 'secret-name.txt', content: 'Parrots eat nuts in the garden.' },
  ])

  const assistant = (page?: object) => publicAssistant(ann, organizationId, [baseId], page)

  it('is off, with limits, until it is turned on; and takes something published', async () => {
    const { id } = await ann.integration(organizationId, [baseId])
    const at = `/api/v1/integrations/${id}/public-page`
    expect(PublicPage.parse((await ann.call('GET', at)).body)).toMatchObject({
      state: 'off',
      allowed_origins: [],
      visitor_limit: 20,
      daily_limit: 500,
      expires_at: null,
      used_today: 0,
    })
    expect(await ann.call('PATCH', at, { state: 'on' })).toMatchObject({
      status: 422,
      body: { fields: { state: 'Publish the assistant first.' } },
    })
    expect((await call('GET', id)).status).toBe(404)
    await ann.call('POST', `/api/v1/integrations/${id}/publish`)
    expect((await call('GET', id)).status).toBe(404)
    expect((await ann.call('PATCH', at, { state: 'on' })).body.state).toBe('on')
    expect((await call('GET', id)).status).toBe(200)
  })

  it.each([
    [{ allowed_origins: ['https://example.com/shop'] }, 'allowed_origins.0'],
    [{ allowed_origins: ["https://x 'unsafe-inline'"] }, 'allowed_origins.0'],
    [{ visitor_limit: 0 }, 'visitor_limit'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ state: 'open' }, 'state'],
  ])('refuses %o beside its field', async (patch, field) => {
    const id = await assistant()
    const answer = await ann.call('PATCH', `/api/v1/integrations/${id}/public-page`, patch)
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  })

  // Two transactions at a time, which the embedded database does not have.
  onPostgres('stays paused if someone else changes a limit meanwhile', async () => {
    const id = await assistant()
    const change = (changes: object) => ann.call('PATCH', `/api/v1/integrations/${id}/public-page`, changes)
    const { pool } = server.database
    const other = await pool.connect()
    await other.query('begin; select from public_pages for update')
    const changes = [change({ state: 'paused' }), change({ daily_limit: 7 })]
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await pool.query(isWaiting)).rows).toHaveLength(2)
    await other.query('rollback')
    other.release()
    await Promise.all(changes)
    expect((await change({})).body).toMatchObject({ state: 'paused', daily_limit: 7 })
  })

  it('[attack S39] [S2.8] shows what is published and nothing of the organization', async () => {
    const id = await assistant()
    await ann.call('PATCH', `/api/v1/integrations/${id}`, { name: 'Draft name' })
    const begun = Date.now()
    const { body } = await call('GET', id)
    expect(SharePage.parse(body)).toMatchObject({
      name: 'Keeper',
      closed: null,
      budget: { limit: 20, left: 20 },
    })
    const { resets_at, resets_in } = body.budget
    const counted = Date.parse(resets_at) - resets_in * 1000
    expect([counted > begun - 1000, counted <= Date.now()]).toEqual([true, true])
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${organizationId}|${baseId}|Draft|Acme`))
  })

  it('[attack S39] answers a visitor with sources, and no way to the documents', async () => {
    const id = await assistant()
    const token = await visitor(id)
    const asked = await ask(id, token)
    expect(ShareAsked.parse(asked.body).budget).toMatchObject({ limit: 20, left: 19 })
    const answer = await answered(id, token, asked.body.answer.id)
    expect(answer.content).toContain('nuts')
    expect(answer).toMatchObject({ model: null, config_version: null, mode: null })
    expect(answer.citations[0]).toMatchObject({
      document_id: null,
      passage_id: null,
      document_name: 'Secret name',
      quote: expect.any(String),
    })
    const page = (await ann.call('GET', `/api/v1/integrations/${id}/public-page`)).body
    expect(page.used_today).toBe(1)
    const [seen] = (await ann.call('GET', `/api/v1/integrations/${id}/conversations`)).body.items
    expect(seen).toMatchObject({ channel: 'share', title: QUESTION })
  })

  it.each([
    ['shipping-rates.csv', 'Shipping rates'],
    ['Price_list-2026-11.PDF', 'Price list 2026-11'],
    ['größen.md', 'Größen'],
    ['What does a sole cost?', 'What does a sole cost?'],
    ['Terms v2.1', 'Terms v2.1'],
    ['--.txt', '--.txt'],
  ])('[ux 7] calls %s “%s” for visitors', (name, title) => {
    expect(titleForVisitors(name)).toBe(title)
  })

  it("[attack S39] keeps visitors' conversations apart, and from other pages", async () => {
    const [id, other] = [await assistant(), await assistant()]
    const [token, stranger] = [await visitor(id), await visitor(id)]
    const asked = (await ask(id, token)).body
    await answered(id, token, asked.answer.id)
    const elsewhere = await visitor(other)
    for (const [method, path, body] of [
      ['GET', `conversations/${asked.conversation.id}`],
      ['DELETE', `conversations/${asked.conversation.id}`],
      ['GET', `messages/${asked.answer.id}`],
      ['POST', `messages/${asked.answer.id}/stop`],
      ['POST', `messages/${asked.answer.id}/retry`],
      ['POST', 'messages', { content: 'x', conversation_id: asked.conversation.id, channel: 'share' }],
    ] as const) {
      expect((await call(method, `${id}/${path}`, stranger, body)).status).toBe(404)
      expect((await call(method, `${other}/${path}`, elsewhere, body)).status).toBe(404)
      expect((await call(method, `${other}/${path}`, token, body)).status).toBe(401)
      expect((await call(method, `${id}/${path}`, '', body)).status).toBe(401)
    }
    expect((await call('GET', `${id}/conversations`, stranger)).body).toEqual([])
    const listed = (await call('GET', `${id}/conversations`, token)).body
    expect(listed.map((one: unknown) => Conversation.parse(one))).toHaveLength(1)
    const detail = await call('GET', `${id}/conversations/${asked.conversation.id}`, token)
    expect(ConversationDetail.parse(detail.body).messages).toHaveLength(2)
  })

  it('lets no member speak in the conversation of a visitor', async () => {
    const id = await assistant()
    const token = await visitor(id)
    const asked = (await ask(id, token)).body
    await answered(id, token, asked.answer.id)
    const question = { content: 'x', conversation_id: asked.conversation.id }
    expect((await ann.call('POST', `/api/v1/integrations/${id}/messages`, question)).status).toBe(404)
    expect((await ann.call('POST', `/api/v1/messages/${asked.answer.id}/retry`)).status).toBe(404)
  })

  it('takes what a visitor thinks of an answer, which the team reads and does not change', async () => {
    const id = await assistant()
    const token = await visitor(id)
    const { conversation, question, answer } = (await ask(id, token)).body
    await answered(id, token, answer.id)
    const at = `${id}/messages/${answer.id}/feedback`
    const down = { rating: 'down', reason: 'wrong_source', comment: 'Parrots eat fruit.' }
    expect((await call('PUT', at, token, down)).body.feedback).toEqual(down)
    const page = (query: string) => ann.call('GET', `/api/v1/integrations/${id}/conversations?${query}`)
    expect((await page('rating=down')).body.items).toMatchObject([{ id: conversation.id, disliked: 1 }])
    expect((await ann.message(answer.id)).feedback).toEqual(down)
    const overruled = await ann.call('PUT', `/api/v1/messages/${answer.id}/feedback`, {
      ...down,
      rating: 'up',
    })
    expect(overruled).toMatchObject({ status: 409, body: { code: 'visitors_answer' } })
    expect((await call('PUT', at, await visitor(id), down)).status).toBe(404)
    expect((await call('PUT', at, '', down)).status).toBe(401)
    expect((await call('PUT', at, token, { ...down, rating: 'so so' })).body.fields).toHaveProperty('rating')
    expect((await call('PUT', `${id}/messages/${question.id}/feedback`, token, down)).status).toBe(409)
    expect((await call('DELETE', at, token)).body.feedback).toBeNull()
    expect((await page('rating=down')).body.items).toEqual([])
    await ann.call('DELETE', `/api/v1/integrations/${id}`)
  })

  it('forgets visitors who stay away, or whose page has ended, and keeps what was said', async () => {
    const id = await assistant()
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
    const [here, away] = [await visitor(id), await visitor(id)]
    const asked = (await ask(id, away)).body
    await answered(id, away, asked.answer.id)
    const left = async () =>
      Promise.all([here, away].map(async (token) => (await call('GET', `${id}/conversations`, token)).status))
    await server.database.db
      .update(visitors)
      .set({ lastSeenAt: daysAgo(89) })
      .where(eq(visitors.integrationId, id))
    expect(await left()).toEqual([200, 200])
    const [gone] = await server.database.db
      .select({ visitorId: conversations.visitorId })
      .from(conversations)
      .where(eq(conversations.id, asked.conversation.id))
    await server.database.db
      .update(visitors)
      .set({ lastSeenAt: daysAgo(91) })
      .where(eq(visitors.id, gone!.visitorId!))
    await server.sweep()
    expect(await left()).toEqual([200, 401])
    expect((await ann.call('GET', `/api/v1/conversations/${asked.conversation.id}`)).status).toBe(200)
    await ann.call('PATCH', `/api/v1/integrations/${id}/public-page`, {
      expires_at: daysAgo(91).toISOString(),
    })
    await server.sweep()
    expect(await left()).toEqual([401, 401])
    const spoken = { content: 'x', conversation_id: asked.conversation.id }
    expect((await ann.call('POST', `/api/v1/integrations/${id}/messages`, spoken)).status).toBe(404)
    await ann.call('DELETE', `/api/v1/integrations/${id}`)
  })

  it('lets a visitor delete a conversation, which gives no question back', async () => {
    const id = await assistant({ state: 'on', visitor_limit: 1 })
    const token = await visitor(id)
    const asked = (await ask(id, token)).body
    await answered(id, token, asked.answer.id)
    expect((await call('DELETE', `${id}/conversations/${asked.conversation.id}`, token)).status).toBe(200)
    expect((await call('GET', `${id}/conversations`, token)).body).toEqual([])
    const refused = await ask(id, token)
    expect(refused).toMatchObject({ status: 429, body: { code: 'visitor_limit' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(id, await visitor(id))).status).toBe(201)
  })

  it('tells a visitor of a conversation that a member deleted from a page that is missing', async () => {
    const id = await assistant()
    const token = await visitor(id)
    const asked = (await ask(id, token)).body
    await answered(id, token, asked.answer.id)
    await ann.call('DELETE', `/api/v1/conversations/${asked.conversation.id}`)
    const again = () =>
      Promise.all([
        ask(id, token, asked.conversation.id),
        call('POST', `${id}/messages/${asked.answer.id}/retry`, token),
      ])
    for (const refused of await again())
      expect(refused).toMatchObject({ status: 404, body: { code: 'unknown_conversation' } })
    expect((await ask(id, token)).status).toBe(201)
    await ann.call('PATCH', `/api/v1/integrations/${id}/public-page`, { state: 'off' })
    for (const refused of await again())
      expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('tells a question whose conversation is deleted meanwhile the same', () => {
    expect(forVisitors(notFound('conversation'))).toMatchObject({
      status: 404,
      body: { code: 'unknown_conversation' },
    })
  })

  it('counts a retry, too', async () => {
    const id = await assistant({ state: 'on', visitor_limit: 2 })
    const token = await visitor(id)
    const asked = (await ask(id, token)).body
    await answered(id, token, asked.answer.id)
    const again = () => call('POST', `${id}/messages/${asked.answer.id}/retry`, token)
    expect((await again()).body.budget.left).toBe(0)
    await answered(id, token, asked.answer.id)
    expect((await again()).status).toBe(429)
  })

  it('is over budget after the questions of a day, counted from midnight, or of the month of the organization', async () => {
    const id = await assistant({ state: 'on', daily_limit: 1 })
    const token = await visitor(id)
    await ask(id, token)
    expect((await call('GET', id)).body.closed).toBe('over_budget')
    expect(await ask(id, await visitor(id))).toMatchObject({ status: 403, body: { code: 'over_budget' } })
    await server.database.db
      .update(visitorQuestions)
      .set({ askedAt: new Date(Date.now() - 25 * 60 * 60 * 1000) })
    expect((await call('GET', id)).body.closed).toBeNull()
    const { rows } = await server.database.db.execute(sql`
      with former as (select organization_id, count from message_counts where organization_id = ${organizationId})
      update message_counts c set count = 1000000 from former
        where c.organization_id = former.organization_id returning former.count`)
    expect((await call('GET', id)).body.closed).toBe('over_budget')
    expect(await ask(id, token)).toMatchObject({ status: 403, body: { code: 'over_budget' } })
    await server.database.db.execute(sql`
      update message_counts set count = ${rows[0]!.count} where organization_id = ${organizationId}`)
    expect((await call('GET', id)).body.closed).toBeNull()
  })

  it.each([
    [{ state: 'paused' }, 'paused'],
    [{ expires_at: '2020-01-01T00:00:00.000Z' }, 'expired'],
  ])('that is closed by %o says so and answers nobody', async (patch, closed) => {
    const id = await assistant()
    const token = await visitor(id)
    await ann.call('PATCH', `/api/v1/integrations/${id}/public-page`, patch)
    expect((await call('GET', id)).body.closed).toBe(closed)
    expect(await ask(id, token)).toMatchObject({ status: 403, body: { code: closed } })
  })

  it('[attack S39] is asked from no other origin', async () => {
    const id = await assistant()
    const foreign = { origin: 'https://elsewhere.example' }
    expect((await call('GET', id, '', undefined, foreign)).status).toBe(403)
    expect((await call('POST', `${id}/visitors`, '', undefined, foreign)).status).toBe(403)
    expect((await call('POST', `${id}/visitors`, '', undefined, { origin: server.url })).status).toBe(201)
  })

  it('[attack S39] streams to its visitor alone', async () => {
    const id = await assistant()
    const [token, stranger] = [await visitor(id), await visitor(id)]
    const listen = (given: string) => openSocket(server, `/api/ws/share/${id}`, given)
    const [own, others, nobody] = [listen(token), listen(stranger), listen('made-up')]
    expect(await nobody.closed).toBe(4401)
    await Promise.all([own.next('hello'), others.next('hello')])
    const asked = (await ask(id, token)).body
    const completed = await own.next('message_completed')
    expect(completed.data).toMatchObject({ id: asked.answer.id, model: null, config_version: null })
    expect(JSON.stringify(own.frames)).not.toContain(baseId)
    expect(others.frames.map(({ type }) => type)).toEqual(['hello'])
    own.socket.close()
    others.socket.close()
  })
})
