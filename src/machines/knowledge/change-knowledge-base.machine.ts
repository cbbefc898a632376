import type { KnowledgeBase } from '../../services/contract/knowledge-bases.ts'
import { t } from '../../texts/t.ts'
import { createConfirmationMachine } from '../shared/confirmation.machine.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

interface KnowledgeBaseDetails {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** The dialog that changes a knowledge base's name and description. */
export const changeKnowledgeBaseMachine = createFormMachine<KnowledgeBaseDetails, KnowledgeBase>({
  id: 'changeKnowledgeBase',
  description: 'Changes the name and the description of a knowledge base.',
  initial: 'closed',
  empty: { id: '', name: '', description: '' },
  validate: ({ name }) => (name.trim() === '' ? { name: t('Give the knowledge base a name.') } : {}),
  fallback: t('The knowledge base could not be changed. Please try again.'),
})

export const deleteKnowledgeBaseMachine = createConfirmationMachine({
  id: 'deleteKnowledgeBase',
  description: 'A knowledge base is deleted, and its page left.',
  // Back is not to lead to its page.
  notifies: () => [['navigation', { type: 'navigation.requested', path: '/knowledge-bases', replace: true }]],
})
