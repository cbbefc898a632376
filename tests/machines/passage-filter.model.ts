import type { passageFilterMachine } from '../../src/machines/passage-filter/passage-filter.machine.ts'
import type { Model } from '../harness/model/model.ts'

export const passageFilterModel: Model<typeof passageFilterMachine> = {
  events: () => [
    { type: 'filter.changed', change: { q: 'boots' } },
    { type: 'filter.changed', change: { state: 'edited' } },
  ],
  answers: () => ({}),
  unhandled: [],
  key: ({ context: { filter, draft } }) => [filter.q, filter.state, draft.q, draft.state],
}
