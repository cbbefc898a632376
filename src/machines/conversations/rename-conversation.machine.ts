import type { Conversation } from '../../services/contract/conversations.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

export interface RenamingValues {
  readonly id: string
  readonly title: string
}

/** The dialog that renames a conversation. */
export const renameConversationMachine = createFormMachine<RenamingValues, Conversation>({
  id: 'renameConversation',
  description: 'Gives a conversation another name.',
  initial: 'closed',
  empty: { id: '', title: '' },
  validate: ({ title }) => (title.trim() === '' ? { title: t('Enter a name.') } : {}),
  fallback: t('The conversation could not be renamed. Please try again.'),
  notifies: (conversation) => [['chat', { type: 'conversation.changed', conversation }]],
})
