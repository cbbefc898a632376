import { describe, expect, it } from 'vitest'
import { forgetPerson } from '../../src/services/accounts/forget-person.ts'
import { createStorage, type Storage } from '../../src/services/browser/storage.ts'
import { placeInChat, placeInPlayground } from '../../src/services/conversations/conversation.provide.ts'
import { createUnsentQuestions, UNSENT_QUESTIONS } from '../../src/services/conversations/unsent-questions.ts'

describe('unsent questions', () => {
  /** Of a browser that blocks its own: all is kept in memory. */
  const area = () =>
    createStorage(() => {
      throw new Error('blocked')
    })

  const typedBy = (person: string | null, storage: Storage) => createUnsentQuestions(storage, () => person)

  it('are kept for each place until they are asked', () => {
    const storage = area()
    typedBy('ada', storage).keep('draft a', 'How long?')
    typedBy('ada', storage).keep('draft b', 'How much?')
    const unsent = typedBy('ada', storage)
    expect(unsent.of('draft a')).toBe('How long?')
    unsent.keep('draft a', ' ')
    expect([unsent.of('draft a'), unsent.of('draft b')]).toEqual(['', 'How much?'])
  })

  it('belong in Chat to their conversation, in the Playground to what would answer', () => {
    const listening = { integrationId: 'a', config: 'published', conversationId: 'c1' } as const
    const begun = { ...listening, conversationId: null }
    expect(placeInChat(listening)).not.toBe(placeInChat({ ...listening, conversationId: 'c2' }))
    expect(placeInChat(begun)).not.toBe(placeInChat({ ...begun, integrationId: 'b' }))
    expect(placeInPlayground(listening)).toBe(placeInPlayground(begun))
    expect(placeInPlayground(listening)).not.toBe(placeInPlayground({ ...listening, config: 'draft' }))
  })

  it('are lost when somebody else signs in, whose question is then kept', () => {
    const storage = area()
    typedBy('ada', storage).keep('draft a', 'What is the severance pay of Bob?')
    expect(typedBy('bob', storage).of('draft a')).toBe('')
    expect(storage.read(UNSENT_QUESTIONS)).toBeNull()
    typedBy('ada', storage).keep('draft a', 'What is the severance pay of Bob?')
    typedBy('bob', storage).keep('draft b', 'How much?')
    expect(typedBy('ada', storage).of('draft a')).toBe('')
    expect(storage.read(UNSENT_QUESTIONS)).toBeNull()
  })

  it('are neither kept nor read while nobody is signed in', () => {
    const storage = area()
    typedBy(null, storage).keep('draft a', 'How long?')
    expect(storage.read(UNSENT_QUESTIONS)).toBeNull()
    expect(typedBy(null, storage).of('draft a')).toBe('')
  })

  it('are forgotten with whoever typed them', () => {
    const storage = area()
    typedBy('ada', storage).keep('draft a', 'How long?')
    forgetPerson(area(), storage)
    expect(storage.read(UNSENT_QUESTIONS)).toBeNull()
  })

  it('are empty where the stored value is invalid', () => {
    const storage = area()
    for (const invalid of ['{', '7', '{"draft a":"How long?"}']) {
      storage.write(UNSENT_QUESTIONS, invalid)
      expect(typedBy('ada', storage).of('draft a')).toBe('')
    }
  })
})
