import type { ApiKeyScope, CreatedApiKey } from '../../services/contract/security.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'

interface ApiKeyValues {
  readonly name: string
  readonly scopes: readonly ApiKeyScope[]
  /** Days as text; '' never expires. */
  readonly lifetime: string
}

/** The dialog that creates an API key and shows its secret once. */
export const createApiKeyMachine = createFormMachine<ApiKeyValues, CreatedApiKey>({
  id: 'createApiKey',
  description: 'Makes an API key and shows its secret once.',
  initial: 'closed',
  acceptedAs: 'shown',
  empty: { name: '', scopes: ['read'], lifetime: '90' },
  validate: ({ name, scopes }) => ({
    ...(name.trim() === '' && { name: t('Give the key a name.') }),
    ...(scopes.length === 0 && { scopes: t('Choose at least one permission.') }),
  }),
  fallback: t('The key could not be created. Please try again.'),
})

export type CreateApiKeyRef = FormRef<ApiKeyValues, CreatedApiKey>
