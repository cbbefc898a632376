import type {
  AssistantValues,
  assistantSettingsMachine,
} from '../../src/machines/assistants/assistant-settings.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { refused, unanswered } from './form.model.ts'
import { recordKey, recordUnhandled } from './record.model.ts'

export const SAVED: AssistantValues = {
  name: 'Helper',
  description: 'Hello',
  avatar: '',
  color: 'brick',
  system_prompt: '',
  answer_policy: 'documents_only',
  refusal_message: '',
  welcome_message: '',
  starter_questions: [],
  top_k: 8,
  score_threshold: 0,
  show_citations: true,
  language: 'auto',
  model: '',
  fallback_model: '',
  temperature: 0.1,
  answer_tokens_max: 0,
  launcher_position: 'right',
  launcher_label: '',
  powered_by: true,
  knowledge_base_ids: ['k1', 'k2'],
}

export const assistantSettingsModel: Model<typeof assistantSettingsMachine> = {
  input: { id: 'i1', values: SAVED },
  events: () => [
    { type: 'record.read', values: { ...SAVED, description: 'Good morning' } },
    { type: 'record.read', values: { ...SAVED, name: 'Desk' } },
    ...['Helper', 'Helper ', 'Desk', ' '].map((value) => ({ type: 'field.changed', name: 'name', value })),
    { type: 'form.submitted' },
    { type: 'changes.discarded' },
  ],
  answers: ({ context }) => ({
    save: [{ ...(context.early ?? context.saved), name: context.values.name.trim() }, refused, unanswered],
  }),
  unhandled: recordUnhandled,
  key: recordKey,
}
