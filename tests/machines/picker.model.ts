import type { pickerMachine } from '../../src/machines/picker/picker.machine.ts'
import type { Option } from '../../src/machines/picker/picker.options.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

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
  unhandled: [
    harmless(['picker.opened'], ['open'], 'It is open already.'),
    harmless(['picker.closed'], ['closed'], 'It is closed already.'),
    harmless(
      ['query.changed', 'active.moved', 'option.approached', 'option.chosen', 'active.chosen'],
      ['closed'],
      'A list that fades out was left, or something was picked from it.',
    ),
    harmless(['active.moved', 'active.chosen'], ['open.nothing'], 'The arrow keys and Enter find no option.'),
    never(['option.approached', 'option.chosen'], ['open.nothing'], 'No option is on the screen.'),
  ],
  key: ({ context }) => [context.options.length, context.query, context.activeId],
}
