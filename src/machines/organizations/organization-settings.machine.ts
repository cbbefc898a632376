import type { Organization } from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
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
