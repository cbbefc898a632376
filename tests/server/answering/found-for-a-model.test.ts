import { beforeEach, describe, expect, it } from 'vitest'
import { startModelServer } from '../../harness/model.ts'
import { closedAfterwards, serveOrganization } from '../../harness/serve.ts'

const filler = (about: string, sentences = 60) =>
  Array.from(
    { length: sentences },
    (_, n) => `The ${about} of chapter ${n} is described here at length.`,
  ).join(' ')

const GUIDE = `# Workshop

${filler('bench')} ALPHA ends the first chapter.

# Resoling

Resoling a pair of boots costs eighty-five euros. ${filler('sole', 8)}

# Delivery

OMEGA begins the last chapter. ${filler('parcel')}
`

describe('what a language model is given', async () => {
  const model = closedAfterwards(await startModelServer({ tokens: ['Eighty-five euros [1].'] }))
  const { ann, organizationId: organization } = await serveOrganization({ llm: model.endpoint })
  const base = await ann.filled(organization, [{ name: 'guide.md', content: GUIDE }])
  const assistant = (await ann.integration(organization, [base])).id
  await ann.call('PATCH', `/api/v1/integrations/${assistant}`, { top_k: 1 })
  beforeEach(() => void model.rewrites.splice(0))
  const given = () => model.requests.at(-1)?.messages.at(-1)?.content ?? ''

  it('is the passages with those before and after them', async () => {
    const answer = await ann.ask(assistant, 'What does resoling a pair of boots cost?')
    expect(answer.citations[0]?.quote).toContain('eighty-five euros')
    expect(given()).toMatch(/<passage n="1"[^>]*Resoling/)
    expect(given()).toContain('ALPHA')
    expect(given()).toContain('OMEGA')
    expect(model.rewrites).toEqual([])
  })

  it('[knowledge M10] is what a second search finds in other words, where the first one answers nothing', async () => {
    model.rewrite({
      text: JSON.stringify({ question: 'Was kostet es?', queries: ['resoling boots cost euros'] }),
    })
    await ann.ask(assistant, 'Wieviel zahle ich beim Schuster für neue Absätze?')
    expect(model.rewrites).toHaveLength(1)
    expect(given()).toContain('eighty-five euros')
  })
})
