import type { Conversation } from '../../services/contract/conversations.ts'
import { t } from '../../texts/t.ts'
import { createConfirmationMachine } from '../shared/confirmation.machine.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

interface RenamingValues {
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

export const deleteConversationMachine = createConfirmationMachine({
  id: 'deleteConversation',
  description: 'A conversation is deleted, and left wherever it is open.',
  notifies: ({ subject: { id } }) => [['workspace', { type: 'conversation.deleted', id }]],
})
