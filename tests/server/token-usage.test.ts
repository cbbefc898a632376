import { describe, expect, it } from 'vitest'
import { tokensIn } from '../../server/assistants/models/token-count.ts'
import { UsageSeries } from '../../src/services/contract/analytics.ts'
import { createClient } from '../harness/knowledge.ts'
import { startModelServer } from '../harness/model.ts'
import { closedAfterwards, serve } from '../harness/serve.ts'

const PRICE = { input: 3, output: 15, currency: 'EUR' }

describe('[S2.14] what a language model read and wrote', async () => {
  const model = closedAfterwards(
    await startModelServer(
      { tokens: ['Thirty days [1].'], usage: { prompt: 1_000, completion: 20 } },
      { tokens: ['Thirty [1].'], usage: { prompt: 900, completion: 10 } },
      { tokens: ['Unlike others, this one says nothing [1].'] },
    ),
  )
  const server = await serve({ llm: model.endpoint, llmPrice: PRICE })

  it('is counted by day, assistant and channel, retries included, and costs what the operator says', async () => {
    const ann = createClient(server.url, await server.register())
    const { id: organizationId } = (await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })).body
    const series = async () =>
      UsageSeries.parse((await ann.call('GET', `/api/v1/organizations/${organizationId}/usage/series`)).body)
    expect(await series()).toMatchObject({
      spent: { prompt_tokens: 0, completion_tokens: 0, costs: [] },
      by_model: [],
    })
    const base = await ann.filled(organizationId, [
      { name: 'a.md', content: '# Returns\n\nBoots go back within thirty days.' },
    ])
    const { id } = await ann.integration(organizationId, [base])
    const first = await ann.ask(id, 'How many days do I have to return boots?')
    await ann.call('POST', `/api/v1/messages/${first.id}/retry`)
    await ann.answered(first.id)
    await ann.ask(id, 'How long may boots go back?')

    const { days, by_integration, by_channel, by_model, spent } = await series()
    // The last answer came without: what it used is estimated.
    const asked =
      model.requests
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join('\n') ?? ''
    const prompt_tokens = 1_900 + tokensIn(asked)
    const completion_tokens = 30 + tokensIn('Unlike others, this one says nothing [1].')
    const costs = [
      { amount: expect.closeTo((prompt_tokens * 3 + completion_tokens * 15) / 1e6, 9), currency: 'EUR' },
    ]
    const all = { prompt_tokens, completion_tokens, is_estimated: true, costs }
    expect(spent).toEqual(all)
    expect(days.at(-1)?.spent).toEqual(all)
    expect(days[0]?.spent).toEqual({
      prompt_tokens: 0,
      completion_tokens: 0,
      is_estimated: false,
      costs: [],
    })
    expect(by_integration).toMatchObject([{ integration_id: id, questions: 2, spent: all }])
    expect(by_channel).toMatchObject([{ channel: 'playground', spent: all }])
    expect(by_model).toEqual([{ model: 'test-model', provider: null, of: 'operator', spent: all }])
    expect(model.requests.every(({ stream_options }) => stream_options?.include_usage)).toBe(true)
  })
})
