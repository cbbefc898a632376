import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { exact, Id, list, nonBlank, Timestamp } from './common.ts'

/** What a provider of language models is asked by. */
export const ModelProtocol = z.enum(['openai', 'anthropic', 'ollama'])
export type ModelProtocol = z.infer<typeof ModelProtocol>

export const PROVIDER_NAME_MAX = 60
export const PROVIDER_URL_MAX = 1000
export const PROVIDER_KEY_MAX = 1000
export const PROVIDER_MODELS_MAX = 20
export const MODEL_NAME_MAX = 160
const TOKEN_PRICE_MAX = 1_000_000

/** The fallback of an assistant that is the operator's own model: an empty one is none. */
export const OPERATORS_MODEL = 'operator:default'

const address = exact(PROVIDER_URL_MAX).check(z.trim(), z.minLength(1, t('Please fill in this field.')))
const key = exact(PROVIDER_KEY_MAX).check(z.trim())
const price = z.nullable(z.number().check(z.minimum(0), z.maximum(TOKEN_PRICE_MAX)))
/** As ISO 4217 has it, as `EUR`. */
const currency = exact(3).check(z.regex(/^[A-Z]{3}$/, t('Enter a currency such as EUR.')))

/** A model of a provider, and what a million tokens cost, read and written; null where that is not known. */
export const PricedModel = z.object({
  name: nonBlank(MODEL_NAME_MAX),
  input: price,
  output: price,
})
export type PricedModel = z.infer<typeof PricedModel>

const models = list(PricedModel, PROVIDER_MODELS_MAX, 1)

/** A provider of an organization. Its key is told never; `key_hint` are its last four characters, null without one. */
export const ModelProvider = z.object({
  id: Id,
  name: z.string(),
  protocol: ModelProtocol,
  base_url: z.string(),
  key_hint: z.nullable(z.string()),
  models: z.array(PricedModel),
  currency: z.string(),
  /** Names of the assistants whose draft or published version names one of its models. */
  used_by: z.array(z.string()),
  created_at: Timestamp,
})
export type ModelProvider = z.infer<typeof ModelProvider>

export const ModelProviderList = z.array(ModelProvider)

/** Where a provider answers, before it is stored. */
const connection = { protocol: ModelProtocol, base_url: address, api_key: key }

export const NewModelProvider = z.object({
  name: nonBlank(PROVIDER_NAME_MAX),
  ...connection,
  models,
  currency,
})
export type NewModelProvider = z.infer<typeof NewModelProvider>

/** Without `api_key` the key stays; an empty one removes it. */
export const ModelProviderPatch = z.partial(NewModelProvider)
export type ModelProviderPatch = z.infer<typeof ModelProviderPatch>

/** POST …/model-providers/available: without `api_key` the key of `provider_id` is used, at its own address alone. */
export const ModelListRequest = z.object({
  ...connection,
  api_key: z.optional(key),
  provider_id: z.optional(z.uuid()),
})
export type ModelListRequest = z.infer<typeof ModelListRequest>

export const AvailableModels = z.object({ models: z.array(z.string()) })
export type AvailableModels = z.infer<typeof AvailableModels>

/** A model that an assistant may name, by `id`; `provider` is null for the server of the operator's own model. */
export const OfferedModel = z.object({
  id: z.string(),
  model: z.string(),
  provider: z.nullable(z.string()),
  /** By whose key it is asked. */
  of: z.enum(['operator', 'organization']),
})
export type OfferedModel = z.infer<typeof OfferedModel>

/** GET /api/v1/organizations/{id}/models: `default` writes where an assistant names none; null: answers are quoted. */
export const OfferedModels = z.object({ default: z.nullable(z.string()), offered: z.array(OfferedModel) })
export type OfferedModels = z.infer<typeof OfferedModels>

/** Where a protocol's own provider answers. */
export const DEFAULT_BASE_URL: Readonly<Record<ModelProtocol, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  ollama: 'http://localhost:11434',
}
