import type { Organization } from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'
import { createRecordMachine } from '../shared/record.machine.ts'

export interface OrganizationValues {
  readonly name: string
  readonly description: string
}

export const organizationSettingsMachine = createRecordMachine<OrganizationValues>({
  id: 'organizationSettings',
  description: 'Name and description of an organization.',
  validate: ({ name }) => ({ ...(name.trim() === '' && { name: t('Organization name cannot be empty.') }) }),
  names: { name: t('name'), description: t('description') },
  fallback: t('The organization could not be saved. Your changes are kept: try again.'),
})

export const organizationValuesOf = ({ name, description }: Organization): OrganizationValues => ({
  name,
  description,
})

interface OrganizationDeletionValues {
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
