import type { knowledgeBaseMachine } from '../../src/machines/knowledge-base/knowledge-base.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { document } from './samples.ts'

export const knowledgeBaseModel: Model<typeof knowledgeBaseMachine> = {
  input: { organizationId: 'o1', knowledgeBaseId: 'k1' },
  events: () => [{ type: 'document.retried', id: 'd1' }, { type: 'live.opened' }, { type: 'live.lost' }],
  answers: () => ({
    retryDocument: [document('d1'), Object.assign(new Error(), { detail: 'It is being read already.' })],
  }),
  unhandled: [
    never(
      ['live.opened'],
      ['progress.live'],
      'The connection says that it was lost before it says that it opened again.',
    ),
    harmless(
      ['live.lost'],
      ['progress.connecting'],
      'What is shown counts as old already; it is read when the connection opens.',
    ),
    never(
      ['document.retried'],
      ['retry.retrying'],
      'Try Again of every document is disabled until the one before it is queued.',
    ),
  ],
  key: ({ context }) => context.retriedId,
  sentBy: { 'live.opened': 'live', 'live.lost': 'live' },
}
