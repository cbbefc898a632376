import type { organizationSettingsMachine } from '../../src/machines/organizations/organization-settings.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { refused, unanswered } from './form.model.ts'
import { recordKey, recordUnhandled } from './record.model.ts'

const SAVED = { name: 'Acme', description: '' }

export const organizationSettingsModel: Model<typeof organizationSettingsMachine> = {
  input: { id: 'o1', values: SAVED },
  events: () => [
    { type: 'record.read', values: { ...SAVED, description: 'Boots' } },
    ...['Acme', 'Acme ', 'Acme & Co', ' '].map((value) => ({ type: 'field.changed', name: 'name', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: ({ context }) => ({
    save: [{ ...(context.early ?? context.saved), name: 'Acme & Co' }, refused, unanswered],
  }),
  unhandled: recordUnhandled,
  key: recordKey,
}
