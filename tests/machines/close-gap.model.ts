import type { closeGapMachine } from '../../src/machines/close-gap/close-gap.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { gap } from './samples.ts'

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
    saveAnswer: [{ documentId: 'd1' }, new Error('offline')],
    awaitReady: [undefined, Object.assign(new Error(), { detail: 'It could not be read.' })],
    askAgain: [
      { answered: true, content: 'Yes, within a week. [1]' },
      { answered: false, content: 'The documents do not say.' },
      new Error('offline'),
    ],
  }),
  key: ({ context }) => [context.values.answer, context.error, context.fieldErrors, context.reply],
}
