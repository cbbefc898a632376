import type { deleteAccountMachine } from '../../src/machines/accounts/delete-account.machine.ts'
import type { DeletionPreview } from '../../src/services/contract/accounts.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { failuresOf } from './refusals.ts'

export const OWNS: DeletionPreview = {
  blocked_by: [],
  deletes: [
    { id: 'o1', name: 'Northwind' },
    { id: 'o2', name: 'Harbour Shoes' },
  ],
}

const NOTHING: DeletionPreview = { blocked_by: [], deletes: [] }

const BLOCKED: DeletionPreview = { blocked_by: [{ id: 'o3', name: 'Acme' }], deletes: [] }

const wrongPassword = labelled(
  'The password is wrong',
  Object.assign(new Error('wrong'), { status: 422, fields: { password: 'Wrong password.' } }),
)

export const deleteAccountModel: Model<typeof deleteAccountMachine> = {
  events: () => [
    labelled('Somebody with a password opens the dialog', { type: 'form.opened', hasPassword: true }),
    labelled('Somebody without a password opens the dialog', { type: 'form.opened', hasPassword: false }),
    { type: 'field.changed', name: 'password', value: 'secret' },
    { type: 'field.changed', name: 'password', value: '' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
    { type: 'retry.requested' },
  ],
  answers: () => ({
    readDeletion: [OWNS, NOTHING, BLOCKED, ...failuresOf('GET /api/v1/users/me/deletion')],
    submit: [{ message: 'Deleted.' }, wrongPassword, ...failuresOf('POST /api/v1/users/me/delete')],
  }),
  unhandled: [
    never(
      ['form.opened'],
      ['reading', 'blocked', 'unread', 'refused', 'editing', 'submitting'],
      'The dialog lies over the button that opens it.',
    ),
    harmless(
      ['field.changed', 'form.submitted', 'form.closed'],
      ['closed'],
      'A dialog that fades out is about a form that was accepted or left.',
    ),
    never(
      ['field.changed'],
      ['reading', 'blocked', 'unread', 'refused'],
      'The field is on the screen once what would be deleted is named.',
    ),
    never(
      ['form.submitted'],
      ['reading', 'blocked', 'unread', 'refused'],
      'There is no field to press Enter in, and no button that submits.',
    ),
    harmless(
      ['form.submitted'],
      ['submitting'],
      'The same submit is under way, and is not to be sent twice.',
    ),
    harmless(
      ['form.closed'],
      ['submitting'],
      'S2.42: while submitting, cancel, close and Escape do nothing.',
    ),
    never(
      ['retry.requested'],
      ['closed', 'reading', 'blocked', 'refused', 'editing', 'submitting'],
      'Trying again is offered where what would be deleted could not be read.',
    ),
  ],
  key: ({ context: { refusals, ...context } }) => [context, Math.min(refusals, 1)],
}
