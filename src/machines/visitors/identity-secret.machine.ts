import type { IdentitySecret } from '../../services/contract/share.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'

interface IdentitySecretValues {
  /** Id of the assistant. */
  readonly id: string
  /** Whether an existing one becomes invalid. */
  readonly renews: boolean
  readonly understood: boolean
}

/** The dialog that creates or renews the secret by which a site signs its customer, and shows it once. */
export const identitySecretMachine = createFormMachine<IdentitySecretValues, IdentitySecret>({
  id: 'identitySecret',
  description: 'Makes or renews the secret that signs who a customer is, and shows it once.',
  initial: 'closed',
  acceptedAs: 'shown',
  empty: { id: '', renews: false, understood: false },
  validate: ({ renews, understood }) => ({
    ...(renews && !understood && { understood: t('Confirm that the previous secret ends.') }),
  }),
  fallback: t('The secret could not be created. Please try again.'),
})

export type IdentitySecretRef = FormRef<IdentitySecretValues, IdentitySecret>
