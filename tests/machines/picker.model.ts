import type { pickerMachine } from '../../src/machines/picker/picker.machine.ts'
import type { Option } from '../../src/machines/picker/picker.options.ts'
import type { Model } from '../harness/model/model.ts'

export const OPTIONS: readonly Option[] = [
  { id: 'a', label: 'Northwind Boots', group: '' },
  { id: 'b', label: 'Southwind Shoes', group: '' },
]

export const pickerModel: Model<typeof pickerMachine> = {
  events: () => [
    { type: 'picker.opened' },
    { type: 'picker.closed' },
    { type: 'options.changed', options: OPTIONS },
    { type: 'query.changed', query: 'south' },
    { type: 'query.changed', query: 'nowhere' },
    { type: 'active.moved', by: 1 },
    { type: 'active.moved', by: -1 },
    { type: 'option.approached', id: 'b' },
    { type: 'option.chosen', id: 'b' },
    { type: 'active.chosen' },
  ],
  key: ({ context }) => [context.options.length, context.query, context.activeId],
}
