import type { KnowledgeBase } from '../../services/contract/knowledge-bases.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

interface KnowledgeBaseValues {
  readonly name: string
  readonly description: string
}

export const createKnowledgeBaseMachine = createFormMachine<KnowledgeBaseValues, KnowledgeBase>({
  id: 'createKnowledgeBase',
  description: 'The dialog that creates a knowledge base.',
  initial: 'closed',
  empty: { name: '', description: '' },
  validate: ({ name }) => ({ ...(name.trim() === '' && { name: t('Give the knowledge base a name.') }) }),
  fallback: t('Failed to create knowledge base'),
  leadsTo: ({ id }) => `/knowledge-bases/${id}`,
})
