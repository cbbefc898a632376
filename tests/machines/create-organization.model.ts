import type { createOrganizationMachine } from '../../src/machines/create-organization/create-organization.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { organization } from './samples.ts'

export const CREATED = organization('new', 'Northwind')

export const createOrganizationModel: Model<typeof createOrganizationMachine> = {
  events: () => [
    labelled('The dialog is opened', { type: 'dialog.opened' }),
    labelled('The dialog is closed', { type: 'dialog.closed' }),
    labelled('A name is typed', { type: 'field.changed', name: 'name', value: ' Northwind ' }),
    labelled('Nothing but spaces is typed', { type: 'field.changed', name: 'name', value: '   ' }),
    labelled('The form is submitted', { type: 'form.submitted' }),
  ],
  answers: () => ({
    createOrganization: [
      CREATED,
      labelled('The server does not answer', new Error('offline')),
      labelled(
        'The server refuses it: the limit is reached',
        Object.assign(new Error(), { detail: 'You have reached the limit.' }),
      ),
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
