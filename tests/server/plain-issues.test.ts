import { expect, it } from 'vitest'
import { organizationOn } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

const server = await serve({ appFolder: '/nowhere' })
const { ann: client, organizationId: organization } = await organizationOn(server)

it.each([
  ['what is missing', {}, { name: 'name is required' }],
  ['text', { name: 7 }, { name: 'name must be text' }],
  [
    'a list',
    { name: 'x', knowledge_base_ids: 'all' },
    { knowledge_base_ids: 'knowledge_base_ids must be a list' },
  ],
  ['a body', 'text', { body: 'The body must be an object' }],
])('a refusal tells %s in plain words', async (_, body, fields) => {
  const answer = await client.call('POST', `/api/v1/organizations/${organization}/integrations`, body)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', fields } })
})

it('a refusal tells what an id is in plain words', async () => {
  const { id } = await client.integration(organization, [])
  const question = { content: 'Hello?', conversation_id: 'the last' }
  expect(await client.call('POST', `/api/v1/integrations/${id}/messages`, question)).toMatchObject({
    body: { fields: { conversation_id: expect.stringMatching(/^conversation_id must be an id, such as /) } },
  })
})

it('a refusal tells numbers and choices in plain words', async () => {
  const { id } = await client.integration(organization, [])
  const answer = await client.call('PATCH', `/api/v1/integrations/${id}`, {
    top_k: 1000,
    answer_policy: 'guess',
    show_citations: 'yes',
  })
  expect(answer.body.fields).toEqual({
    top_k: expect.stringMatching(/^top_k must be at most \d+$/),
    answer_policy: 'answer_policy must be "documents_only" or "documents_first"',
    show_citations: 'show_citations must be true or false',
  })
})
