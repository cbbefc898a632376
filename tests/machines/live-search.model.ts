import type { liveSearchMachine } from '../../src/machines/live-search/live-search.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless } from '../harness/model/unhandled.ts'

export const liveSearchModel: Model<typeof liveSearchMachine> = {
  events: () => [
    { type: 'text.typed', text: 'boots' },
    { type: 'text.typed', text: '' },
    { type: 'text.submitted' },
  ],
  answers: () => ({}),
  unhandled: [harmless(['text.submitted'], ['settled'], 'The list shows what was typed already.')],
  key: ({ context }) => context.text,
}
