import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWebhooksRepository } from '../../server/developers/webhooks/webhooks.repository.ts'
import { createWebhooks } from '../../server/developers/webhooks/webhooks.service.ts'
import { webhookDeliveries, webhookEndpoints } from '../../server/kernel/db/schema/index.ts'
import { createSeal } from '../../server/kernel/secrets.ts'
import type { CreatedWebhook, WebhookDelivery, WebhookEvent } from '../../src/services/contract/webhooks.ts'
import { createClient } from '../harness/knowledge.ts'
import { closedAfterwards, serve } from '../harness/serve.ts'
import { startTestServer } from '../harness/server.ts'
import { startWebhookReceiver } from '../harness/webhook-receiver.ts'

describe('webhooks', async () => {
  let organization: string

  const receiver = closedAfterwards(await startWebhookReceiver())
  const web = { allowedNetworks: ['127.0.0.1/32'], ports: [80, receiver.port], nameServers: [] }
  const server = await serve({ appFolder: '/nowhere', web })
  const ann = await server.register()
  beforeEach(async () => {
    receiver.received.length = 0
    Object.assign(receiver.state, { status: 204, says: '', breaksOff: false })
    organization = (await server.found(ann)).id
  })

  const db = () => server.context.db
  const client = () => createClient(server.url, ann)
  const at = (id = '') => `/api/v1/organizations/${organization}/webhooks${id && `/${id}`}`
  const create = async (events: WebhookEvent[], url = receiver.url): Promise<CreatedWebhook> =>
    (await client().call('POST', at(), { url, events })).body
  const deliveries = async (id: string): Promise<WebhookDelivery[]> =>
    (await client().call('GET', `${at(id)}/deliveries`)).body
  const received = async (count: number) => {
    await expect.poll(() => receiver.received.length).toBe(count)
    return receiver.received
  }
  const settled = (id: string) =>
    expect.poll(async () => (await deliveries(id))[0]?.status).not.toBe('pending')
  /** An attempt has ended: it is counted when it begins. */
  const refused = (id: string, says: string) =>
    expect.poll(async () => (await deliveries(id))[0]?.response_excerpt).toBe(says)
  const dueNow = () =>
    db()
      .update(webhookDeliveries)
      .set({ nextTryAt: sql`now()` })
      .where(eq(webhookDeliveries.status, 'pending'))

  it('are signed as standardwebhooks.com says: its own library takes them, and none that was changed', async () => {
    const { id, secret } = await create(['document.ready'])
    await client().call('POST', `${at(id)}/test`)
    const [sent] = await received(1)
    const headers = sent!.headers as Record<string, string>
    expect(new Verifier(secret).verify(sent!.body, headers)).toMatchObject({
      type: 'test',
      data: { webhook_id: id },
    })
    expect(() => new Verifier(secret).verify(`${sent!.body} `, headers)).toThrow()
    await settled(id)
    expect((await deliveries(id))[0]).toMatchObject({
      id: headers['webhook-id'],
      status: 'succeeded',
      attempts: 1,
      response_status: 204,
    })
  })

  it('send only the chosen events of documents and conversations', async () => {
    const { id } = await create([
      'document.ready',
      'document.deleted',
      'conversation.created',
      'answer.unanswered',
    ])
    const base = await client().knowledgeBase(organization, 'Help')
    const text = { name: 'Returns', text: 'Shoes can be returned within 30 days.' }
    const document = (await client().call('POST', `/api/v1/knowledge-bases/${base.id}/texts`, text)).body
    await client().settled(base.id)
    const assistant = await client().integration(organization, [base.id], 'Desk')
    const asked = await client().send(assistant.id, 'Who wrote the opera about the lighthouse?')
    await client().answered(asked.answer.id)
    await client().call('DELETE', `/api/v1/documents/${document.id}`)
    const all = (await received(4)).map(({ body }) => JSON.parse(body))
    const of = (type: string) => all.find((event) => event.type === type)?.data
    expect(of('document.ready')).toEqual({
      document_id: document.id,
      knowledge_base_id: base.id,
      name: 'Returns',
    })
    expect(of('document.deleted')).toMatchObject({ document_id: document.id })
    expect(of('conversation.created')).toMatchObject({
      conversation_id: asked.conversation.id,
      assistant_id: assistant.id,
    })
    expect(of('answer.unanswered')).toMatchObject({ message_id: asked.answer.id, answered: false })
    expect(await deliveries(id)).toHaveLength(4)
  })

  it('come from the transaction of the event: what is rolled back is not told', async () => {
    const { id } = await create(['conversation.created'])
    const assistant = await client().integration(organization, [], 'Desk')
    await db().execute(sql`create function refuse_delivery() returns trigger language plpgsql as $$
      begin raise exception 'no room'; end $$`)
    await db().execute(
      sql`create trigger refuse_delivery before insert on webhook_deliveries for each row execute function refuse_delivery()`,
    )
    const { status } = await client().call('POST', `/api/v1/integrations/${assistant.id}/messages`, {
      content: 'Hello?',
      config: 'draft',
    })
    await db().execute(sql`drop function refuse_delivery cascade`)
    expect(status).toBe(500)
    const { body } = await client().call('GET', `/api/v1/integrations/${assistant.id}/conversations`)
    expect([body.total, await deliveries(id)]).toEqual([0, []])
  })

  it('are sent again after longer and longer pauses, with the same id, until they are taken', async () => {
    Object.assign(receiver.state, { status: 500, says: 'the desk is closed' })
    const { id } = await create(['conversation.created'])
    const assistant = await client().integration(organization, [], 'Desk')
    await client().send(assistant.id, 'Hello?')
    await refused(id, 'the desk is closed')
    const [first] = await deliveries(id)
    expect(first).toMatchObject({
      status: 'pending',
      attempts: 1,
      response_status: 500,
    })
    const pause = Date.parse(first!.next_try_at!) - Date.parse(first!.attempted_at!)
    expect(pause).toBeGreaterThan(0)
    expect((await client().call('GET', at())).body[0].failing_since).not.toBeNull()
    receiver.state.says = 'the desk is still closed'
    await dueNow()
    await refused(id, 'the desk is still closed')
    const [second] = await deliveries(id)
    expect(second).toMatchObject({ status: 'pending', attempts: 2 })
    expect(Date.parse(second!.next_try_at!) - Date.parse(second!.attempted_at!)).toBeGreaterThan(pause)
    receiver.state.status = 200
    await dueNow()
    await settled(id)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await client().call('GET', at())).body[0].failing_since).toBeNull()
  })

  it('have arrived once the status says so, even if the body breaks off', async () => {
    Object.assign(receiver.state, { status: 200, says: 'Taken', breaksOff: true })
    const { id } = await create(['document.ready'])
    await client().call('POST', `${at(id)}/test`)
    await settled(id)
    expect((await deliveries(id))[0]).toMatchObject({
      status: 'succeeded',
      response_status: 200,
      response_excerpt: 'Taken',
    })
  })

  it('are taken up by one process alone, and by another when that one is gone', async () => {
    const { id } = await create(['document.ready'])
    const body = JSON.stringify({ type: 'test', data: {} })
    await db()
      .insert(webhookDeliveries)
      .values(Array.from({ length: 20 }, () => ({ endpointId: id, type: 'test' as const, body })))
    const lost = { endpointId: id, type: 'test' as const, body, attempts: 1 }
    await db()
      .insert(webhookDeliveries)
      .values({ ...lost, nextTryAt: new Date(Date.now() - 1000) })
    await received(21)
    await expect
      .poll(async () => (await deliveries(id)).every(({ status }) => status === 'succeeded'))
      .toBe(true)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(21)
  })

  it('[operate M6] are not delivered by a copy that is looked at', async () => {
    const copy = await startTestServer({ quiet: true, web: server.config.web })
    const person = await copy.register()
    const { id } = await copy.found(person)
    const at = createClient(copy.url, person)
    const path = `/api/v1/organizations/${id}/webhooks`
    const { body } = await at.call('POST', path, { url: receiver.url, events: ['document.ready'] })
    await at.call('POST', `${path}/${body.id}/test`)
    const base = await at.knowledgeBase(id)
    const source = { kind: 'page', url: receiver.url.replace('/hook', '/page'), refresh: 'daily' }
    await at.call('POST', `/api/v1/knowledge-bases/${base.id}/sources`, source)
    // Both queues look each second or two.
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    expect(receiver.received).toEqual([])
    const [delivery] = (await at.call('GET', `${path}/${body.id}/deliveries`)).body
    expect(delivery).toMatchObject({ status: 'pending', attempts: 0 })
    await copy.close()
  })

  it('[operate H1] without a secret that can be read are not sent unsigned', async () => {
    const { id } = await create(['document.ready'])
    await db()
      .update(webhookEndpoints)
      .set({ secret: 'sealed under another secret' })
      .where(eq(webhookEndpoints.id, id))
    await client().call('POST', `${at(id)}/test`)
    await expect
      .poll(async () => (await deliveries(id))[0])
      .toMatchObject({
        status: 'failed',
        error: 'The secret of this webhook cannot be read. Renew it.',
      })
    expect(receiver.received).toEqual([])
  })

  it('[attack H2] of an organization with slow receivers leave others their turn', async () => {
    const { id } = await create(['document.ready'], receiver.slowUrl)
    const body = JSON.stringify({ type: 'test', data: {} })
    const many = Array.from({ length: 50 }, () => ({ endpointId: id, type: 'test' as const, body }))
    await db().insert(webhookDeliveries).values(many)
    await expect.poll(receiver.slow).toBe(2)
    organization = (await server.found(ann)).id
    const other = await create(['document.ready'])
    await client().call('POST', `${at(other.id)}/test`)
    await settled(other.id)
    expect([receiver.received.length, receiver.slow()]).toEqual([1, 2])
    await db().delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id))
  })

  it('[attack H2] of several organizations whose receivers do not answer leave others their turn', async () => {
    receiver.answerSlow()
    const body = JSON.stringify({ type: 'test', data: {} })
    const slow: string[] = []
    for (const _ of Array.from({ length: 4 })) {
      organization = (await server.found(ann)).id
      const { id: endpointId } = await create(['document.ready'], receiver.slowUrl)
      slow.push(endpointId)
      const many = Array.from({ length: 2 }, () => ({ endpointId, type: 'test' as const, body }))
      await db().insert(webhookDeliveries).values(many)
    }
    await expect.poll(receiver.slow).toBe(8)
    organization = (await server.found(ann)).id
    const other = await create(['document.ready'])
    await client().call('POST', `${at(other.id)}/test`)
    await received(1)
    const ended = and(inArray(webhookDeliveries.endpointId, slow), ne(webhookDeliveries.status, 'pending'))
    expect(await db().$count(webhookDeliveries, ended)).toBe(0)
    await db().delete(webhookDeliveries)
    receiver.answerSlow()
  })

  it('[attack H2] of slow and failing receivers leave others of their organization their turn', async () => {
    const before = receiver.slow()
    const slow = await create(['document.ready'], receiver.slowUrl)
    const failing = await create(['document.ready'], receiver.slowUrl)
    const good = await create(['document.ready'])
    const body = JSON.stringify({ type: 'test', data: {} })
    const wait = (endpointId: string) =>
      db()
        .insert(webhookDeliveries)
        .values(Array.from({ length: 50 }, () => ({ endpointId, type: 'test' as const, body })))
    await wait(slow.id)
    await expect.poll(receiver.slow).toBe(before + 2)
    await db()
      .update(webhookEndpoints)
      .set({ failingSince: new Date() })
      .where(eq(webhookEndpoints.id, failing.id))
    await wait(failing.id)
    await client().call('POST', `${at(good.id)}/test`)
    receiver.answerSlow()
    await settled(good.id)
    expect(receiver.received).toHaveLength(1)
    await db().delete(webhookDeliveries)
  })

  it.each([
    ['is well', null],
    ['was failing', new Date()],
  ])('of two slow receivers leave another that %s its turn', async (_, failingSince) => {
    receiver.answerSlow()
    const slowly = () => create(['document.ready'], receiver.slowUrl)
    const slow = [await slowly(), await slowly()]
    const other = await create(['document.ready'])
    await db().update(webhookEndpoints).set({ failingSince }).where(eq(webhookEndpoints.id, other.id))
    const body = JSON.stringify({ type: 'test', data: {} })
    const many = Array.from({ length: 40 }, (_, number) => slow[number % 2]!.id)
    await db()
      .insert(webhookDeliveries)
      .values(many.map((endpointId) => ({ endpointId, type: 'test' as const, body })))
    await expect.poll(receiver.slow).toBe(2)
    await client().call('POST', `${at(other.id)}/test`)
    receiver.answerSlow()
    await settled(other.id)
    expect(receiver.received).toHaveLength(1)
    await expect.poll(receiver.slow).toBe(2)
    await db().delete(webhookDeliveries)
    receiver.answerSlow()
  })

  it('can be sent again by hand, and tests are tried once', async () => {
    receiver.state.status = 302
    const { id } = await create(['document.ready'])
    const sent = (await client().call('POST', `${at(id)}/test`)).body
    await settled(id)
    // A redirect is no success, and is not followed.
    expect((await deliveries(id))[0]).toMatchObject({ status: 'failed', response_status: 302, attempts: 1 })
    receiver.state.status = 200
    expect((await client().call('POST', `${at(id)}/deliveries/${sent.id}/redeliver`)).status).toBe(200)
    await expect.poll(async () => (await deliveries(id))[0]?.status).toBe('succeeded')
    const unknown = `${at(id)}/deliveries/${crypto.randomUUID()}/redeliver`
    expect((await client().call('POST', unknown)).status).toBe(404)
    await db()
      .update(webhookDeliveries)
      .set({ status: 'pending', nextTryAt: new Date(Date.now() + 60_000) })
    expect(await client().call('POST', `${at(id)}/deliveries/${sent.id}/redeliver`)).toMatchObject({
      status: 409,
      body: { code: 'not_settled' },
    })
  })

  it('keep the old secret for a day when it is renewed, and tell each once', async () => {
    const { id, secret } = await create(['document.ready'])
    const renewed = (await client().call('POST', `${at(id)}/rotate`)).body
    expect(renewed.secret).not.toBe(secret)
    expect(JSON.stringify((await client().call('GET', at())).body)).not.toContain('whsec_')
    await client().call('POST', `${at(id)}/test`)
    const [both] = await received(1)
    for (const one of [secret, renewed.secret])
      expect(new Verifier(one).verify(both!.body, both!.headers as Record<string, string>)).toBeTruthy()
    await db()
      .update(webhookEndpoints)
      .set({ previousUntil: new Date(Date.now() - 1000) })
    await client().call('POST', `${at(id)}/test`)
    const later = (await received(2))[1]!
    expect(() => new Verifier(secret).verify(later.body, later.headers as Record<string, string>)).toThrow()
    const [row] = await db().select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
    expect(JSON.stringify(row)).not.toContain(renewed.secret)
  })

  it('keep every secret of the last day, however often it is renewed', async () => {
    const { id, secret } = await create(['document.ready'])
    const renewed: string[] = []
    const renew = async () => renewed.push((await client().call('POST', `${at(id)}/rotate`)).body.secret)
    const signs = async (count: number, one: string) => {
      const { body, headers } = (await received(count))[count - 1]!
      return () => new Verifier(one).verify(body, headers as Record<string, string>)
    }
    await renew()
    await renew()
    await client().call('POST', `${at(id)}/test`)
    for (const one of [secret, ...renewed]) expect(await signs(1, one)).not.toThrow()
    await db()
      .update(webhookEndpoints)
      .set({ previousUntil: new Date(Date.now() - 1000) })
    await renew()
    await client().call('POST', `${at(id)}/test`)
    for (const one of renewed.slice(1)) expect(await signs(2, one)).not.toThrow()
    for (const one of [secret, renewed[0]!]) expect(await signs(2, one)).toThrow()
  })

  it('are signed with both secrets that are made at the same time', async () => {
    const { id } = await create(['document.ready'])
    const repository = createWebhooksRepository(db())
    let proceed = () => {}
    const haveAllRead = new Promise<void>((resolve) => {
      proceed = resolve
    })
    let asking = 0
    const update: typeof repository.update = async (...changes) => {
      asking += 1
      if (asking === 2) proceed()
      await haveAllRead
      return repository.update(...changes)
    }
    const service = createWebhooks({
      webhooks: { ...repository, update },
      guarded: { check: (url) => url },
      seal: createSeal(server.config.jwtSecret, 'webhooks'),
      withLock: server.context.database.withLock,
    })
    const rotated = await Promise.all([service.rotate(organization, id), service.rotate(organization, id)])
    await client().call('POST', `${at(id)}/test`)
    const [sent] = await received(1)
    for (const { secret } of rotated)
      expect(new Verifier(secret).verify(sent!.body, sent!.headers as Record<string, string>)).toBeTruthy()
  })

  it('end when it is turned off by hand, but for tests and what is sent again', async () => {
    Object.assign(receiver.state, { status: 500, says: 'the desk is closed' })
    const { id } = await create(['conversation.created'])
    const assistant = await client().integration(organization, [], 'Desk')
    await client().send(assistant.id, 'Hello?')
    await refused(id, 'the desk is closed')
    const [{ id: event }] = (await deliveries(id)) as [WebhookDelivery]
    await client().call('PATCH', at(id), { enabled: false })
    await db().update(webhookDeliveries).set({ nextTryAt: sql`now()` }).where(eq(webhookDeliveries.id, event))
    // Taken after what has waited longer.
    await client().call('POST', `${at(id)}/test`)
    await settled(id)
    const [test, given] = await deliveries(id)
    expect(test).toMatchObject({ type: 'test', attempts: 1 })
    expect(given).toMatchObject({ id: event, status: 'failed', attempts: 1 })
    await received(2)
    receiver.state.status = 200
    expect((await client().call('POST', `${at(id)}/deliveries/${event}/redeliver`)).status).toBe(200)
    await expect.poll(async () => (await deliveries(id))[1]?.status).toBe('succeeded')
    await received(3)
  })

  it('go to public addresses alone, but for those that the operator allows', async () => {
    for (const url of [
      'http://10.0.0.1/',
      'http://[::1]/',
      'ftp://example.com/',
      'https://a:b@example.com/',
    ]) {
      const { status, body } = await client().call('POST', at(), { url, events: ['document.ready'] })
      expect([url, status, Object.keys(body.fields)]).toEqual([url, 422, ['url']])
    }
    // A name is resolved when it is connected to.
    const { id } = await create(['document.ready'], 'http://localhost:80/')
    await db().update(webhookEndpoints).set({ url: 'http://10.0.0.1/' }).where(eq(webhookEndpoints.id, id))
    await client().call('POST', `${at(id)}/test`)
    await settled(id)
    expect((await deliveries(id))[0]!.error).toContain('private or reserved network')
  })
})
