import type { createOrganizationMachine } from '../../src/machines/create-organization/create-organization.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { organization } from './samples.ts'

export const CREATED = organization('new', 'Northwind')

export const createOrganizationModel: Model<typeof createOrganizationMachine> = {
  events: () => [
    { type: 'dialog.opened' },
    { type: 'dialog.closed' },
    { type: 'field.changed', name: 'name', value: ' Northwind ' },
    { type: 'field.changed', name: 'name', value: '   ' },
    { type: 'form.submitted' },
  ],
  answers: () => ({
    createOrganization: [
      CREATED,
      new Error('offline'),
      Object.assign(new Error(), { detail: 'You have reached the limit.' }),
    ],
  }),
  unhandled: [
    never(['dialog.opened'], ['editing', 'submitting'], 'The dialog lies over what opens it.'),
    harmless(
      ['field.changed', 'form.submitted', 'dialog.closed'],
      ['closed'],
      'A dialog that fades out is about a form that was accepted or left.',
    ),
    harmless(
      ['form.submitted'],
      ['submitting'],
      'The same submit is under way, and is not to be sent twice.',
    ),
    harmless(
      ['dialog.closed'],
      ['submitting'],
      'S2.42: while submitting, cancel, close and Escape do nothing.',
    ),
  ],
  key: ({ context }) => context,
}
