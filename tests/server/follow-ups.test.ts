import { beforeEach, describe, expect, it } from 'vitest'
import { UsageSeries } from '../../src/services/contract/analytics.ts'
import type { Asked } from '../../src/services/contract/conversations.ts'
import { startModelServer } from '../harness/model.ts'
import { closedAfterwards, serveOrganization } from '../harness/serve.ts'

describe('a follow-up to a language model', async () => {
  let first: Asked

  const model = closedAfterwards(
    await startModelServer({ tokens: ['Yes [1].'], usage: { prompt: 100, completion: 10 } }),
  )
  const { ann, organizationId } = await serveOrganization({ llm: model.endpoint })
  const base = await ann.filled(organizationId, [
    { name: 'lamp.md', content: '# Lamps\n\nThe lamp in the hall is green.' },
    { name: 'heel.md', content: '# Heels\n\nA new heel costs nine euros.' },
    { name: 'clavichord.md', content: '# Clavichords\n\nA clavichord is tuned with a hammer.' },
  ])
  const integrationId = (await ann.integration(organizationId, [base])).id
  beforeEach(async () => {
    first = await ann.send(integrationId, 'Which colour is the lamp in the hall?')
    await ann.answered(first.answer.id)
    model.requests.splice(0)
    model.rewrites.splice(0)
  })

  const followUp = (content: string) => ann.ask(integrationId, content, first.conversation.id)
  const passagesRead = () => model.requests.at(-1)?.messages.at(-1)?.content ?? ''

  it('reads what the rewritten question finds, and answers the question as it was asked', async () => {
    model.rewrite({ text: '{"question": "What does a new heel cost?", "queries": []}' })
    await followUp('And the other thing, zzz?')
    expect(passagesRead()).toContain('nine euros')
    expect(passagesRead()).toContain('<question>And the other thing, zzz?</question>')
  })

  it('reads what any of the queries finds', async () => {
    const queries = ['tuning a clavichord', 'clavichord hammer']
    model.rewrite({ text: JSON.stringify({ question: 'Is the lamp green?', queries }) })
    await followUp('And zzz?')
    expect(passagesRead()).toContain('hall is green')
    expect(passagesRead()).toContain('tuned with a hammer')
  })

  it.each([{ text: 'garbage' }, { status: 500 }] as const)(
    'is answered by the rule when its rewriting fails: %o',
    async (behaviour) => {
      model.rewrite(behaviour)
      expect((await followUp('Is it green?')).status).toBe('complete')
      expect(passagesRead()).toContain('hall is green')
    },
  )

  it('costs a first question nothing, and counts what a follow-up used', async () => {
    const spent = async () =>
      UsageSeries.parse((await ann.call('GET', `/api/v1/organizations/${organizationId}/usage/series`)).body)
        .spent
    const before = await spent()
    await ann.ask(integrationId, 'Which colour is the lamp in the hall?')
    expect(model.rewrites).toEqual([])
    model.rewrite({ text: '{"question": "Is it green?"}', usage: { prompt: 7, completion: 3 } })
    await followUp('And now?')
    expect(await spent()).toMatchObject({
      prompt_tokens: before.prompt_tokens + 2 * 100 + 7,
      completion_tokens: before.completion_tokens + 2 * 10 + 3,
    })
  })

  it('is stopped while it is rewritten, and asks for no answer', async () => {
    model.rewrite('never')
    const asked = await ann.send(integrationId, 'And now?', first.conversation.id)
    await expect.poll(() => model.rewrites.length).toBe(1)
    await ann.call('POST', `/api/v1/messages/${asked.answer.id}/stop`)
    expect((await ann.answered(asked.answer.id)).status).toBe('stopped')
    expect(model.requests).toEqual([])
  })
})
