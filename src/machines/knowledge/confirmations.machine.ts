import { createConfirmationMachine } from '../shared/confirmation.machine.ts'

export const deleteKnowledgeBaseMachine = createConfirmationMachine({
  id: 'deleteKnowledgeBase',
  description: 'A knowledge base is deleted, and its page left.',
  leadsTo: () => '/knowledge-bases',
})
