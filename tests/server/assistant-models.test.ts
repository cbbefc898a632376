import { describe, expect, it } from 'vitest'
import { System } from '../../src/services/contract/installation.ts'
import { startModelServer } from '../harness/model.ts'
import { closedAfterwards, serveOrganization } from '../harness/serve.ts'

describe("an assistant's language model", async () => {
  const own = closedAfterwards(await startModelServer({ tokens: ['Thirty days [1].'] }))
  const other = closedAfterwards(await startModelServer({ tokens: ['A month [1].'] }))
  const { ann, organizationId } = await serveOrganization({
    llm: own.endpoint,
    llmOffered: [
      { ...own.endpoint, model: 'small-model', id: 'small-model', provider: null, price: null },
      { ...other.endpoint, model: 'large', id: 'elsewhere/large', provider: 'elsewhere', price: null },
    ],
  })
  const baseId = await ann.filled(organizationId, [
    { name: 'a.md', content: '# Returns\n\nBoots go back within thirty days.' },
  ])

  const assistant = async (settings: object) => {
    const { id } = await ann.integration(organizationId, [baseId])
    expect((await ann.call('PATCH', `/api/v1/integrations/${id}`, settings)).status).toBe(200)
    return id
  }
  const QUESTION = 'How many days do I have to return boots?'

  it("is the operator's own with the temperature of its settings, where it names none", async () => {
    const id = await assistant({ temperature: 0.7 })
    expect(await ann.ask(id, QUESTION)).toMatchObject({
      content: 'Thirty days [1].',
      model: 'test-model',
    })
    expect(own.requests.at(-1)).toMatchObject({ model: 'test-model', temperature: 0.7 })
  })

  it('is another one of the same server, or of another provider, where its settings say so', async () => {
    const small = await assistant({ model: 'small-model' })
    expect(await ann.ask(small, QUESTION)).toMatchObject({ model: 'small-model' })
    expect(own.requests.at(-1)).toMatchObject({ model: 'small-model', temperature: 0.1 })
    const large = await assistant({ model: 'elsewhere/large' })
    const first = await ann.ask(large, QUESTION)
    expect(first).toMatchObject({ content: 'A month [1].', model: 'large' })
    await ann.ask(large, 'And why?', first.conversation_id)
    expect(other.rewrites.at(-1)).toMatchObject({ model: 'large' })
  })

  it.each([
    ['reports no numbers', ['Thirty days [1].'], {}],
    ['reports fractions', ['Thirty days [1].'], { prompt: 10.5, completion: 4 }],
    ['says a null byte', ['Thirty', '\0 days [1].'], { prompt: 10, completion: 4 }],
  ])('answers the next question as well if it %s', async (_, tokens, usage) => {
    own.behave({ tokens, usage })
    const id = await assistant({})
    const first = await ann.ask(id, QUESTION)
    expect(first).toMatchObject({ status: 'complete', content: 'Thirty days [1].' })
    expect(await ann.ask(id, 'And why?', first.conversation_id)).toMatchObject({ status: 'complete' })
    own.behave({ tokens: ['Thirty days [1].'] })
  })

  it('is tried in the draft, and answers others once it is published', async () => {
    const id = await assistant({})
    await ann.call('POST', `/api/v1/integrations/${id}/publish`)
    const draft = (await ann.call('PATCH', `/api/v1/integrations/${id}`, { model: 'small-model' })).body
    expect(draft.draft_changes).toEqual(['model'])
    const send = async () => {
      const body = { content: QUESTION, config: 'published' }
      const { answer } = (await ann.call('POST', `/api/v1/integrations/${id}/messages`, body)).body
      return ann.answered(answer.id)
    }
    expect(await send()).toMatchObject({ model: 'test-model' })
    await ann.call('POST', `/api/v1/integrations/${id}/publish`)
    expect(await send()).toMatchObject({ model: 'small-model' })
  })

  it('is offered by name, without its address or key', async () => {
    const { body } = await ann.call('GET', '/api/v1/system')
    expect(System.parse(body).answers).toEqual({
      mode: 'model',
      model: 'test-model',
      offered: [
        { id: 'small-model', model: 'small-model', provider: null },
        { id: 'elsewhere/large', model: 'large', provider: 'elsewhere' },
      ],
    })
  })
})
