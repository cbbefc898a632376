import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { organizations } from '../../server/kernel/db/schema/index.ts'
import { PlanRefusal, Usage } from '../../src/services/contract/billing.ts'
import { createClient } from '../harness/knowledge.ts'
import { serveOrganization } from '../harness/serve.ts'

/** Nobody here is in their trial any more: the plan is Free. */
describe('the limits of a plan', async () => {
  const { server, ann, organizationId } = await serveOrganization()
  const usage = async (client = ann) => client.call('GET', `/api/v1/organizations/${organizationId}/usage`)
  const meter = async (key: string) => Usage.parse((await usage()).body).meters.find((one) => one.key === key)

  beforeAll(async () => {
    await server.database.db.update(organizations).set({ trialEndsAt: null })
  })

  it('refuses an integration beyond it, with the limit, the use and the plan that lifts it', async () => {
    const create = () =>
      ann.call('POST', `/api/v1/organizations/${organizationId}/integrations`, { name: 'x' })
    const answers = await Promise.all(Array.from({ length: 6 }, create))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 402, 402, 402])
    const refusal = PlanRefusal.parse(answers.find(({ status }) => status === 402)?.body)
    expect(refusal).toMatchObject({
      detail: 'The Free plan has room for 3 integrations. Starter has room for more.',
      code: 'plan_limit',
      limit: 'integrations',
      used: 3,
      max: 3,
      upgrade_plan_id: 'starter',
    })
  })

  it('leaves reading and deleting open when it is full, and takes one in the place of another', async () => {
    const list = await ann.call('GET', `/api/v1/organizations/${organizationId}/integrations`)
    expect(list.body).toHaveLength(3)
    expect((await ann.call('DELETE', `/api/v1/integrations/${list.body[0].id}`)).status).toBe(200)
    const again = await ann.call('POST', `/api/v1/organizations/${organizationId}/integrations`, {
      name: 'x',
    })
    expect(again.status).toBe(201)
  })

  it('refuses one file and not the others, and counts what was taken', async () => {
    const base = await ann.knowledgeBase(organizationId)
    await server.database.db.execute(sql`
      insert into documents (knowledge_base_id, name, type, size, content_hash, status)
      select ${base.id}, 'd' || n, 'txt', 1000, 'h' || n, 'ready' from generate_series(1, 49) n`)
    const { body } = await ann.upload(base.id, [
      { name: 'a.txt', content: 'The first one has room.' },
      { name: 'b.txt', content: 'The second one has none.' },
    ])
    expect(body.results[0]?.document).not.toBeNull()
    expect(body.results[1]).toMatchObject({
      document: null,
      error: {
        code: 'plan_limit',
        detail: 'The Free plan has room for 50 documents. Starter has room for more.',
      },
    })
    expect(await meter('documents')).toMatchObject({ used: 50, limit: 50 })
    await server.database.db.execute(sql`delete from documents where name = 'd1'`)
    await server.database.db.execute(sql`update documents set size = 199999990 where name = 'd2'`)
    const tooLarge = await ann.upload(base.id, [{ name: 'c.txt', content: 'There is no room for bytes.' }])
    expect(tooLarge.body.results[0]?.error?.detail).toBe(
      'The Free plan has room for 200 MB of documents. Starter has room for more.',
    )
    await ann.settled(base.id)
  })

  it('refuses a question when the month is used up, also after conversations were deleted', async () => {
    const list = await ann.call('GET', `/api/v1/organizations/${organizationId}/integrations`)
    const id = list.body[0].id
    const asked = await ann.send(id, 'How long?')
    await ann.answered(asked.answer.id)
    expect(await meter('messages_month')).toMatchObject({ used: 1, limit: 500 })
    await ann.call('DELETE', `/api/v1/conversations/${asked.conversation.id}`)
    expect(await meter('messages_month')).toMatchObject({ used: 1 })
    await server.database.db.execute(sql`update message_counts set count = 500`)
    const refused = await ann.call('POST', `/api/v1/integrations/${id}/messages`, {
      content: 'And now?',
      config: 'draft',
    })
    expect(refused).toMatchObject({ status: 402, body: { limit: 'messages_month', used: 500, max: 500 } })
    const conversations = await ann.call('GET', `/api/v1/integrations/${id}/conversations`)
    expect(conversations.body.items).toEqual([])
  })

  it('is told to members alone, by the meter', async () => {
    const { meters, plan_id, period_end } = Usage.parse((await usage()).body)
    expect(plan_id).toBe('free')
    expect(meters.map(({ key }) => key)).toEqual([
      'members',
      'integrations',
      'documents',
      'storage_bytes',
      'messages_month',
    ])
    expect(meters.find(({ key }) => key === 'messages_month')?.resets_at).toBe(period_end)
    const viewer = await server.register()
    expect((await usage(createClient(server.url, viewer))).status).toBe(404)
    await server.join(organizationId, viewer, 'viewer')
    expect((await usage(createClient(server.url, viewer))).status).toBe(200)
    expect((await server.inject({ url: `/api/v1/organizations/${organizationId}/usage` })).statusCode).toBe(
      401,
    )
  })

  it('is that of the owner: a member in their trial adds nothing', async () => {
    const viewer = await server.join(organizationId, await server.register(), 'admin')
    const { body } = await usage(createClient(server.url, viewer))
    expect(body.plan_id).toBe('free')
    const full = server.context.limits.within(organizationId, { members: 1 }, async () => 'added')
    await expect(full).rejects.toMatchObject({ status: 402, body: { limit: 'members', max: 2 } })
  })
})
