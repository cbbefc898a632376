import type { Organization } from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

/** S2.32, S5.7: a person without an organization names the first one. */
export const welcomeMachine = createFormMachine<{ name: string }, Organization>({
  id: 'welcome',
  description: 'Somebody without an organization names the first one.',
  initial: 'editing',
  finishes: false,
  empty: { name: '' },
  validate: ({ name }) => ({
    ...(name.trim() === '' && { name: t('Organization name cannot be empty.') }),
  }),
  fallback: t('Failed to create organization'),
  notifies: (organization) => [
    ['organizationEntry', { type: 'organization.entered', organization, path: null }],
  ],
})
