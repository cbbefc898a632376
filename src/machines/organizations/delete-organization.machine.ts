import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface OrganizationDeletionValues {
  readonly id: string
  /** Its name. */
  readonly called: string
  /** The typed name. */
  readonly name: string
}

export const deleteOrganizationMachine = createFormMachine<OrganizationDeletionValues, { id: string }>({
  id: 'deleteOrganization',
  description: 'Deletes an organization once its name has been typed.',
  initial: 'closed',
  finishes: false,
  empty: { id: '', called: '', name: '' },
  validate: ({ called, name }) => ({
    ...(name.trim() !== called && { name: t('Type the exact name.') }),
  }),
  fallback: t('The organization could not be deleted. Please try again.'),
  notifies: ({ id }) => [['organizations', { type: 'organization.left', id }]],
  leadsTo: () => '/',
  says: () => t('The organization was deleted.'),
})
