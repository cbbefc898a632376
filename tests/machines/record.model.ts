import type { recordMachine } from '../../src/machines/shared/record.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused, unanswered } from './form.model.ts'

/** What tells two snapshots of a `record` apart. */
export const recordKey = ({
  context: { values, saved, elsewhere, early, fieldErrors, error },
}: {
  context: Record<'values' | 'saved' | 'elsewhere' | 'early' | 'fieldErrors' | 'error', unknown>
}) => [values, saved, elsewhere, early, fieldErrors, error]

/** What every `record` need not hear. */
export const recordUnhandled = [
  never(
    ['changes.discarded'],
    ['unchanged', 'changed.saving'],
    'Discard is shown where the machine takes the event.',
  ),
  harmless(
    ['form.submitted'],
    ['unchanged'],
    'Enter in a field submits, and nothing differs from what is saved.',
  ),
  harmless(
    ['form.submitted'],
    ['changed.saving'],
    'The same values are being saved; what is typed since stays, and can be saved next.',
  ),
]

const SAVED = { name: 'Acme' }

/** The chart itself. */
export const recordModel: Model<typeof recordMachine> = {
  input: { id: 'o1', values: SAVED },
  events: () => [
    { type: 'record.read', values: { name: 'Acme Boots' } },
    ...['Acme', 'Acme ', 'Acme & Co', ' '].map((value) => ({ type: 'field.changed', name: 'name', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: () => ({ save: [{ name: 'Acme & Co' }, refused, unanswered] }),
  unhandled: recordUnhandled,
  key: recordKey,
}
