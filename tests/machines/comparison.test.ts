import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import {
  askBoth,
  compareSides,
  comparisonOf,
  mayAsk,
  mayRestart,
  retryHalted,
  selectSide,
} from '../../src/machines/conversations/comparison.ts'
import { conversationMachine } from '../../src/machines/conversations/conversation/conversation.machine.ts'
import type { Asking, Wanted } from '../../src/machines/conversations/conversation/conversation.types.ts'
import type { Asked, ConversationDetail } from '../../src/services/contract/conversations.ts'
import { fakeEffects } from '../harness/model/fakes.ts'
import { conversation, message } from './samples.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** A draft and a published version that both answer at once, and what they were asked. */
async function compared(fails: (asking: Asking) => boolean = () => false) {
  const asked: Asking[] = []
  const answer = (asking: Asking): Asked => {
    asked.push(asking)
    if (fails(asking)) throw new Error('offline')
    const id = `${asking.config}:${asked.length}`
    return {
      conversation: { ...conversation, id: `of ${asking.config}` },
      question: message(`q ${id}`, { role: 'user', content: asking.content, status: 'complete' }),
      answer: message(`a ${id}`, { content: 'Thirty days.', status: 'complete' }),
    }
  }
  const start = (config: 'draft' | 'published') =>
    createActor(
      conversationMachine.provide({
        actions: fakeEffects(conversationMachine, []),
        actors: {
          live: fromCallback(() => {}),
          loadConversation: fromPromise<ConversationDetail | null, Wanted>(async () => null),
          ask: fromPromise(async ({ input }: { input: Asking }) => answer(input)),
          loadMessage: fromPromise(async ({ input }: { input: { messageId: string } }) =>
            message(input.messageId, { content: 'Thirty days.', status: 'complete' }),
          ),
        },
      }),
      { input: { integrationId: 'i1', config, conversationId: null } },
    ).start()
  const sides = { draft: start('draft'), published: start('published') }
  const comparison = () =>
    comparisonOf(selectSide(sides.draft.getSnapshot()), selectSide(sides.published.getSnapshot()))
  await settle()
  const answered = async () => {
    await settle()
    for (const side of Object.values(sides)) {
      const last = side.getSnapshot().context.messages.at(-1)
      if (last) side.send({ type: 'live.completed', message: { ...last, status: 'complete' } })
    }
    await settle()
  }
  const ask = async (text: string) => {
    sides.draft.send({ type: 'draft.changed', text })
    askBoth(sides)
    await answered()
  }
  return { sides, comparison, asked, ask, answered }
}

const told = (asked: readonly Asking[]) =>
  asked.map(({ config, content, conversationId }) => [config, content, conversationId])

