import type { Organization } from '../../services/contract/organizations.ts'
import { createRecordMachine } from '../record/record.machine.ts'

export interface OrganizationValues {
  readonly name: string
  readonly description: string
}

export const organizationSettingsMachine = createRecordMachine<OrganizationValues>({
  id: 'organizationSettings',
  description: 'What an organization is called, and what it is.',
  validate: ({ name }) => ({ ...(name.trim() === '' && { name: 'Organization name cannot be empty.' }) }),
  names: { name: 'name', description: 'description' },
  fallback: 'The organization could not be saved. Your changes are kept: try again.',
})

export const organizationValuesOf = ({ name, description }: Organization): OrganizationValues => ({
  name,
  description,
})
