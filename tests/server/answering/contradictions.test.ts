import { describe, expect, it } from 'vitest'
import { createExtractiveAnswerer } from '../../../server/assistants/answering/extractive.ts'
import type { Hit } from '../../../server/knowledge/retrieval/hit.ts'
import { hit, STYLE, wordsOf } from './hits.ts'

describe('[answers 6] documents that contradict each other', () => {
  const old = { documentId: 'old', passageId: 'old', documentDate: new Date('2024-02-01T12:00:00Z') }
  const recent = { documentId: 'recent', passageId: 'recent', documentDate: new Date('2026-03-12T12:00:00Z') }
  const answer = async (hits: Hit[], question = 'How long can boots be returned?') => {
    let text = ''
    const cited: string[] = []
    const asked = { question, history: [], hits, searched: 2, languageUnknown: false }
    const { signal } = new AbortController()
    const words = wordsOf(question, hits)
    for await (const event of createExtractiveAnswerer().answer({ ...asked, words, style: STYLE, signal })) {
      if (event.type === 'token') text += event.text
      if (event.type === 'citations') cited.push(...event.citations.map((one) => one.document_id ?? ''))
    }
    return { text, cited }
  }

  it('[knowledge M8] are quoted with their dates, the newest first, and the answer says so', async () => {
    const { text, cited } = await answer([
      hit('Boots can be returned within 30 days of delivery.', old),
      hit('Boots can be returned within 60 days of delivery.', recent),
    ])
    expect(cited).toEqual(['recent', 'old'])
    expect(text).toBe(
      [
        'The documents disagree. The newest comes first.',
        '*March 12, 2026*',
        'Boots can be returned within 60 days of delivery. [1]',
        '*February 1, 2024*',
        'Boots can be returned within 30 days of delivery. [2]',
      ].join('\n\n'),
    )
  })

  it('are those, too, of which one denies what the other says, in the language of the question', async () => {
    const { text, cited } = await answer(
      [
        hit('Stiefel können nach der Lieferung nicht zurückgegeben werden.', { ...old, language: 'deu' }),
        hit('Stiefel können nach der Lieferung zurückgegeben werden.', { ...recent, language: 'deu' }),
      ],
      'Wie können Stiefel nach der Lieferung zurückgegeben werden?',
    )
    expect(cited).toEqual(['recent', 'old'])
    expect(text).toMatch(/^Die Dokumente widersprechen sich\. .+\n\n\*12\. März 2026\*/)
  })

  it.each([
    ['say the same', 'Boots can be returned within 60 days of delivery, unworn.', recent],
    ['speak of something else', 'Boots can be repaired in the workshop for 85 euros.', recent],
    ['are one document', 'Boots can be returned within 30 days of delivery.', { ...old, passageId: 'other' }],
  ])('are not those that %s', async (_, content, of) => {
    const { text } = await answer([
      hit('Boots can be returned within 60 days of delivery.', old),
      hit(content, of),
    ])
    expect(text).not.toMatch(/disagree|2024|2026/)
  })
})
