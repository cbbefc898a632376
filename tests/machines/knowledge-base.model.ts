import type { knowledgeBaseMachine } from '../../src/machines/knowledge-base/knowledge-base.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { document } from './samples.ts'

export const knowledgeBaseModel: Model<typeof knowledgeBaseMachine> = {
  input: { organizationId: 'o1', knowledgeBaseId: 'k1' },
  events: () => [{ type: 'document.retried', id: 'd1' }, { type: 'live.opened' }, { type: 'live.lost' }],
  answers: () => ({
    retryDocument: [document('d1'), Object.assign(new Error(), { detail: 'It is being read already.' })],
  }),
  key: ({ context }) => context.retriedId,
  sentBy: { 'live.opened': 'live', 'live.lost': 'live' },
}
