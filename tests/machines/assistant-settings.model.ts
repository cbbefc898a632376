import { DEFAULT_SETTINGS } from '../../server/assistants/integrations/configuration.ts'
import type {
  AssistantValues,
  assistantSettingsMachine,
} from '../../src/machines/assistants/assistant-settings.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { refused, unanswered } from './form.model.ts'
import { recordKey, recordUnhandled } from './record.model.ts'

const { logo_url: _, ...settings } = DEFAULT_SETTINGS

export const SAVED: AssistantValues = {
  name: 'Helper',
  description: 'Hello',
  ...settings,
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
