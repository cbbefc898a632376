import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'
import { type ProviderValues, problemOfAddress } from './model-provider.machine.ts'

/** The provider whose models are listed. */
export type ListedFrom = Pick<ProviderValues, 'provider_id' | 'protocol' | 'base_url' | 'key_url' | 'api_key'>

/** The models that a provider lists, and the format of their names. */
export const listModelsMachine = createFormMachine<ListedFrom, string[]>({
  id: 'listModels',
  description: 'Asks a provider for the names of its models.',
  initial: 'closed',
  acceptedAs: 'shown',
  finishes: false,
  empty: { provider_id: '', protocol: 'openai', base_url: '', key_url: '', api_key: '' },
  validate: problemOfAddress,
  fallback: t('The list could not be loaded. Type the model names.'),
})

export type ListModelsRef = FormRef<ListedFrom, string[]>
