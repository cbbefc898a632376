import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../server/kernel/db/open.ts'
import {
  conversations,
  documents,
  handovers,
  messages,
  notifications,
  visitorQuestions,
  visitors,
  webhookDeliveries,
  webhookEndpoints,
} from '../../server/kernel/db/schema/index.ts'
import { createRetentionRepository } from '../../server/organizations/retention/retention.repository.ts'
import type { AuditEntry } from '../../src/services/contract/audit.ts'
import type { Channel } from '../../src/services/contract/conversations.ts'
import { Retention, type RetentionChange, RetentionPreview } from '../../src/services/contract/retention.ts'
import { makePlace } from '../harness/database.ts'
import { type Client, createClient, organizationOn } from '../harness/knowledge.ts'
import { operate } from '../harness/operator.ts'
import { serve } from '../harness/serve.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'

const DAY = 24 * 3_600_000
const FOR_GOOD: RetentionChange = { default_days: null, rules: [] }
const NO_RECORDS = { audit_days: null, deleted_document_days: null, delivery_days: null }
const NOTHING = { audit_entries: 0, documents: 0, deliveries: 0 }
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)

const RECORD_RULES = { ...FOR_GOOD, audit_days: 30, deleted_document_days: 7, delivery_days: 7 }
const RECENT = { documents: ['recent'], deliveries: ['recent'], audit: ['recent'] }

/** One of each kind that the rules keep and one that they do not; gives what is left of them in a database. */
async function keepRecords(db: Db, ann: Client, organizationId: string) {
  const baseId = await ann.filled(
    organizationId,
    [
      { name: 'old.txt', content: 'Boots' },
      { name: 'recent.txt', content: 'Shoes' },
    ],
    'Pages',
  )
  for (const [name, days] of [
    ['old.txt', 9],
    ['recent.txt', 2],
  ] as const)
    await db
      .update(documents)
      .set({ removedAt: daysAgo(days) })
      .where(and(eq(documents.knowledgeBaseId, baseId), eq(documents.name, name)))
  const url = 'https://hooks.example.com'
  const [hook] = await db
    .insert(webhookEndpoints)
    .values({ organizationId, url, events: [], secret: '', enabled: false })
    .returning()
  const sent = { endpointId: hook!.id, type: 'test' as const, status: 'succeeded' as const }
  await db.insert(webhookDeliveries).values([
    { ...sent, body: '"old"', createdAt: daysAgo(9) },
    { ...sent, body: '"recent"', createdAt: daysAgo(2) },
  ])
  await db.execute(sql`insert into audit_entries (organization_id, at, action, actor_kind, actor_name, address, user_agent, details)
    select ${organizationId}, now() - make_interval(days => d), 'member.removed', 'user', name, '', '', '{}'
    from (values (40, 'old'), (20, 'recent')) as v (d, name)`)
  return async (from: Db) => {
    const left = async (query: SQL) =>
      (await from.execute<{ name: string }>(query)).rows.map(({ name }) => name).sort()
    return {
      documents: await left(
        sql`select split_part(name, '.', 1) as name from documents where knowledge_base_id = ${baseId}`,
      ),
      deliveries: await left(
        sql`select body::jsonb #>> '{}' as name from webhook_deliveries where endpoint_id = ${hook!.id}`,
      ),
      audit: await left(sql`select actor_name as name from audit_entries
        where organization_id = ${organizationId} and action = 'member.removed'`),
    }
  }
}

type Asked = {
  channel?: Channel
  visitorId?: string
  handover?: { status: 'open' | 'waiting' | 'resolved'; inInbox?: boolean; lastAt?: Date }
}

