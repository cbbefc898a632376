import { renameConversationMachine } from '../../src/machines/conversations/rename-conversation.machine.ts'
import { modelOfForm } from './form.model.ts'
import { conversation } from './samples.ts'

export const renameConversationModel = modelOfForm({
  name: 'renameConversation',
  machine: renameConversationMachine,
  valid: { title: 'Winter boots' },
  invalid: { title: ' ' },
  field: 'title',
  output: conversation,
})
