import type { Integration } from '../../services/contract/integrations.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface IntegrationValues {
  readonly name: string
  readonly description: string
  readonly knowledge_base_ids: readonly string[]
}

export const createIntegrationMachine = createFormMachine<IntegrationValues, Integration>({
  id: 'createIntegration',
  description: 'The dialog that creates an assistant on one or more knowledge bases.',
  initial: 'closed',
  empty: { name: '', description: '', knowledge_base_ids: [] },
  validate: ({ name, knowledge_base_ids }) => ({
    ...(name.trim() === '' && { name: t('Give the assistant a name.') }),
    ...(knowledge_base_ids.length === 0 && { knowledge_base_ids: t('Choose at least one knowledge base.') }),
  }),
  fallback: t('Failed to create integration'),
  leadsTo: ({ id }) => `/integrations/${id}`,
})
