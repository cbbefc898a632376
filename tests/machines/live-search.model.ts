import type { liveSearchMachine } from '../../src/machines/shell/live-search.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'

export const liveSearchModel: Model<typeof liveSearchMachine> = {
  events: () => [
    { type: 'search.changed', change: { text: 'boots' } },
    { type: 'search.changed', change: { text: '' } },
    { type: 'search.submitted' },
  ],
  answers: () => ({}),
  unhandled: [harmless(['search.submitted'], ['settled'], 'The list shows what was typed already.')],
  key: ({ context: { applied, draft } }) => [applied.text, draft.text],
}
