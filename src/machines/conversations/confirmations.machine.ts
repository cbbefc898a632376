import { createConfirmationMachine } from '../shared/confirmation.machine.ts'

export const deleteConversationMachine = createConfirmationMachine({
  id: 'deleteConversation',
  description: 'A conversation is deleted, and left wherever it is open.',
  notifies: ({ subject: { id } }) => [['workspace', { type: 'conversation.deleted', id }]],
})
