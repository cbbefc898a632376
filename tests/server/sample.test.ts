import { describe, expect, it } from 'vitest'
import { sample as german } from '../../src/services/sample/de/sample.ts'
import { sample as english } from '../../src/services/sample/en/sample.ts'
import { organizationOn } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

const FOUND = { en: ['28 days', '140 euros', '450 euros'], de: ['28 Tage', '140 Euro', '450 Euro'] }

describe('the sample', async () => {
  const server = await serve()
  it.each([
    ['English', english, FOUND.en],
    ['German', german, FOUND.de],
  ])('answers its own starter questions in %s', async (_, { files, settings }, found) => {
    const { ann, organizationId } = await organizationOn(server)
    const base = await ann.knowledgeBase(organizationId)
    await ann.upload(
      base.id,
      Object.entries(files).map(([name, content]) => ({ name, content })),
    )
    await ann.settled(base.id)
    const { id } = await ann.integration(organizationId, [base.id])
    for (const [place, question] of settings.starter_questions.entries())
      expect(await ann.ask(id, question), question).toMatchObject({
        answered: true,
        content: expect.stringContaining(found[place] ?? ''),
      })
  })
})
