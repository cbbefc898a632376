import type { AssistantSettings, Configuration } from '../../../src/services/contract/integrations.ts'
import type { IntegrationRow } from './integrations.types.ts'

export const DEFAULT_SETTINGS: AssistantSettings = {
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
  logo_url: '',
}

/** The draft in the form of a version. */
export const draftOf = ({ name, knowledgeBaseIds, settings }: IntegrationRow): Configuration => ({
  name,
  knowledge_base_ids: knowledgeBaseIds,
  ...settings,
})

/** The configuration to answer with; `version` is null for the draft. */
export type Effective = { configuration: Configuration; version: number | null }

/** Knowledge bases are a set: their order does not matter. */
const textOf = (name: string, value: unknown) =>
  JSON.stringify(name === 'knowledge_base_ids' ? [...(value as string[])].sort() : value)

const BLANK: Configuration = { name: '', knowledge_base_ids: [], ...DEFAULT_SETTINGS }

/** Names of differing settings; without an earlier version, all that are not the default. */
export const changesBetween = (before: Configuration | null, after: Configuration): string[] => {
  // A setting missing from a version was introduced after it.
  const [from, to] = [
    { ...BLANK, ...before },
    { ...BLANK, ...after },
  ]
  return Object.keys(BLANK).filter(
    (name) =>
      textOf(name, to[name as keyof Configuration]) !== textOf(name, from[name as keyof Configuration]),
  )
}