describe('a comparison', () => {
  it('asks the draft and the published version the same, and keeps the context of each', async () => {
    const { comparison, asked, ask } = await compared()
    await ask('How long?')
    await ask('And for sale items?')
    expect(told(asked)).toEqual([
      ['draft', 'How long?', null],
      ['published', 'How long?', null],
      ['draft', 'And for sale items?', 'of draft'],
      ['published', 'And for sale items?', 'of published'],
    ])
    expect(comparison()).toBe('level')
  })

  it('begins both anew when they were asked different things before', async () => {
    const { sides, comparison, asked, ask, answered } = await compared()
    sides.draft.send({ type: 'draft.changed', text: 'Only of the draft' })
    sides.draft.send({ type: 'question.submitted' })
    await answered()
    expect(comparison()).toBe('apart')
    await ask('How long?')
    expect(told(asked).slice(1)).toEqual([
      ['draft', 'How long?', null],
      ['published', 'How long?', null],
    ])
    expect(comparison()).toBe('level')
  })

  it('asks again only where the question did not arrive', async () => {
    let reachable = false
    const { sides, comparison, asked, ask, answered } = await compared(
      ({ config }) => config === 'published' && !reachable,
    )
    await ask('How long?')
    expect(comparison()).toBe('halted')
    reachable = true
    retryHalted(sides)
    await answered()
    expect(asked.map(({ config }) => config)).toEqual(['draft', 'published', 'published'])
    expect(comparison()).toBe('level')
  })

  it('asks both again what was typed instead of a question that reached neither', async () => {
    let reachable = false
    const { sides, comparison, asked, ask, answered } = await compared(() => !reachable)
    await ask('How long?')
    reachable = true
    sides.draft.send({ type: 'draft.changed', text: 'How long for sale items?' })
    retryHalted(sides)
    await answered()
    expect(told(asked).slice(2)).toEqual([
      ['draft', 'How long for sale items?', null],
      ['published', 'How long for sale items?', null],
    ])
    expect(comparison()).toBe('level')
  })

  it('asks again what the other has answered, and keeps what was typed meanwhile', async () => {
    let reachable = false
    const { sides, comparison, asked, ask, answered } = await compared(
      ({ config }) => config === 'draft' && !reachable,
    )
    await ask('How long?')
    expect(comparison()).toBe('halted')
    reachable = true
    sides.draft.send({ type: 'draft.changed', text: 'How long for sale items?' })
    retryHalted(sides)
    await answered()
    expect(told(asked).slice(2)).toEqual([['draft', 'How long?', null]])
    expect(comparison()).toBe('level')
    expect(sides.draft.getSnapshot().context.draft).toBe('How long for sale items?')
  })

  it('keeps what was typed once, however often a question fails to arrive', async () => {
    let reachable = false
    const { sides, comparison, asked, ask, answered } = await compared(
      ({ config }) => config === 'draft' && !reachable,
    )
    await ask('How long?')
    sides.draft.send({ type: 'draft.changed', text: 'And for sale items?' })
    for (const _ of [1, 2, 3]) {
      retryHalted(sides)
      await answered()
      expect(sides.draft.getSnapshot().context.draft).toBe('How long?\nAnd for sale items?')
    }
    reachable = true
    retryHalted(sides)
    await answered()
    expect(told(asked).slice(2)).toEqual(Array(4).fill(['draft', 'How long?', null]))
    expect(comparison()).toBe('level')
    expect(sides.draft.getSnapshot().context.draft).toBe('And for sale items?')
  })

  it('asks both again a question that reached neither, although the composer was emptied', async () => {
    let reachable = false
    const { sides, comparison, asked, ask, answered } = await compared(() => !reachable)
    await ask('How long?')
    reachable = true
    sides.draft.send({ type: 'draft.changed', text: ' ' })
    retryHalted(sides)
    await answered()
    expect(told(asked).slice(2)).toEqual([
      ['draft', 'How long?', null],
      ['published', 'How long?', null],
    ])
    expect(comparison()).toBe('level')
    expect(sides.draft.getSnapshot().context.draft).toBe('')
  })

  it('waits while one of the two answers, and keeps what is typed', async () => {
    const { sides, comparison, asked } = await compared()
    sides.draft.send({ type: 'draft.changed', text: 'How long?' })
    askBoth(sides)
    await settle()
    expect(comparison()).toBe('waiting')
    sides.draft.send({ type: 'draft.changed', text: 'And for sale items?' })
    askBoth(sides)
    expect(asked).toHaveLength(2)
    expect(sides.draft.getSnapshot().context.draft).toBe('And for sale items?')
  })

  it.each([
    ['as it was', 'How long?', 'Half a thought'],
    ['reworded', 'How long exactly?', 'Half a thought\nHow long exactly?'],
  ])('ends editing %s, and keeps what was typed', async (_, text, kept) => {
    const { sides, ask } = await compared()
    await ask('How long?')
    sides.draft.send({ type: 'draft.changed', text: 'Half a thought' })
    sides.draft.send({ type: 'question.edited' })
    sides.draft.send({ type: 'draft.changed', text })
    createActor(compareSides, { input: sides }).start()
    expect(sides.draft.getSnapshot().context).toMatchObject({ draft: kept, edited: null })
  })

  it('replaces no question that is being edited', async () => {
    const { sides, comparison, asked, ask, answered } = await compared()
    await ask('How long?')
    sides.draft.send({ type: 'question.edited' })
    askBoth(sides)
    await answered()
    expect(asked.map(({ content, replaces }) => [content, replaces])).toEqual(
      Array(4).fill(['How long?', null]),
    )
    expect(comparison()).toBe('level')
  })

  it('is not halted by an unsent question that was taken back', async () => {
    let reachable = true
    const { sides, comparison, ask } = await compared(({ config }) => config === 'draft' && !reachable)
    await ask('How long?')
    reachable = false
    sides.draft.send({ type: 'draft.changed', text: 'And abroad?' })
    sides.draft.send({ type: 'question.submitted' })
    await settle()
    expect(comparison()).toBe('halted')
    sides.draft.send({ type: 'question.edited' })
    createActor(compareSides, { input: sides }).start()
    expect(comparison()).toBe('level')
  })

  it('asks nothing without a text', async () => {
    const { asked, ask } = await compared()
    await ask('  ')
    expect(asked).toEqual([])
  })

  it.each([
    ['waiting', false, false],
    ['refused', false, true],
    ['halted', false, true],
    ['level', true, true],
    ['apart', true, false],
  ] as const)('%s: may ask %s, may begin anew %s', (comparison, asking, restarting) => {
    expect(mayAsk(comparison, 'How long?')).toBe(asking)
    expect(mayAsk(comparison, ' ')).toBe(false)
    expect(mayRestart(comparison)).toBe(restarting)
  })
})
