import type { profileMachine } from '../../src/machines/accounts/profile.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { refused, unanswered } from './form.model.ts'
import { recordKey, recordUnhandled } from './record.model.ts'

export const PROFILE = { first_name: 'Ada', last_name: 'Holm', job_title: '', timezone: '', locale: '' }

export const profileModel: Model<typeof profileMachine> = {
  input: { id: 'u1', values: PROFILE },
  events: () => [
    { type: 'record.read', values: { ...PROFILE, job_title: 'Head of boots' } },
    ...['Ada', 'Ada ', 'Ida', ' '].map((value) => ({ type: 'field.changed', name: 'first_name', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: ({ context }) => ({
    save: [{ ...(context.early ?? context.saved), first_name: 'Ida' }, refused, unanswered],
  }),
  unhandled: recordUnhandled,
  key: recordKey,
}
