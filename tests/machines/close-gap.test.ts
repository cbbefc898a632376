import { describe, expect, it } from 'vitest'
import { closeGapMachine } from '../../src/machines/close-gap/close-gap.machine.ts'
import { restsOn } from '../../src/machines/close-gap/rests-on.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { closeGapModel } from './close-gap.model.ts'
import { citation, gap, message } from './samples.ts'

/** [S2.14] */
describeModel({
  name: 'closeGap',
  machine: closeGapMachine,
  model: closeGapModel,
  rig: (world) => {
    const settled = { name: 'settle', params: { answerIds: gap('a1').answer_ids } }
    return {
      oracles: {
        'closeGap.closed': () => expect(world.snapshot().context.gap).toBeNull(),
        'closeGap.saving': () =>
          expect(world.children.get('saveAnswer')?.input).toEqual({
            question: gap('a1').question,
            answer: 'Yes, within a week.',
            knowledge_base_id: 'k1',
          }),
        'closeGap.filled': () => {
          expect(world.snapshot().context.reply.answered).toBe(true)
          expect(world.effects).toContainEqual(settled)
        },
        'closeGap.answeredOtherwise': () => {
          expect(world.snapshot().context.reply.answered).toBe(true)
          expect(world.effects).not.toContainEqual(settled)
        },
        'closeGap.stillOpen': () => expect(world.effects).not.toContainEqual(settled),
        'closeGap.failed': () => expect(world.snapshot().context.error).not.toBeNull(),
      },
    }
  },
})

/** Sentences of the content that no passage supports, as the server names them. */
const spansOf = (content: string, ...sentences: readonly string[]) =>
  sentences.map((sentence) => ({
    start: content.indexOf(sentence),
    end: content.indexOf(sentence) + sentence.length,
  }))

describe('[S2.14] an answer rests on a document', () => {
  const content = 'We ship to Norway. [1] It costs nine crowns [2]. It takes a week [2].'
  const answer = (...unsupported: readonly string[]) =>
    message('a1', {
      answered: true,
      content,
      citations: [citation(1, 'd1'), citation(2, 'd2')],
      unsupported: spansOf(content, ...unsupported),
    })

  it.each([
    ['it is cited', [], 'd1', true],
    ['another document is cited', [], 'd3', false],
    ['its sentence is marked, with the number behind the full stop', ['We ship to Norway.'], 'd1', false],
    ['one of two sentences that cite it is marked', ['It costs nine crowns [2].'], 'd2', true],
    [
      'every sentence is marked',
      ['We ship to Norway.', 'It costs nine crowns [2].', 'It takes a week [2].'],
      'd2',
      false,
    ],
  ])('when %s', (_, unsupported, documentId, rests) => {
    expect(restsOn(answer(...unsupported), documentId)).toBe(rests)
  })
})
