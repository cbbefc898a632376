import type { pickerMachine } from '../../src/machines/shell/picker.machine.ts'
import { type Option, type PickerContext, SHOWN_MAX } from '../../src/machines/shell/picker.options.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'

/** One more than is shown at once. */
export const OPTIONS: readonly Option[] = [
  { id: 'a', label: 'Northwind Boots', group: '' },
  { id: 'b', label: 'Southwind Shoes', group: '' },
  ...Array.from({ length: SHOWN_MAX - 1 }, (_, n) => ({ id: `${n}`, label: 'Hats', group: '' })),
]

/** Where the active option is: lines in the middle behave alike. */
const placeOf = ({ matches, activeId }: PickerContext) => {
  const place = matches.findIndex(({ id }) => id === activeId)
  return place < 2 ? place : place === matches.length - 1 ? 'last' : 'between'
}

export const pickerModel: Model<typeof pickerMachine> = {
  events: () => [
    { type: 'picker.opened' },
    { type: 'picker.closed' },
    { type: 'options.changed', options: OPTIONS },
    { type: 'query.changed', query: 'south' },
    { type: 'query.changed', query: 'nowhere' },
    { type: 'active.moved', by: 1 },
    { type: 'active.moved', by: -1 },
    { type: 'more.requested' },
    { type: 'option.approached', id: 'b' },
    { type: 'option.chosen', id: 'b' },
    { type: 'active.chosen' },
  ],
  unhandled: [
    harmless(['picker.opened'], ['open'], 'It is open already.'),
    harmless(['picker.closed'], ['closed'], 'It is closed already.'),
    harmless(
      [
        'query.changed',
        'active.moved',
        'more.requested',
        'option.approached',
        'option.chosen',
        'active.chosen',
      ],
      ['closed'],
      'A list that fades out was left, or something was picked from it.',
    ),
    harmless(['active.moved', 'active.chosen'], ['open.nothing'], 'The arrow keys and Enter find no option.'),
    never(
      ['option.approached', 'option.chosen', 'more.requested'],
      ['open.nothing'],
      'No option is on the screen.',
    ),
  ],
  key: ({ context }) => [context.options.length, context.query, context.limit, placeOf(context)],
}
