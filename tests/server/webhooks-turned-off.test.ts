import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWebhooksRepository } from '../../server/developers/webhooks/webhooks.repository.ts'
import { webhookDeliveries, webhookEndpoints } from '../../server/kernel/db/schema/index.ts'
import type { Webhook, WebhookDelivery } from '../../src/services/contract/webhooks.ts'
import { createClient } from '../harness/knowledge.ts'
import { closedAfterwards, serve } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'
import { startWebhookReceiver } from '../harness/webhook-receiver.ts'

/** After its next attempt, a delivery is not tried again. */
const LAST = 8

describe('a webhook where nothing arrives', async () => {
  let webhooks: string
  let id: string

  const receiver = closedAfterwards(await startWebhookReceiver())
  const web = { allowedNetworks: ['127.0.0.1/32'], ports: [receiver.port], nameServers: [] }
  const server = await serve({ web })
  const ann = await server.register()
  beforeEach(async () => {
    Object.assign(receiver.state, { status: 503, says: 'the desk is closed' })
    webhooks = `/api/v1/organizations/${(await server.found(ann)).id}/webhooks`
    const wanted = { url: receiver.url, events: ['document.ready'] }
    id = (await createClient(server.url, ann).call('POST', webhooks, wanted)).body.id
  })

  const call = async (method: string, path = '', body?: object) =>
    (await createClient(server.url, ann).call(method, `${webhooks}${path}`, body)).body
  const shown = async (): Promise<Webhook> => (await call('GET'))[0]
  const deliveries = (): Promise<WebhookDelivery[]> => call('GET', `/${id}/deliveries`)
  const ended = (result: Partial<WebhookDelivery>) =>
    expect.poll(async () => (await deliveries())[0]).toMatchObject(result)
  const failingFor = (days: number) =>
    server.context.db
      .update(webhookEndpoints)
      .set({ failingSince: sql`now() - ${days} * interval '1 day'` })
      .where(eq(webhookEndpoints.id, id))
  const event = { type: 'document.ready' as const, body: '{}' }
  const happen = (attempts = 0) =>
    server.context.db.insert(webhookDeliveries).values({ ...event, endpointId: id, attempts })

  it('is turned off after five days by a delivery without attempts left, which its managers are told', async () => {
    await failingFor(6)
    const ear = openFor(server, ann, webhooks.replace('/v1', '/ws').replace('/webhooks', ''))
    await ear.next('hello')
    await happen(LAST)
    await ended({ status: 'failed' })
    // Open pages read the list again.
    await ear.next('organization_update')
    ear.socket.close()
    await expect.poll(shown).toMatchObject({ enabled: false })
    const titles = async () =>
      (await createClient(server.url, ann).call('GET', '/api/v1/notifications')).body.map(
        ({ title }: { title: string }) => title,
      )
    await expect.poll(titles).toContain('A webhook was turned off')
    expect(await call('PATCH', `/${id}`, { enabled: true })).toMatchObject({
      enabled: true,
      failing_since: null,
    })
  })

  it('stays on for five days', async () => {
    await failingFor(4)
    await happen(LAST)
    await ended({ status: 'failed' })
    expect(await shown()).toMatchObject({ enabled: true })
  })

  it.each([
    ['its address', '/elsewhere'],
    ['nothing', '/hook'],
  ])('stays on while a delivery has attempts left, with %s changed', async (_, path) => {
    await failingFor(6)
    await call('PATCH', `/${id}`, { url: `http://127.0.0.1:${receiver.port}${path}` })
    await happen()
    await ended({ status: 'pending', response_status: 503 })
    receiver.state.status = 200
    await server.context.db
      .update(webhookDeliveries)
      .set({ nextTryAt: sql`now()` })
      .where(eq(webhookDeliveries.endpointId, id))
    await ended({ status: 'succeeded' })
    expect(await shown()).toMatchObject({ enabled: true, failing_since: null })
  })

  it('has five days again at another address', async () => {
    await failingFor(6)
    const before = await shown()
    expect(await call('PATCH', `/${id}`, { url: before.url })).toEqual(before)
    const url = `http://127.0.0.1:${receiver.port}/elsewhere`
    expect(await call('PATCH', `/${id}`, { url })).toMatchObject({ url, failing_since: null })
  })

  it('is not judged by tests', async () => {
    await call('POST', `/${id}/test`)
    await ended({ status: 'failed' })
    expect(await shown()).toMatchObject({ enabled: true, failing_since: null })
    await failingFor(6)
    await call('POST', `/${id}/test`)
    await ended({ status: 'failed' })
    expect(await shown()).toMatchObject({ enabled: true })
  })

  it('has its deliveries given up, even if an attempt was under way when it was turned off', async () => {
    const later = new Date(Date.now() + 60_000)
    const taken = { ...event, endpointId: id, attempts: 1, nextTryAt: later }
    const [one, other] = await server.context.db.insert(webhookDeliveries).values([taken, taken]).returning()
    await failingFor(6)
    const repository = createWebhooksRepository(server.context.db)
    const failure = { responseStatus: 500, responseExcerpt: '', error: '' }
    expect(await repository.settle(one!, { ...failure, status: 'failed' })).toMatchObject({
      id,
      enabled: false,
    })
    const statuses = async () => (await deliveries()).map(({ status }) => status)
    expect(await statuses()).toEqual(['failed', 'failed'])
    expect(await repository.settle(other!, { ...failure, status: 'pending', nextTryAt: later })).toBeNull()
    expect(await statuses()).toEqual(['failed', 'failed'])
  })
})
