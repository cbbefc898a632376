import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import {
  channels,
  emailDomains,
  handovers,
  integrationReaders,
  integrations,
  memberships,
  modelProviders,
  payments,
} from '../../server/kernel/db/schema/index.ts'
import { thingOf } from '../../src/services/contract/operations/examples.ts'
import { may } from '../../src/services/contract/roles.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { withRealIds } from '../harness/examples.ts'
import { createClient } from '../harness/knowledge.ts'
import { startModelServer } from '../harness/model.ts'
import { ROUTE_RULES } from '../harness/route-rules.ts'
import { withRoutes } from '../harness/routes.ts'
import { nightly } from '../harness/runs.ts'
import { closedAfterwards, serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'
import { openSocket } from '../harness/socket.ts'

/** Nothing in an answer looks like its words by chance, as a time of day does. */
const CANARY = 'The canary of tenant B sings on perch K-0417.'
const WORDS = ['canary', 'tenant', 'sings', 'K-0417', 'at', 'The', 'B', 'when', 'does', 'boot']
const ASKED = nightly(1000, 240)
const CHATS = nightly(100, 40)
const AT_ONCE = 20

describe('tenants', async () => {
  const people = {} as Record<'ann' | 'bob' | 'viewer' | 'former' | 'outsider', Person>
  /** Bob's, by the part of the address before the id. */
  const ids: Record<string, string> = {}

  const model = closedAfterwards(await startModelServer({ tokens: [] }))
  const { made: server, routes } = await withRoutes(() =>
    serve({ embeddings: model.endpoint, appFolder: '/nowhere' }),
  )
  for (const name of ['ann', 'bob', 'viewer', 'former', 'outsider'] as const)
    people[name] = await server.register()
  const ann = createClient(server.url, people.ann)
  const annOrganization = (await server.found(people.ann)).id
  const annBase = await ann.knowledgeBase(annOrganization)
  const annIntegration = (await ann.integration(annOrganization, [annBase.id])).id
  await ann.upload(annBase.id, [
    { name: 'a.txt', content: 'Ann keeps parrots in the garden and feeds them nuts.' },
  ])
  await ann.settled(annBase.id)

  const bob = createClient(server.url, people.bob)
  const organization = (await server.found(people.bob)).id
  const base = (await bob.knowledgeBase(organization)).id
  const uploaded = await bob.upload(base, [{ name: 'b.txt', content: CANARY }])
  await bob.settled(base)
  const integration = (await bob.integration(organization, [base])).id
  const asked = await bob.send(integration, 'When does the canary sing?')
  expect((await bob.answered(asked.answer.id)).content).toContain('K-0417')
  for (const one of [people.viewer, people.former]) await server.join(organization, one, 'viewer')
  await server.join(organization, people.outsider, 'admin')
  await server.database.db.delete(memberships).where(eq(memberships.userId, people.former.user.id))
  const invited = await bob.call('POST', `/api/v1/organizations/${organization}/invitations`, {
    emails: ['i@example.test'],
    role: 'viewer',
  })
  const key = { name: 'Key', scopes: ['read'], expires_in_days: 1 }
  await server.context.notifications.notify({
    userIds: [people.bob.user.id],
    type: 'plan_changed_success',
    values: { plan: 'Pro', kind: 'change' },
    link: null,
  })
  const source = (
    await bob.call('POST', `/api/v1/knowledge-bases/${base}/sources`, {
      kind: 'page',
      url: 'http://127.0.0.1/',
    })
  ).body
  const golden = await bob.call('POST', `/api/v1/knowledge-bases/${base}/golden-questions`, {
    question: 'When does the canary sing?',
    expected: [{ document_id: uploaded.body.results[0]?.document?.id }],
  })
  const hooks = `/api/v1/organizations/${organization}/webhooks`
  const hook = await bob.call('POST', hooks, {
    url: 'https://hooks.example.com',
    events: ['document.ready'],
  })
  const delivery = await bob.call('POST', `${hooks}/${hook.body.id}/test`)
  await server.database.db.insert(handovers).values({
    conversationId: asked.conversation.id,
    organizationId: organization,
    integrationId: integration,
    reason: 'asked',
    inInbox: true,
    name: '',
    email: 'a@example.com',
    language: 'en',
  })
  const [provider] = await server.database.db
    .insert(modelProviders)
    .values({
      organizationId: organization,
      name: 'Models',
      protocol: 'openai',
      baseUrl: 'https://models.example.com/',
      models: [],
      currency: 'EUR',
    })
    .returning({ id: modelProviders.id })
  const [domain] = await server.database.db
    .insert(emailDomains)
    .values({ organizationId: organization, domain: 'bob.test', token: 't' })
    .returning({ id: emailDomains.id })
  const [channel] = await server.database.db
    .insert(channels)
    .values({
      organizationId: organization,
      integrationId: integration,
      kind: 'slack',
      account: 'T1:U1',
      name: 'Acme',
      url: 'https://slack.com/',
      settings: {},
      secrets: '',
    })
    .returning({ id: channels.id })
  const tokens = `/api/v1/organizations/${organization}/provisioning-tokens`
  const token = await bob.call('POST', tokens, { name: 'Directory', expires_in_days: null })
  const group = await bob.call('POST', `/api/v1/organizations/${organization}/groups`, { name: 'Crew' })
  const [payment] = await server.database.db
    .insert(payments)
    .values({
      reference: 'r'.repeat(24),
      organizationId: organization,
      planId: 'pro',
      interval: 'month',
      kind: 'change',
      amount: 5900,
      currency: 'usd',
      provider: 'embedded',
      billedTo: {} as never,
    })
    .returning({ id: payments.id })
  Object.assign(ids, {
    payments: payment?.id,
    organizations: organization,
    'knowledge-bases': base,
    documents: uploaded.body.results[0]?.document?.id,
    integrations: integration,
    conversations: asked.conversation.id,
    messages: asked.answer.id,
    passages: (await bob.call('GET', `/api/v1/documents/${uploaded.body.results[0]?.document?.id}/passages`))
      .body.passages[0].id,
    share: integration,
    versions: '1',
    sources: source.id,
    'golden-questions': golden.body.id,
    indexes: (await bob.call('GET', `/api/v1/knowledge-bases/${base}/indexes`)).body[0].id,
    members: people.bob.user.id,
    invitations: invited.body.results[0].invitation.id,
    sessions: (await bob.call('GET', '/api/v1/users/me/sessions')).body[0].id,
    'api-keys': (await bob.call('POST', '/api/v1/users/me/api-keys', key)).body.id,
    notifications: (await bob.call('GET', '/api/v1/notifications')).body[0].id,
    channels: channel?.id,
    webhooks: hook.body.id,
    deliveries: delivery.body.id,
    'model-providers': provider?.id,
    'email-domains': domain?.id,
    'provisioning-tokens': token.body.id,
    groups: group.body.id,
  })

  const addressOf = (url: string, idOf: (thing: string) => string | undefined) =>
    url.replace(/([\w-]+)\/:\w+/g, (_, thing: string) => `${thing}/${idOf(thing) ?? 'nothing'}`)
  const bobs = (thing: string) => ids[thing]
  const unknown = (thing: string) => (thing === 'versions' ? '1' : crypto.randomUUID())

  /** The status, and the body of a refusal. */
  const call = async (route: string, by: Person | null, idOf: (thing: string) => string | undefined) => {
    const [method = '', url = ''] = route.split(' ')
    const { who, example, query: named } = ROUTE_RULES[route] ?? {}
    // Of an open route the answer to a wrong request tells enough.
    const { body = undefined, query = {} } = who === 'anyone' ? {} : (example ?? {})
    const namesOrganization = 'organization_id' in ((named as z.ZodMiniObject | undefined)?.shape ?? {})
    // An id that is none is refused before anybody is asked.
    const id = idOf('organizations')
    const meant = { organization_id: id === '-' ? crypto.randomUUID() : (id ?? '') }
    const answer = await server.inject({
      method: method as 'POST',
      url: `${addressOf(url, idOf)}?${new URLSearchParams({ ...query, ...(namesOrganization && meant) })}`,
      ...(by && { headers: by.headers }),
      ...(body !== undefined && { payload: withRealIds(body, ownThings()) as object }),
    })
    return { status: answer.statusCode, body: answer.body }
  }
  /** What examples name, as Bob has it. */
  const ownThings = () =>
    Object.fromEntries(Object.entries(ids).map(([segment, id]) => [thingOf(segment), id]))
  const isSocket = (route: string) => route.startsWith('GET /api/ws/')
  const withoutRefusal = (status: number) => status < 500 && ![401, 403, 404, 422].includes(status)

  it('have a rule for every route that the router has, and for no other', () => {
    expect([...new Set(routes)].sort()).toEqual(Object.keys(ROUTE_RULES).sort())
  })

  it('[attack S1] [S5] [S6.1] are accessible to guests, viewers, former members and strangers only as the rules say', async () => {
    const seen: Record<string, unknown> = {}
    const ruled: Record<string, unknown> = {}
    for (const [route, rule] of Object.entries(ROUTE_RULES)) {
      if (isSocket(route)) continue
      const { status: nobody, body } = await call(route, null, bobs)
      if (rule.who === 'anyone') {
        // Of what an open route refuses for another reason, the code says which.
        seen[route] = nobody < 500 && !(nobody === 401 && JSON.parse(body).code === 'unauthorized')
        ruled[route] = true
      } else if (rule.who === 'visitor') {
        // A page that is off is like one that is not there, also for members.
        const off = await call(route, null, bobs)
        const isSame = off.body === (await call(route, null, unknown)).body
        seen[route] = [off.status, isSame, (await call(route, people.bob, bobs)).status]
        ruled[route] = [404, true, 404]
      } else if (rule.who !== 'provider' && nobody === 401 && JSON.parse(body).code !== 'unauthorized') {
        seen[route] = body
      } else if (rule.who === 'self') {
        seen[route] = nobody
        ruled[route] = 401
      } else if (rule.who === 'provider') {
        seen[route] = [nobody, (await call(route, people.bob, bobs)).status]
        ruled[route] = [401, 401]
      } else if (rule.who === 'administrator') {
        seen[route] = [nobody, (await call(route, people.bob, bobs)).status]
        ruled[route] = [401, 403]
      } else {
        const foreign = await call(route, people.ann, bobs)
        const isSame = foreign.body === (await call(route, people.ann, unknown)).body
        const stranger = [nobody, foreign.status, isSame, (await call(route, people.ann, () => '-')).status]
        seen[route] = { stranger }
        ruled[route] = { stranger: [401, 404, true, 404] }
        if (!rule.may) continue
        const former = await call(route, people.former, bobs)
        const { status } = await call(route, people.viewer, bobs)
        const allowed = may('viewer', rule.may)
        seen[route] = {
          stranger,
          former: [former.status, former.body === foreign.body],
          viewer: allowed ? withoutRefusal(status) : status,
        }
        ruled[route] = {
          stranger: [401, 404, true, 404],
          former: [404, true],
          viewer: allowed ? true : 403,
        }
      }
    }
    expect(seen).toEqual(ruled)
  })

  /** What an admin gets for what is Bob's, and whether that is as for what is not there. */
  const asMissing = async (route: string) => {
    const { status, body } = await call(route, people.outsider, bobs)
    return [status, body === (await call(route, people.outsider, unknown)).body]
  }

  it('[readers] are closed to members who may not read a knowledge base, whatever their role, as if it were not there', async () => {
    const OF_A_BASE = /\/(knowledge-bases|documents|passages|sources|golden-questions|indexes)\/:/
    const readers = `/api/v1/knowledge-bases/${ids['knowledge-bases']}/readers`
    const bob = createClient(server.url, people.bob)
    const byName = { restricted: true, group_ids: [], user_ids: [people.bob.user.id] }
    expect((await bob.call('PUT', readers, byName)).status).toBe(200)
    const seen: Record<string, unknown> = {}
    for (const route of Object.keys(ROUTE_RULES)) {
      if (isSocket(route) || !OF_A_BASE.test(route) || route.endsWith('/knowledge-bases/:id/readers'))
        continue
      seen[route] = await asMissing(route)
    }
    expect(Object.keys(seen).length).toBeGreaterThan(35)
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((route) => [route, [404, true]])))
    const socket = `/api/ws/organizations/${ids.organizations}/knowledge-bases/${ids['knowledge-bases']}`
    expect(await openSocket(server, socket, people.outsider.tokens.access_token).closed).toBe(CLOSE.gone)
    const asked = await createClient(server.url, people.outsider).message(ids.messages ?? '')
    expect(asked).toMatchObject({ withheld: true, content: '', citations: [] })
    await bob.call('PUT', readers, { restricted: false, group_ids: [], user_ids: [] })
  })

  it('[readers] [41.1] are closed to members who may not read a document, whatever their role, as if it were not there', async () => {
    const OF_A_DOCUMENT = /\/(documents|passages|golden-questions)\/:/
    const readers = `/api/v1/knowledge-bases/${ids['knowledge-bases']}/documents/readers`
    const bob = createClient(server.url, people.bob)
    const nobodyElse = { ids: [ids.documents], group_ids: [], user_ids: [people.bob.user.id] }
    expect((await bob.call('PUT', readers, { ...nobodyElse, restricted: true })).body).toEqual({ changed: 1 })
    const seen: Record<string, unknown> = {}
    for (const route of Object.keys(ROUTE_RULES)) {
      // Who manages says who reads it, without reading it.
      if (!OF_A_DOCUMENT.test(route) || route.endsWith('/readers')) continue
      seen[route] = await asMissing(route)
    }
    expect(Object.keys(seen).length).toBeGreaterThan(14)
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((route) => [route, [404, true]])))
    const words: string[] = []
    for (const route of Object.keys(ROUTE_RULES)) {
      const { who } = ROUTE_RULES[route] ?? {}
      if (!route.startsWith('GET ') || isSocket(route) || who === 'visitor' || who === 'administrator')
        continue
      const { body } = await call(route, people.outsider, bobs)
      if (body.includes('K-0417')) words.push(route)
    }
    expect(words).toEqual([])
    await bob.call('PUT', readers, { ...nobodyElse, restricted: false })
  })

  it('[readers] [41.1] are closed to members who may not use an assistant, whatever their role, as if it were not there', async () => {
    const OF_AN_ASSISTANT = /\/(integrations|conversations|messages|inbox)\/:/
    const { db } = server.database
    const thing = ids.integrations ?? ''
    const restrict = (isRestricted: boolean) =>
      db.update(integrations).set({ isRestricted }).where(eq(integrations.id, thing))
    await restrict(true)
    await db.insert(integrationReaders).values({ thingId: thing, userId: people.bob.user.id })
    const seen: Record<string, unknown> = {}
    for (const [route, { who }] of Object.entries(ROUTE_RULES)) {
      // Who manages says who uses it, without using it.
      if (isSocket(route) || who === 'visitor' || route.endsWith('/integrations/:id/readers')) continue
      if (OF_AN_ASSISTANT.test(route)) seen[route] = await asMissing(route)
    }
    expect(Object.keys(seen).length).toBeGreaterThan(40)
    expect(seen).toEqual(Object.fromEntries(Object.keys(seen).map((route) => [route, [404, true]])))
    const socket = openSocket(server, `/api/ws/integrations/${thing}`, people.outsider.tokens.access_token)
    expect(await socket.closed).toBe(CLOSE.gone)
    const named: string[] = []
    for (const [route, { who }] of Object.entries(ROUTE_RULES)) {
      if (!route.startsWith('GET ') || isSocket(route) || who === 'visitor' || who === 'administrator')
        continue
      const { body } = await call(route, people.outsider, bobs)
      if (body.includes(thing)) named.push(route.replace('GET /api/v1/organizations/:organizationId/', ''))
    }
    // Who manages knows of it by name; that it is in a channel as well is of this test alone.
    expect(named).toEqual([
      'channels',
      'members/:userId/assistants',
      'restricted-assistants',
      'audit-log',
      'audit-log/export',
    ])
    await restrict(false)
    await db.delete(integrationReaders)
  })

  const isOfMembers = (route: string) => isSocket(route) && ROUTE_RULES[route]?.who !== 'visitor'

  it.each(Object.keys(ROUTE_RULES).filter(isOfMembers))(
    '[attack S1] [S5] %s is for members',
    async (route) => {
      const url = route.split(' ')[1] ?? ''
      const open = (token: string, idOf: (thing: string) => string | undefined) =>
        openSocket(server, addressOf(url, idOf), token)
      const code = (by: Person | null, idOf = bobs) => open(by?.tokens.access_token ?? '', idOf).closed
      expect(
        await Promise.all([
          code(null),
          code(people.ann),
          code(people.ann, unknown),
          code(people.former),
          code(people.ann, () => '-'),
        ]),
      ).toEqual([CLOSE.unauthorized, CLOSE.gone, CLOSE.gone, CLOSE.gone, expect.any(Number)])
      const mine = open(people.viewer.tokens.access_token, bobs)
      await mine.next('hello')
      mine.socket.close()
    },
  )

  const isOfVisitors = (route: string) => isSocket(route) && ROUTE_RULES[route]?.who === 'visitor'

  it.each(Object.keys(ROUTE_RULES).filter(isOfVisitors))(
    '[attack S39] [S5] %s is for visitors',
    async (route) => {
      const url = route.split(' ')[1] ?? ''
      const code = (by: Person | null, idOf = bobs) =>
        openSocket(server, addressOf(url, idOf), by?.tokens.access_token ?? '').closed
      const codes = await Promise.all([
        code(null),
        code(null, unknown),
        code(people.ann),
        code(people.former),
        code(people.viewer),
        code(people.bob, unknown),
      ])
      // A page that is off is like one that is not there, also for members.
      expect([...new Set(codes)]).toEqual([CLOSE.gone])
    },
  )

  it("[attack S3] cannot go on with another's conversation from an assistant of their own", async () => {
    const payload = { content: 'x', conversation_id: ids.conversations }
    const answer = await ann.call('POST', `/api/v1/integrations/${annIntegration}/messages`, payload)
    expect(answer.status).toBe(404)
  })

  it(`[attack S5] [S5] never find each other's words, in ${ASKED} searches and chats`, async () => {
    const post = async (path: string, payload: object) =>
      server.inject({
        method: 'POST',
        url: `/api/v1/integrations/${annIntegration}/${path}`,
        headers: people.ann.headers,
        payload,
      })
    // Every third is the phrase itself, the others are its words in ever other orders.
    const question = (n: number) =>
      n % 3 === 0 ? CANARY : [n, n * 7, n * 31, n * 101].map((k) => WORDS[k % WORDS.length]).join(' ')
    const ask = async (n: number) => {
      if (n >= CHATS) {
        const answer = await post('search', { query: question(n) })
        expect(answer.statusCode).toBe(200)
        return answer.json().hits
      }
      const answer = await post('messages', { content: question(n), config: 'draft' })
      expect(answer.statusCode).toBe(201)
      const { content, citations } = await ann.answered(answer.json().answer.id)
      return { content, citations }
    }
    const said: unknown[] = []
    for (let from = 0; from < ASKED; from += AT_ONCE)
      said.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, k) => ask(from + k)))))
    expect(said).toHaveLength(ASKED)
    expect(JSON.stringify(said)).not.toMatch(/canary|sings|K-0417/)
  })
})
