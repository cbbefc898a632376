import type { Integration } from '../../services/contract/integrations.ts'
import { createRecordMachine } from '../record/record.machine.ts'

export interface AssistantValues {
  readonly name: string
  readonly description: string
  readonly welcome_message: string
  readonly knowledge_base_ids: readonly string[]
}

export const assistantSettingsMachine = createRecordMachine<AssistantValues>({
  id: 'assistantSettings',
  description: 'What an assistant is called, how it welcomes, and what it answers from.',
  validate: ({ name }) => ({ ...(name.trim() === '' && { name: 'Give the assistant a name.' }) }),
  names: {
    name: 'name',
    description: 'description',
    welcome_message: 'welcome message',
    knowledge_base_ids: 'knowledge bases',
  },
  fallback: 'The settings could not be saved. Your changes are kept: try again.',
})

export const assistantValuesOf = ({
  name,
  description,
  welcome_message,
  knowledge_base_ids,
}: Integration): AssistantValues => ({ name, description, welcome_message, knowledge_base_ids })
