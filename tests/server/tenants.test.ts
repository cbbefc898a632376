import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberships } from '../../server/db/schema/index.ts'
import { type Client, createClient } from '../harness/knowledge.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'

const CANARY = 'The canary of tenant B sings at 04:17.'

describe('tenants', () => {
  let server: TestServer
  let ann: Client
  let bob: Client
  let bobPerson: Person
  let annOrganization: string
  let annIntegration: string
  const of: Record<string, string> = {}

  beforeAll(async () => {
    server = await startTestServer()
    const annPerson = await server.register()
    bobPerson = await server.register()
    ann = createClient(server.url, annPerson)
    bob = createClient(server.url, bobPerson)
    annOrganization = (await server.found(annPerson)).id
    const annBase = await ann.knowledgeBase(annOrganization)
    annIntegration = (await ann.integration(annOrganization, [annBase.id])).id
    await ann.upload(annBase.id, [
      { name: 'a.txt', content: 'Ann keeps parrots in the garden and feeds them nuts.' },
    ])
    await ann.settled(annBase.id)

    of.organization = (await server.found(bobPerson)).id
    of.base = (await bob.knowledgeBase(of.organization)).id
    const { body } = await bob.upload(of.base, [{ name: 'b.txt', content: CANARY }])
    of.document = body.results[0]?.document?.id ?? ''
    await bob.settled(of.base)
    of.integration = (await bob.integration(of.organization, [of.base])).id
    const asked = await bob.send(of.integration, 'When does the canary sing?')
    of.conversation = asked.conversation.id
    of.message = asked.answer.id
    expect((await bob.answered(of.message)).content).toContain('04:17')
  })
  afterAll(() => server.close())

  it.each([
    ['GET', '/organizations/{organization}/usage'],
    ['GET', '/organizations/{organization}/knowledge-bases'],
    ['POST', '/organizations/{organization}/knowledge-bases', { name: 'x' }],
    ['GET', '/organizations/{organization}/integrations'],
    ['POST', '/organizations/{organization}/integrations', { name: 'x' }],
    ['GET', '/knowledge-bases/{base}'],
    ['PATCH', '/knowledge-bases/{base}', { name: 'x' }],
    ['DELETE', '/knowledge-bases/{base}'],
    ['GET', '/knowledge-bases/{base}/documents'],
    ['POST', '/knowledge-bases/{base}/documents'],
    ['GET', '/documents/{document}'],
    ['DELETE', '/documents/{document}'],
    ['POST', '/documents/{document}/retry'],
    ['GET', '/documents/{document}/passages'],
    ['GET', '/integrations/{integration}'],
    ['PATCH', '/integrations/{integration}', { name: 'x' }],
    ['DELETE', '/integrations/{integration}'],
    ['GET', '/integrations/{integration}/general'],
    ['POST', '/integrations/{integration}/publish'],
    ['GET', '/integrations/{integration}/versions'],
    ['POST', '/integrations/{integration}/versions/1/restore'],
    ['POST', '/integrations/{integration}/duplicate'],
    ['GET', '/integrations/{integration}/public-page'],
    ['PATCH', '/integrations/{integration}/public-page', { state: 'on' }],
    ['GET', '/integrations/{integration}/conversations'],
    ['POST', '/integrations/{integration}/messages', { content: 'x', conversation_id: null }],
    ['POST', '/integrations/{integration}/search', { query: 'canary' }],
    ['GET', '/conversations/{conversation}'],
    ['DELETE', '/conversations/{conversation}'],
    ['GET', '/messages/{message}'],
    ['POST', '/messages/{message}/stop'],
    ['POST', '/messages/{message}/retry'],
  ])(
    '[S5] %s %s of another tenant reads like one that does not exist',
    async (method, path, body?: unknown) => {
      const at = (id: (name: string) => string) =>
        ann.call(method, `/api/v1${path.replace(/\{(\w+)\}/, (_, name) => id(name))}`, body)
      const [foreign, unknown] = [await at((name) => of[name] ?? ''), await at(() => crypto.randomUUID())]
      expect(foreign.status).toBe(404)
      expect(foreign).toEqual(unknown)
      expect((await at(() => 'no-uuid')).status).toBe(404)
    },
  )

  it("[S5] never find each other's words", async () => {
    for (const question of ['When does the canary sing?', CANARY, 'canary', '04:17 tenant B']) {
      const answer = await ann.ask(annIntegration, question)
      expect(JSON.stringify(answer)).not.toMatch(/sings|04:17(?!.*tenant B)/)
      expect(answer.passages_searched).toBe(1)
    }
  })

  it("cannot go on with another's conversation from an assistant of their own", async () => {
    const payload = { content: 'x', conversation_id: of.conversation }
    expect((await ann.call('POST', `/api/v1/integrations/${annIntegration}/messages`, payload)).status).toBe(
      404,
    )
  })

  it('let viewers read and ask, and change nothing', async () => {
    const viewer = await server.register()
    await server.database.db
      .insert(memberships)
      .values({ organizationId: of.organization ?? '', userId: viewer.user.id, role: 'viewer' })
    const eve = createClient(server.url, viewer)
    expect((await eve.call('GET', `/api/v1/documents/${of.document}/passages`)).status).toBe(200)
    expect((await eve.ask(of.integration ?? '', 'When does the canary sing?')).content).toContain('04:17')
    for (const [method, path, body] of [
      ['POST', `/organizations/${of.organization}/knowledge-bases`, { name: 'x' }],
      ['PATCH', `/knowledge-bases/${of.base}`, { name: 'x' }],
      ['DELETE', `/knowledge-bases/${of.base}`],
      ['POST', `/knowledge-bases/${of.base}/documents`],
      ['DELETE', `/documents/${of.document}`],
      ['POST', `/documents/${of.document}/retry`],
      ['POST', `/organizations/${of.organization}/integrations`, { name: 'x' }],
      ['PATCH', `/integrations/${of.integration}`, { name: 'x' }],
      ['DELETE', `/integrations/${of.integration}`],
      ['DELETE', `/conversations/${of.conversation}`],
    ] as const)
      expect([path, (await eve.call(method, `/api/v1${path}`, body)).status]).toEqual([path, 403])
    await server.database.db.delete(memberships).where(eq(memberships.userId, viewer.user.id))
    expect((await eve.call('GET', `/api/v1/documents/${of.document}`)).status).toBe(404)
  })
})
