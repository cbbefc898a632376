import { describe, expect, it } from 'vitest'
import { emptyBase } from '../../harness/knowledge.ts'
import { startModelServer } from '../../harness/model.ts'
import { closedAfterwards, serve } from '../../harness/serve.ts'
import type { Person, TestServer } from '../../harness/server.ts'

const QUESTION = 'What do parrots eat?'

/** A tenant with one of everything. */
const tenantOf = async (server: TestServer) => {
  const { person, ann: client, organizationId: organization, knowledgeBaseId: base } = await emptyBase(server)
  const { body } = await client.upload(base, [{ name: 'a.txt', content: 'Parrots eat nuts in the garden.' }])
  await client.settled(base)
  const integration = (await client.integration(organization, [base])).id
  const asked = await client.send(integration, QUESTION)
  await client.answered(asked.answer.id)
  const document = body.results[0]?.document?.id ?? ''
  const passage: string = (await client.call('GET', `/api/v1/documents/${document}/passages`)).body
    .passages[0].id
  return { person, client, organization, base, integration, document, passage, ...asked }
}

describe('ids of another tenant', async () => {
  const statusOf = async (method: string, path: string, body?: object) =>
    (await client.call(method, `/api/v1${path}`, body)).status
  const meOf = async ({ headers }: Person) =>
    (await server.inject({ url: '/api/v1/organizations', headers })).json()

  const model = closedAfterwards(await startModelServer({ tokens: [] }))
  const server = await serve({ embeddings: model.endpoint })
  const ann = await tenantOf(server)
  const bob = await tenantOf(server)
  const { client } = ann

  it('[attack S2] open nothing below an organization of one’s own', async () => {
    const members = `/organizations/${ann.organization}/members/${bob.person.user.id}`
    expect(await statusOf('PATCH', members, { role: 'viewer' })).toBe(404)
    expect(await statusOf('DELETE', members)).toBe(404)
    const user_id = bob.person.user.id
    expect(await statusOf('POST', `/organizations/${ann.organization}/transfer`, { user_id })).toBe(404)
    expect(await statusOf('POST', `/integrations/${ann.integration}/versions/1/restore`)).toBe(404)
    const explain = { query: 'x', passage_id: bob.passage }
    expect(await statusOf('POST', `/integrations/${ann.integration}/search/explain`, explain)).toBe(404)
    expect(await meOf(bob.person)).toMatchObject([{ role: 'owner', member_count: 1 }])
  })

  it('[attack S3] are stored from no body, and change no row', async () => {
    const foreign = { knowledge_base_ids: [bob.base] }
    expect(await statusOf('PATCH', `/integrations/${ann.integration}`, foreign)).toBe(422)
    const spoken = { content: 'x', conversation_id: bob.conversation.id }
    expect(await statusOf('POST', `/integrations/${ann.integration}/messages`, spoken)).toBe(404)
    const feedback = { message: 'x', organization_id: bob.organization }
    expect(await statusOf('POST', '/feedback', feedback)).toBe(404)
    const unanswered = await bob.client.ask(bob.integration, 'When does the train leave?')
    const gaps = async () =>
      (await bob.client.call('GET', `/api/v1/organizations/${bob.organization}/gaps`)).body
    // It is noted once the answer is complete.
    await expect.poll(gaps).toMatchObject([{ answer_ids: [unanswered.id] }])
    const gap = { answer_ids: [unanswered.id], status: 'ignored' }
    await client.call('PATCH', `/api/v1/organizations/${ann.organization}/gaps`, gap)
    expect(await gaps()).toMatchObject([{ answer_ids: [unanswered.id] }])
    const history = await bob.client.call('GET', `/api/v1/conversations/${bob.conversation.id}`)
    expect(history.body.messages).toHaveLength(2)
  })

  it('[attack S4] find nothing as a filter, a cursor or a search', async () => {
    const list = `/api/v1/organizations/${ann.organization}/conversations`
    const filtered = await client.call('GET', `${list}?integration=${bob.integration}`)
    expect([filtered.status, filtered.body.items, filtered.body.total]).toEqual([200, [], 0])
    expect(await statusOf('GET', `${list.slice(7)}?before=${bob.conversation.id}`)).toBe(422)
    const own = await client.call('GET', `/api/v1/organizations?organization_id=${bob.organization}`)
    expect(own.body.map(({ id }: { id: string }) => id)).toEqual([ann.organization])
    for (const scope of [{ knowledge_base_id: bob.base }, { document_id: bob.document }]) {
      const search = `/api/v1/integrations/${ann.integration}/search`
      const { body } = await client.call('POST', search, { query: QUESTION, ...scope })
      expect(body.hits).toEqual([])
    }
    expect(await statusOf('GET', `/notifications?before=${bob.answer.id}&limit=1000000000`)).toBe(422)
  })
})
