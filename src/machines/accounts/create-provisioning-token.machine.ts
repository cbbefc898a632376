import type { CreatedProvisioningToken } from '../../services/contract/provisioning.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'

interface ProvisioningTokenValues {
  readonly name: string
  /** Days as text; '' never expires. */
  readonly lifetime: string
}

/** The dialog that creates a provisioning token and shows its secret once. */
export const createProvisioningTokenMachine = createFormMachine<
  ProvisioningTokenValues,
  CreatedProvisioningToken
>({
  id: 'createProvisioningToken',
  description: 'Makes a provisioning token and shows its secret once.',
  initial: 'closed',
  acceptedAs: 'shown',
  empty: { name: '', lifetime: '365' },
  validate: ({ name }) => (name.trim() === '' ? { name: t('Give the token a name.') } : {}),
  fallback: t('The token could not be created. Please try again.'),
})

export type CreateProvisioningTokenRef = FormRef<ProvisioningTokenValues, CreatedProvisioningToken>
