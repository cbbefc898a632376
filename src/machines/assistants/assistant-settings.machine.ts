import { isBrandColor } from '../../services/contract/brand-color.ts'
import { type AssistantSettings, BAD_COLOR, type Integration } from '../../services/contract/integrations.ts'
import { t } from '../../texts/t.ts'
import type { FieldErrors } from '../shared/form/form.parts.ts'
import { createRecordMachine } from '../shared/record.machine.ts'

/** The logo is sent separately, as soon as it is chosen. */
export interface AssistantValues extends Readonly<Omit<AssistantSettings, 'logo_url'>> {
  readonly name: string
  readonly description: string
  readonly knowledge_base_ids: readonly string[]
}

/** Each setting's name within a sentence. */
export const SETTING_NAMES: Readonly<Record<keyof AssistantValues | 'logo_url', string>> = {
  name: t('name'),
  description: t('description'),
  avatar: t('avatar'),
  color: t('colour'),
  knowledge_base_ids: t('knowledge bases'),
  system_prompt: t('instructions'),
  answer_policy: t('answer policy'),
  refusal_message: t('refusal text'),
  welcome_message: t('welcome message'),
  starter_questions: t('starter questions'),
  top_k: t('number of passages'),
  score_threshold: t('minimum rank score'),
  show_citations: t('citations'),
  language: t('language'),
  model: t('model'),
  fallback_model: t('fallback model'),
  temperature: t('temperature'),
  answer_tokens_max: t('maximum length'),
  launcher_position: t('launcher position'),
  launcher_label: t('launcher label'),
  powered_by: t('link to Lectern'),
  logo_url: t('logo'),
}

const validate = ({ name, color, starter_questions }: AssistantValues): FieldErrors => ({
  ...(name.trim() === '' && { name: t('Give the assistant a name.') }),
  ...(!isBrandColor(color) && { color: BAD_COLOR }),
  ...(starter_questions.some((question) => question.trim() === '') && {
    starter_questions: t('Enter the question, or remove the row.'),
  }),
})

export const assistantSettingsMachine = createRecordMachine<AssistantValues>({
  id: 'assistantSettings',
  description: 'How an assistant looks, what it answers from, and how. What is saved is its draft.',
  validate,
  names: SETTING_NAMES,
  inOrder: ['starter_questions'],
  fallback: t('The settings could not be saved. Your changes are kept: try again.'),
})

export const assistantValuesOf = (integration: Integration): AssistantValues => {
  const { name, description, knowledge_base_ids, avatar, color, system_prompt, answer_policy } = integration
  const { refusal_message, welcome_message, starter_questions } = integration
  const { top_k, score_threshold, show_citations, language } = integration
  const { model, fallback_model, temperature, answer_tokens_max } = integration
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
    fallback_model,
    temperature,
    answer_tokens_max,
    launcher_position,
    launcher_label,
    powered_by,
  }
}
