import { createActor, fromCallback, fromPromise } from 'xstate'
import type { comparisonMachine } from '../../src/machines/comparison/comparison.machine.ts'
import type { Standing } from '../../src/machines/comparison/comparison.types.ts'
import { conversationMachine } from '../../src/machines/conversation/conversation.machine.ts'
import type { Wanted } from '../../src/machines/conversation/conversation.types.ts'
import type { Answering, ConversationDetail } from '../../src/services/contract/conversations.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

/** A conversation that nobody speaks to. */
const silent = (config: Answering) =>
  createActor(
    conversationMachine.provide({
      actors: {
        live: fromCallback(() => {}),
        loadConversation: fromPromise<ConversationDetail | null, Wanted>(async () => null),
      },
    }),
    { input: { integrationId: 'i1', config, conversationId: null } },
  )

const standing = (phase: Standing['phase'], isLevel: boolean, text: string) => ({
  type: 'standing.changed',
  standing: { phase, isLevel, text },
})

export const comparisonModel: Model<typeof comparisonMachine> = {
  input: { draft: silent('draft'), published: silent('published') },
  events: () => [
    standing('waiting', false, ''),
    standing('halted', false, 'How long?'),
    ...['', ' ', 'How long?'].flatMap((text) => [
      standing('resting', true, text),
      standing('resting', false, text),
    ]),
    { type: 'question.submitted' },
    { type: 'retry.requested' },
    { type: 'comparison.restarted' },
  ],
  unhandled: [
    never(
      ['retry.requested'],
      ['waiting', 'level', 'apart'],
      'Retry is shown where one of the two is halted.',
    ),
    never(
      ['comparison.restarted'],
      ['waiting', 'apart'],
      'The button is disabled where the machine does not take the event; apart, the next question begins both anew.',
    ),
    harmless(['question.submitted'], ['waiting', 'halted'], 'The text stays in the composer.'),
  ],
  key: ({ context }) => context.standing,
  sentBy: { 'standing.changed': 'watch' },
}