describe('how long conversations are kept', async () => {
  let person: Person
  let ann: Client
  let organizationId: string
  let desk: string
  let shop: string

  const server = await serve({ appFolder: '/nowhere' })
  beforeEach(async () => {
    person = await server.register()
    ann = createClient(server.url, person)
    organizationId = (await server.found(person)).id
    desk = (await ann.integration(organizationId, [])).id
    shop = (await ann.integration(organizationId, [])).id
  })

  const db = () => server.context.db
  const at = (part = '') => `/api/v1/organizations/${organizationId}/retention${part}`
  const save = async (retention: RetentionChange) => {
    const answer = await ann.call('PUT', at(), retention)
    expect(answer.status).toBe(200)
    return Retention.parse(answer.body)
  }
  const preview = async (retention: RetentionChange) =>
    RetentionPreview.parse((await ann.call('POST', at('/preview'), retention)).body)
  const entries = async (action: string): Promise<AuditEntry[]> =>
    (
      await ann.call('GET', `/api/v1/organizations/${organizationId}/audit-log?subject=retention`)
    ).body.items.filter((entry: AuditEntry) => entry.action === action)

  /** A question and its answer, `days` ago. */
  const asked = async (integrationId: string, days: number, { channel = 'chat', ...more }: Asked = {}) => {
    const moment = daysAgo(days)
    const [row] = await db()
      .insert(conversations)
      .values({
        integrationId,
        channel,
        title: 'Boots?',
        startedAt: moment,
        lastMessageAt: moment,
        visitorId: more.visitorId,
      })
      .returning()
    const conversationId = row!.id
    const said = { conversationId, status: 'complete' as const, createdAt: moment }
    await db()
      .insert(messages)
      .values([
        { ...said, position: 0, role: 'user', content: 'Boots?' },
        {
          ...said,
          position: 1,
          role: 'assistant',
          content: 'Yes.',
          answered: true,
          model: 'm',
          promptTokens: 30,
          completionTokens: 4,
        },
      ])
    const { handover } = more
    if (handover)
      await db()
        .insert(handovers)
        .values({
          conversationId,
          organizationId,
          integrationId,
          reason: 'asked',
          inInbox: true,
          name: 'Grace',
          email: 'grace@example.com',
          language: 'en',
          requestedAt: moment,
          lastAt: moment,
          ...handover,
        })
    return conversationId
  }
  const left = async (...ids: string[]) => {
    const rows = await db()
      .select({ id: conversations.id })
      .from(conversations)
      .where(inArray(conversations.id, ids))
    return ids.filter((id) => rows.some((row) => row.id === id))
  }

  it('[41.3] holds for the audit log, deleted documents and webhook deliveries, and is told', async () => {
    const kept = await keepRecords(db(), ann, organizationId)
    const rules = RECORD_RULES
    expect(await preview(rules)).toMatchObject({ audit_entries: 1, documents: 1, deliveries: 1 })
    expect(await preview({ ...FOR_GOOD, delivery_days: 14 })).toMatchObject(NOTHING)
    expect((await ann.call('PUT', at(), { ...rules, audit_days: 29 })).status).toBe(422)
    expect(await save(rules)).toEqual(rules)
    await server.sweep()
    expect(await kept(db())).toEqual(RECENT)
    const [run] = await entries('retention.deleted')
    expect(run?.details).toEqual({ audit_entries: '1', documents: '1', deliveries: '1' })
    expect(await entries('retention.changed')).toMatchObject([
      { details: { audit_days: '30', deleted_document_days: '7', delivery_days: '7' } },
    ])
    await server.sweep()
    expect(await entries('retention.deleted')).toHaveLength(1)
  })

  it('keeps the days of records that a change leaves out, also in its preview', async () => {
    const kept = await keepRecords(db(), ann, organizationId)
    expect(await save(RECORD_RULES)).toEqual(RECORD_RULES)
    expect(await save({ default_days: 365, rules: [] })).toEqual({ ...RECORD_RULES, default_days: 365 })
    expect(await save({ ...FOR_GOOD, delivery_days: 9 })).toEqual({ ...RECORD_RULES, delivery_days: 9 })
    const { audit_days } = await save({ ...FOR_GOOD, audit_days: null })
    expect(audit_days).toBeNull()
    expect(await preview(FOR_GOOD)).toMatchObject({ audit_entries: 0, documents: 1 })
    await server.sweep()
    expect(await kept(db())).toMatchObject({ documents: ['recent'], audit: ['old', 'recent'] })
  })

  it('is for good, where nobody says otherwise', async () => {
    const old = await asked(desk, 4000)
    expect((await ann.call('GET', at())).body).toEqual({ ...FOR_GOOD, ...NO_RECORDS })
    expect(await preview(FOR_GOOD)).toEqual({ conversations: 0, handovers: 0, oldest: null, ...NOTHING })
    await server.sweep()
    expect(await left(old)).toEqual([old])
    expect(await entries('retention.deleted')).toEqual([])
  })

  it('is previewed before it is saved: how many, how many of them a person was asked for, and the oldest', async () => {
    const oldest = await asked(desk, 90, { channel: 'share', handover: { status: 'resolved' } })
    await asked(desk, 40)
    await asked(desk, 20)
    const [row] = await db().select().from(conversations).where(eq(conversations.id, oldest))
    expect(await preview({ default_days: 30, rules: [] })).toEqual({
      ...NOTHING,
      conversations: 2,
      handovers: 1,
      oldest: row!.lastMessageAt.toISOString(),
    })
    await server.sweep()
    expect(await left(oldest)).toEqual([oldest])
  })

  it('is said by the rule of the assistant and channel, then the assistant, then the channel, then the default', async () => {
    const rules: RetentionChange = {
      default_days: 10,
      rules: [
        { integration_id: null, channel: 'api', days: 20 },
        { integration_id: desk, channel: null, days: null },
        { integration_id: desk, channel: 'api', days: 30 },
      ],
    }
    expect(await save(rules)).toEqual({
      default_days: 10,
      rules: expect.arrayContaining(rules.rules),
      ...NO_RECORDS,
    })
    const gone = [
      await asked(shop, 11),
      await asked(shop, 21, { channel: 'api' }),
      await asked(desk, 31, { channel: 'api' }),
    ]
    const kept = [
      await asked(shop, 9),
      await asked(shop, 19, { channel: 'api' }),
      await asked(desk, 29, { channel: 'api' }),
      await asked(desk, 4000),
    ]
    expect(await preview(rules)).toMatchObject({ conversations: gone.length })
    await server.sweep()
    expect(await left(...gone, ...kept)).toEqual(kept)
    expect(await entries('retention.changed')).toMatchObject([{ details: { days: '10', rules: '3' } }])
  })

  it('takes rules that name their conversations, each once, of assistants of its own', async () => {
    const refused = async (rules: Retention['rules']) =>
      (await ann.call('PUT', at(), { default_days: null, rules })).body.reasons?.rules.code
    const rule = { integration_id: desk, channel: null, days: 9 }
    expect(await refused([{ ...rule, integration_id: null }])).toBe('rule_of_everything')
    expect(await refused([rule, { ...rule, days: 8 }])).toBe('rules_overlap')
    const stranger = await server.register()
    const theirs = await createClient(server.url, stranger).integration((await server.found(stranger)).id, [])
    expect(await refused([{ ...rule, integration_id: theirs.id }])).toBe('no_such_assistant')
    expect(await ann.call('PUT', at(), { default_days: 0, rules: [] })).toMatchObject({ status: 422 })
    expect((await ann.call('GET', at())).body).toMatchObject(FOR_GOOD)
  })

  it('keeps what the team has not resolved, and what was said in since', async () => {
    await save({ default_days: 30, rules: [] })
    const kept = [
      await asked(desk, 40, { handover: { status: 'open' } }),
      await asked(desk, 40, { handover: { status: 'waiting' } }),
      await asked(desk, 40, { handover: { status: 'resolved', lastAt: daysAgo(2) } }),
    ]
    const gone = [
      await asked(desk, 40, { handover: { status: 'resolved' } }),
      await asked(desk, 40, { handover: { status: 'open', inInbox: false } }),
    ]
    await server.sweep()
    expect(await left(...kept, ...gone)).toEqual(kept)
    expect(await entries('retention.deleted')).toMatchObject([
      {
        actor: { kind: 'system' },
        details: { conversations: '2', handovers: '2' },
      },
    ])
    await server.sweep()
    expect(await entries('retention.deleted')).toHaveLength(1)
  })

  it('ends for visitors who have nothing else, and count against no limit today', async () => {
    await save({ default_days: 30, rules: [] })
    const [gone, back, today] = await db()
      .insert(visitors)
      .values(
        ['gone', 'back', 'today'].map((name) => ({ integrationId: desk, tokenHash: `${name} ${desk}` })),
      )
      .returning()
    for (const { id } of [gone!, back!, today!]) await asked(desk, 40, { channel: 'share', visitorId: id })
    await asked(desk, 1, { channel: 'share', visitorId: back!.id })
    await db().insert(visitorQuestions).values({ integrationId: desk, visitorId: today!.id })
    await server.sweep()
    const rows = await db().select({ id: visitors.id }).from(visitors).where(eq(visitors.integrationId, desk))
    expect(rows.map(({ id }) => id).sort()).toEqual([back!.id, today!.id].sort())
    expect(await entries('retention.deleted')).toMatchObject([{ details: { visitors: '1' } }])
  })

  it('takes along what webhooks and notifications repeat of them', async () => {
    await save({ default_days: 5, rules: [] })
    const gone = await asked(desk, 6, { handover: { status: 'resolved' } })
    const kept = await asked(desk, 1)
    const [endpoint] = await db()
      .insert(webhookEndpoints)
      .values({ organizationId, url: 'https://hooks.example.com', events: [], secret: '', enabled: false })
      .returning()
    for (const conversation_id of [gone, kept]) {
      const body = JSON.stringify({ type: 'handover.requested', data: { conversation_id, name: 'Grace' } })
      await db()
        .insert(webhookDeliveries)
        .values({
          endpointId: endpoint!.id,
          type: 'handover.requested',
          status: 'succeeded',
          body,
          createdAt: daysAgo(6),
        })
      await db()
        .insert(notifications)
        .values({
          userId: person.user.id,
          organizationId,
          type: 'handover_requested',
          title: 'Grace asks for a person',
          message: '“Boots?”',
          link: `/inbox?conversation=${conversation_id}`,
        })
    }
    await server.sweep()
    const deliveries = await db()
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.endpointId, endpoint!.id))
    expect(deliveries.map(({ body }) => JSON.parse(body).data.conversation_id)).toEqual([kept])
    const told = await db()
      .select()
      .from(notifications)
      .where(sql`organization_id = ${organizationId} and type = 'handover_requested'`)
    expect(told.map(({ link }) => link)).toEqual([`/inbox?conversation=${kept}`])
  })

  it('takes nothing from what usage and analytics count, in any time zone', async () => {
    for (const days of [3, 8, 8.3]) await asked(desk, days, { channel: 'embed' })
    await asked(shop, 12)
    const figures = async () =>
      Promise.all(
        ['UTC', 'Asia/Kathmandu', 'America/Los_Angeles'].map(
          async (zone) =>
            (
              await ann.call(
                'GET',
                `/api/v1/organizations/${organizationId}/usage/series?days=30&time_zone=${zone}`,
              )
            ).body,
        ),
      )
    const before = await figures()
    expect(before[0]).toMatchObject({ spent: { prompt_tokens: 120, completion_tokens: 16 } })
    await save({ default_days: 5, rules: [] })
    await server.sweep()
    expect(await preview({ default_days: 5, rules: [] })).toMatchObject({ conversations: 0 })
    expect(await figures()).toEqual(before)
  })

  it('is the matter of each organization alone, and of those who manage it', async () => {
    const { person: bob, organizationId: theirs } = await organizationOn(server)
    const { id } = await createClient(server.url, bob).integration(theirs, [])
    const old = await asked(id, 400)
    const mine = await asked(desk, 400)
    await save({ default_days: 30, rules: [] })
    await server.sweep()
    expect(await left(old, mine)).toEqual([old])
    for (const [method, part, body] of [
      ['GET', '', undefined],
      ['PUT', '', FOR_GOOD],
      ['POST', '/preview', FOR_GOOD],
    ] as const)
      expect(await createClient(server.url, bob).call(method, at(part), body)).toMatchObject({ status: 404 })
  })

  it('goes on where it was interrupted, and tells of the run once', async () => {
    await save({ default_days: 30, rules: [] })
    const all = []
    for (const days of [70, 60, 50]) all.push(await asked(desk, days))
    // One process deletes the oldest, and ends.
    expect(await createRetentionRepository(db()).deleteBatch(organizationId, 1)).toBe(1)
    expect(await left(...all)).toEqual(all.slice(1))
    expect(await entries('retention.deleted')).toEqual([])
    await server.sweep()
    expect(await left(...all)).toEqual([])
    expect(await entries('retention.deleted')).toMatchObject([{ details: { conversations: '3' } }])
  })

  it('is kept by a batch of which a part cannot be deleted', async () => {
    await save({ default_days: 30, rules: [] })
    const old = await asked(desk, 40)
    await db().execute(sql`
      create function refuse_deletion() returns trigger language plpgsql as $$
      begin raise exception 'not now'; end $$`)
    await db().execute(
      sql`create trigger refuse_deletion before delete on conversations for each row execute function refuse_deletion()`,
    )
    await server.sweep()
    const usage = await ann.call('GET', `/api/v1/organizations/${organizationId}/usage/series?days=60`)
    expect(usage.body.by_integration).toMatchObject([{ questions: 1 }])
    expect(await left(old)).toEqual([old])
    await db().execute(sql`drop trigger refuse_deletion on conversations`)
    await server.sweep()
    expect(await left(old)).toEqual([])
    expect(await entries('retention.deleted')).toHaveLength(1)
  })
})

