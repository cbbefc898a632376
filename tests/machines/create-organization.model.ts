import type { createOrganizationMachine } from '../../src/machines/create-organization/create-organization.machine.ts'
import type { Model } from '../harness/model/model.ts'
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
  key: ({ context }) => context,
}
