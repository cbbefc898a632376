import {
  DEFAULT_RETRIEVAL_VALUES,
  type retrievalSettingsMachine,
} from '../../src/machines/knowledge/retrieval-settings.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { refused, unanswered } from './form.model.ts'
import { recordKey, recordUnhandled } from './record.model.ts'

export const retrievalSettingsModel: Model<typeof retrievalSettingsMachine> = {
  input: { id: 'k1', values: DEFAULT_RETRIEVAL_VALUES },
  events: () => [
    { type: 'record.read', values: { ...DEFAULT_RETRIEVAL_VALUES, mode: 'keywords' } },
    ...[0, 300, 601].map((value) => ({ type: 'field.changed' as const, name: 'passage_overlap', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: ({ context }) => ({
    save: [{ ...(context.early ?? context.saved), passage_overlap: 300 }, refused, unanswered],
  }),
  unhandled: recordUnhandled,
  key: recordKey,
}
