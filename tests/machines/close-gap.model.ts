import type { closeGapMachine } from '../../src/machines/close-gap/close-gap.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'
import { citation, gap, message } from './samples.ts'

const reply = message('a2', {
  answered: true,
  content: 'Yes, within a week. [1]',
  citations: [citation(1, 'd1')],
})

export const closeGapModel: Model<typeof closeGapMachine> = {
  events: () => [
    { type: 'gap.opened', gap: gap('a1'), knowledgeBaseId: 'k1' },
    { type: 'field.changed', name: 'answer', value: 'Yes, within a week.' },
    { type: 'field.changed', name: 'answer', value: ' ' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
    { type: 'retry.requested' },
  ],
  answers: () => ({
    saveAnswer: [
      { knowledgeBaseId: 'k1', documentId: 'd1' },
      ...failuresOf('POST /api/v1/knowledge-bases/:id/faq'),
    ],
    awaitReady: [undefined, Object.assign(new Error(), { detail: 'It could not be read.' })],
    askAgain: [
      reply,
      { ...reply, unsupported: [{ start: 0, end: 19 }] },
      message('a2', { answered: false, content: 'The documents do not say.' }),
      ...failuresOf('POST /api/v1/integrations/:id/ask'),
    ],
  }),
  unhandled: [
    never(
      ['gap.opened'],
      ['writing', 'saving', 'indexing', 'asking', 'filled', 'answeredOtherwise', 'stillOpen', 'failed'],
      'The dialog lies over the list that opens it.',
    ),
    never(
      ['field.changed', 'form.submitted'],
      ['closed', 'indexing', 'asking', 'filled', 'answeredOtherwise', 'stillOpen', 'failed'],
      'The form is not on the screen: it is there while the answer is written and saved.',
    ),
    harmless(['form.submitted'], ['saving'], 'The same submit is under way, and is not to be sent twice.'),
    harmless(['form.closed'], ['closed'], 'It is closed already.'),
    harmless(['form.closed'], ['saving'], 'S2.42: while submitting, cancel, close and Escape do nothing.'),
    never(
      ['retry.requested'],
      ['closed', 'writing', 'saving', 'indexing', 'asking', 'filled'],
      'Going on is offered where the machine takes the event.',
    ),
  ],
  key: ({ context }) => [context.values.answer, context.error, context.fieldErrors, context.reply],
}
