import { BAD_COLOR, isBrandColor } from '../../services/contract/brand-color.ts'
import type { AssistantSettings, Integration } from '../../services/contract/integrations.ts'
import type { FieldErrors } from '../form/form.types.ts'
import { createRecordMachine } from '../record/record.machine.ts'

/** The logo is sent by itself, as soon as it is chosen. */
export interface AssistantValues extends Readonly<Omit<AssistantSettings, 'logo_url'>> {
  readonly name: string
  readonly description: string
  readonly knowledge_base_ids: readonly string[]
}

/** How a sentence calls each setting. */
export const SETTING_NAMES: Readonly<Record<keyof AssistantValues | 'logo_url', string>> = {
  name: 'name',
  description: 'description',
  avatar: 'avatar',
  color: 'colour',
  knowledge_base_ids: 'knowledge bases',
  system_prompt: 'instructions',
  answer_policy: 'answer policy',
  refusal_message: 'refusal text',
  welcome_message: 'welcome message',
  starter_questions: 'starter questions',
  top_k: 'number of passages',
  score_threshold: 'score threshold',
  show_citations: 'citations',
  language: 'language',
  model: 'model',
  temperature: 'temperature',
  launcher_position: 'position of the launcher',
  launcher_label: 'label of the launcher',
  powered_by: 'link to Lectern',
  logo_url: 'logo',
}

const validate = ({ name, color, starter_questions }: AssistantValues): FieldErrors => ({
  ...(name.trim() === '' && { name: 'Give the assistant a name.' }),
  ...(!isBrandColor(color) && { color: BAD_COLOR }),
  ...(starter_questions.some((question) => question.trim() === '') && {
    starter_questions: 'Write the question, or remove its line.',
  }),
})

export const assistantSettingsMachine = createRecordMachine<AssistantValues>({
  id: 'assistantSettings',
  description: 'How an assistant looks, what it answers from, and how. What is saved is its draft.',
  validate,
  names: SETTING_NAMES,
  fallback: 'The settings could not be saved. Your changes are kept: try again.',
})

export const assistantValuesOf = (integration: Integration): AssistantValues => {
  const { name, description, knowledge_base_ids, avatar, color, system_prompt, answer_policy } = integration
  const { refusal_message, welcome_message, starter_questions } = integration
  const { top_k, score_threshold, show_citations, language, model, temperature } = integration
  const { launcher_position, launcher_label, powered_by } = integration
  return {
    name,
    description,
    knowledge_base_ids,
    avatar,
    color,
    system_prompt,
    answer_policy,
    refusal_message,
    welcome_message,
    starter_questions,
    top_k,
    score_threshold,
    show_citations,
    language,
    model,
    temperature,
    launcher_position,
    launcher_label,
    powered_by,
  }
}
