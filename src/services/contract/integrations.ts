import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { isBrandColor } from './brand-color.ts'
import { exact, Id, list, Moment, name, nonBlank, Timestamp, text } from './common.ts'

/** POST /api/v1/integrations/{id}/logo: the field `file` of a form; PNG, JPEG or WebP. */
export const ASSISTANT_LOGO_BYTES_MAX = 2 * 1024 * 1024

export const IntegrationStatus = z.enum(['draft', 'published', 'paused'])
export type IntegrationStatus = z.infer<typeof IntegrationStatus>

/** `documents_only` refuses what the documents do not answer; `documents_first` lets a model add its own knowledge. */
export const AnswerPolicy = z.enum(['documents_only', 'documents_first'])
export type AnswerPolicy = z.infer<typeof AnswerPolicy>

/** `auto`: the question's language. */
export const AnswerLanguage = z.enum(['auto', 'en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'zh'])
export type AnswerLanguage = z.infer<typeof AnswerLanguage>

export const BAD_COLOR = t('Enter a colour such as #1F6650.')

/** A name of `NAMED_COLORS`, or the customer's own colour, such as `#1F6650`. */
export const BrandColor = exact(16).check(z.refine(isBrandColor, BAD_COLOR))

/** The corner of a site in which the launcher is shown. */
export const LauncherPosition = z.enum(['left', 'right'])
export type LauncherPosition = z.infer<typeof LauncherPosition>

export const LAUNCHER_LABEL_MAX = 40
export const INTEGRATION_NAME_MAX = 80
export const STARTERS_MAX = 5
export const STARTER_LENGTH_MAX = 200
export const SYSTEM_PROMPT_MAX = 8000
export const TOP_K_MAX = 20
export const TEMPERATURE_MAX = 2
export const ANSWER_TOKENS_MAX = 12_000
const MODEL_ID_MAX = 200

const AVATAR_MAX = 2 // characters as a reader counts them
const graphemes = new Intl.Segmenter()
const isAvatar = (value: string) => {
  let count = 0
  for (const _ of graphemes.segment(value)) if (++count > AVATAR_MAX) return false
  return true
}
const avatar = text(16).check(z.refine(isAvatar, t('Use one or two letters, or a symbol.')))

/** Settings besides name, description and knowledge bases. */
const settings = {
  /** One or two letters, or an emoji; empty for the name's first letter. */
  avatar,
  color: BrandColor,
  /** Followed by a language model; the embedded answerer only quotes. */
  system_prompt: text(SYSTEM_PROMPT_MAX),
  answer_policy: AnswerPolicy,
  /** The answer if the documents contain none; empty for the default text. */
  refusal_message: text(500),
  welcome_message: text(500),
  starter_questions: list(nonBlank(STARTER_LENGTH_MAX), STARTERS_MAX),
  /** Maximum number of passages used for an answer. */
  top_k: z.int().check(z.minimum(1), z.maximum(TOP_K_MAX)),
  /** Passages with a lower score, 0 to 1, are excluded. */
  score_threshold: z.number().check(z.minimum(0), z.maximum(1)),
  show_citations: z.boolean(),
  language: AnswerLanguage,
  /** The id of an offered model (GET /api/v1/organizations/{id}/models); empty for the operator's default. */
  model: text(MODEL_ID_MAX),
  /** Used if the model sends no first word; empty for none. */
  fallback_model: text(MODEL_ID_MAX),
  /** Sampling temperature: 0 always takes the likeliest word. */
  temperature: z.number().check(z.minimum(0), z.maximum(TEMPERATURE_MAX)),
  /** Maximum length of an answer; 0 for no limit. */
  answer_tokens_max: z.int().check(z.minimum(0), z.maximum(ANSWER_TOKENS_MAX)),
  launcher_position: LauncherPosition,
  /** Text on the launcher; empty for “Ask” and the name. */
  launcher_label: text(LAUNCHER_LABEL_MAX),
  /** Whether the public page links to Lectern; removing the link depends on the plan. */
  powered_by: z.boolean(),
}

/** Set by POST and DELETE …/logo; empty for the avatar. */
const logo = { logo_url: z.string() }

export const AssistantSettings = z.object({ ...settings, ...logo })
export type AssistantSettings = z.infer<typeof AssistantSettings>

/** The contents of a version: what an answer is made with. */
export const Configuration = z.object({
  name: z.string(),
  knowledge_base_ids: z.array(Id),
  ...settings,
  ...logo,
})
export type Configuration = z.infer<typeof Configuration>

/** Its settings are the draft's; the public page uses those of `config_version`. */
export const Integration = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  description: z.string(),
  status: IntegrationStatus,
  /** Whether only chosen groups and people can use it. */
  restricted: z._default(z.boolean(), false),
  knowledge_base_ids: z.array(Id),
  ...settings,
  ...logo,
  /** The published version, from 1; null before the first. */
  config_version: z.nullable(z.int()),
  published_at: z.nullable(Timestamp),
  /** Names of the settings in which the draft differs from the published version. */
  draft_changes: z.array(z.string()),
  counts: z.object({ questions: z.int(), answered: z.int() }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Integration = z.infer<typeof Integration>

export const IntegrationList = z.array(Integration)

/** An assistant's published version, for people who ask it. */
export const Assistant = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  avatar: z.string(),
  logo_url: z.string(),
  color: BrandColor,
  welcome_message: z.string(),
  starter_questions: z.array(z.string()),
  knowledge_base_ids: z.array(Id),
})
export type Assistant = z.infer<typeof Assistant>

/** GET /api/v1/organizations/{id}/assistants: the published ones, by name. */
export const AssistantList = z.array(Assistant)

/** GET /api/v1/integrations/{id}/general (S7.general, S2.30). */
export const IntegrationGeneral = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  description: z.string(),
})
export type IntegrationGeneral = z.infer<typeof IntegrationGeneral>

const knowledgeBaseIds = list(Id, 50)

/** POST /api/v1/organizations/{id}/integrations */
export const NewIntegration = z.object({
  name: name(INTEGRATION_NAME_MAX),
  description: z._default(text(160), ''),
  knowledge_base_ids: z._default(knowledgeBaseIds, []),
})
export type NewIntegration = z.input<typeof NewIntegration>

/** PATCH /api/v1/integrations/{id}: changes the draft. */
export const IntegrationPatch = z.partial(
  z.object({
    name: name(INTEGRATION_NAME_MAX),
    description: text(160),
    knowledge_base_ids: knowledgeBaseIds,
    ...settings,
  }),
)
export type IntegrationPatch = z.infer<typeof IntegrationPatch>

/** POST /api/v1/integrations/{id}/publish; `seen_at` is the `updated_at` of the draft that was reviewed. */
export const Publication = z.object({ seen_at: z.optional(Moment) })
export type Publication = z.infer<typeof Publication>

export const IntegrationVersion = z.object({
  version: z.int(),
  published_at: Timestamp,
  /** Name or address of the publisher; null once the account is deleted. */
  published_by: z.nullable(z.string()),
  /** Names of the settings that differ from the previous version. */
  changes: z.array(z.string()),
  configuration: Configuration,
})
export type IntegrationVersion = z.infer<typeof IntegrationVersion>

/** GET /api/v1/integrations/{id}/versions, newest first. */
export const IntegrationVersionList = z.array(IntegrationVersion)