it('[41.3] a restored backup brings back nothing that its rules no longer keep: it goes before anybody can read it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-retention-'))
  const file = path.join(folder, 'backup.tar')
  const place = await makePlace()
  const first = await startTestServer({ place, appFolder: '/nowhere' })
  const { jwtSecret } = first.config
  const { ann, organizationId: id } = await organizationOn(first)
  const desk = (await ann.integration(id, [])).id
  const [ended] = await first.context.db
    .insert(conversations)
    .values({ integrationId: desk, channel: 'chat', title: 'old', lastMessageAt: daysAgo(9) })
    .returning()
  const kept = await keepRecords(first.context.db, ann, id)
  const rules = { ...RECORD_RULES, default_days: 7 }
  const url = `/api/v1/organizations/${id}/retention`
  expect((await ann.call('PUT', url, rules)).status).toBe(200)
  expect(await operate(place, ['backup', file])).toMatchObject({ code: 0 })
  await first.sweep()
  expect(await kept(first.context.db)).toEqual(RECENT)
  await first.close()

  expect(await operate(place, ['restore', file, '--replace'])).toMatchObject({ code: 0 })
  const restored = await startTestServer({ place, jwtSecret, appFolder: '/nowhere' })
  expect(await kept(restored.context.db)).toEqual(RECENT)
  expect(await restored.context.db.$count(conversations, eq(conversations.id, ended!.id))).toBe(0)
  const swept = async ({ context }: TestServer) =>
    (await context.db.execute(sql`select from audit_entries where action = 'retention.deleted'`)).rowCount
  expect(await swept(restored)).toBe(1)
  await restored.close()

  // What was swept here once waits for its hour, as ever.
  const again = await startTestServer({ place, jwtSecret, appFolder: '/nowhere' })
  expect(await swept(again)).toBe(1)
  await again.close()
  await place.remove()
  rmSync(folder, { recursive: true })
})
