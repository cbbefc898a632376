import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Integration, IntegrationGeneral, IntegrationList } from '../../src/services/contract/integrations.ts'
import { type Client, createClient } from '../harness/knowledge.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'

describe('integrations', () => {
  let server: TestServer
  let person: Person
  let ann: Client
  let organizationId: string
  const create = (payload: unknown) =>
    ann.call('POST', `/api/v1/organizations/${organizationId}/integrations`, payload)

  beforeAll(async () => {
    server = await startTestServer()
    person = await server.register()
    ann = createClient(server.url, person)
    organizationId = (await server.found(person)).id
  })
  afterAll(() => server.close())

  it('are created as drafts, listed oldest first, changed and deleted', async () => {
    const { id: baseId } = await ann.knowledgeBase(organizationId)
    const made = await create({ name: 'Desk', knowledge_base_ids: [baseId, baseId] })
    expect(made.status).toBe(201)
    expect(Integration.parse(made.body)).toMatchObject({
      name: 'Desk',
      description: '',
      status: 'draft',
      knowledge_base_ids: [baseId],
      counts: { questions: 0, answered: 0 },
    })
    const { id } = (await create({ name: 'Attic' })).body
    const list = await ann.call('GET', `/api/v1/organizations/${organizationId}/integrations`)
    expect(IntegrationList.parse(list.body).map(({ name }) => name)).toEqual(['Desk', 'Attic'])
    const patch = { welcome_message: 'Hello', knowledge_base_ids: [baseId] }
    const changed = await ann.call('PATCH', `/api/v1/integrations/${id}`, patch)
    expect(changed.body).toMatchObject({ name: 'Attic', ...patch })
    const cleared = await ann.call('PATCH', `/api/v1/integrations/${id}`, { knowledge_base_ids: [] })
    expect(cleared.body.knowledge_base_ids).toEqual([])
    expect((await ann.call('DELETE', `/api/v1/integrations/${id}`)).status).toBe(200)
    expect((await ann.call('GET', `/api/v1/integrations/${id}`)).status).toBe(404)
  })

  it('[S7.general] tell their general facts', async () => {
    const { id } = (await create({ name: 'Facts', description: 'What it is' })).body
    const answer = await ann.call('GET', `/api/v1/integrations/${id}/general`)
    expect(IntegrationGeneral.parse(answer.body)).toEqual({
      id,
      organization_id: organizationId,
      name: 'Facts',
      description: 'What it is',
    })
  })

  it('take no knowledge base that is not of their organization', async () => {
    const bob = await server.register()
    const foreign = await createClient(server.url, bob).knowledgeBase((await server.found(bob)).id)
    const { id } = (await create({ name: 'Mine' })).body
    for (const ids of [[foreign.id], [crypto.randomUUID()], ['no uuid']]) {
      const expected = { status: 422, body: { fields: { knowledge_base_ids: expect.any(String) } } }
      expect(await create({ name: 'x', knowledge_base_ids: ids })).toMatchObject(expected)
      expect(
        await ann.call('PATCH', `/api/v1/integrations/${id}`, { knowledge_base_ids: ids }),
      ).toMatchObject(expected)
    }
  })
})
