import type { Organization } from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'

export interface OrganizationValues {
  readonly name: string
  readonly description: string
}

const withName = {
  validate: ({ name }: { name: string }): Readonly<Record<string, string>> =>
    name.trim() === '' ? { name: t('Organization name cannot be empty.') } : {},
  fallback: t('Failed to create organization'),
  notifies: (organization: Organization) =>
    [['organizationEntry', { type: 'organization.entered', organization, path: null } as const]] as const,
}

/** S2.40 to S2.43, S4.3, S4.4, S4.5, S5.6, S8.5. */
export const createOrganizationMachine = createFormMachine<OrganizationValues, Organization>({
  id: 'createOrganization',
  description: 'The Create New Organization dialog.',
  initial: 'closed',
  whenInvalid: 'ignored',
  toast: {
    sending: t('Creating organization...'),
    accepted: t('Organization created successfully'),
  },
  empty: { name: '', description: '' },
  ...withName,
})

export type CreateOrganizationRef = FormRef<OrganizationValues, Organization>

/** S2.32, S5.7: a person without an organization names the first one. */
export const welcomeMachine = createFormMachine<{ name: string }, Organization>({
  id: 'welcome',
  description: 'Somebody without an organization names the first one.',
  initial: 'editing',
  finishes: false,
  empty: { name: '' },
  ...withName,
})
