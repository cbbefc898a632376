import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { exact, Id, list, nonBlank, Timestamp, Uuid } from './common.ts'

/** Protocols of language model providers. */
export const ModelProtocol = z.enum(['openai', 'anthropic', 'ollama'])
export type ModelProtocol = z.infer<typeof ModelProtocol>

export const PROVIDER_NAME_MAX = 60
export const PROVIDER_URL_MAX = 1000
export const PROVIDER_KEY_MAX = 1000
export const PROVIDER_MODELS_MAX = 20
export const MODEL_NAME_MAX = 160
const TOKEN_PRICE_MAX = 1_000_000

/** The fallback that means the operator's own model: an empty one means none. */
export const OPERATORS_MODEL = 'operator:default'

const address = exact(PROVIDER_URL_MAX).check(z.trim(), z.minLength(1, t('Please fill in this field.')))
const key = exact(PROVIDER_KEY_MAX).check(z.trim())
const price = z.nullable(z.number().check(z.minimum(0), z.maximum(TOKEN_PRICE_MAX)))
/** ISO 4217 code, such as `EUR`. */
const currency = exact(3).check(z.regex(/^[A-Z]{3}$/, t('Enter a currency such as EUR.')))

/** A provider's model, and the price of a million tokens, read and written; null if unknown. */
export const PricedModel = z.object({
  name: nonBlank(MODEL_NAME_MAX),
  input: price,
  output: price,
})
export type PricedModel = z.infer<typeof PricedModel>

const models = list(PricedModel, PROVIDER_MODELS_MAX, 1)

/** An organization's provider. Its key is never returned; `key_hint` is its last four characters, null without one. */
export const ModelProvider = z.object({
  id: Id,
  name: z.string(),
  protocol: ModelProtocol,
  base_url: z.string(),
  key_hint: z.nullable(z.string()),
  models: z.array(PricedModel),
  currency: z.string(),
  /** Names of the assistants whose draft or published version uses one of its models. */
  used_by: z.array(z.string()),
  created_at: Timestamp,
})
export type ModelProvider = z.infer<typeof ModelProvider>

export const ModelProviderList = z.array(ModelProvider)

/** A provider's address, before it is stored. */
const connection = { protocol: ModelProtocol, base_url: address, api_key: key }

export const NewModelProvider = z.object({
  name: nonBlank(PROVIDER_NAME_MAX),
  ...connection,
  models,
  currency,
})
export type NewModelProvider = z.infer<typeof NewModelProvider>

/** An omitted `api_key` keeps the key; an empty one removes it. */
export const ModelProviderPatch = z.partial(NewModelProvider)
export type ModelProviderPatch = z.infer<typeof ModelProviderPatch>

/** POST …/model-providers/available: without `api_key`, `provider_id`'s key is used, only at its own address. */
export const ModelListRequest = z.object({
  ...connection,
  api_key: z.optional(key),
  provider_id: z.optional(Uuid),
})
export type ModelListRequest = z.infer<typeof ModelListRequest>

export const AvailableModels = z.object({ models: z.array(z.string()) })
export type AvailableModels = z.infer<typeof AvailableModels>

/** A model that an assistant can use, by `id`; `provider` is null for the operator's own model server. */
export const OfferedModel = z.object({
  id: z.string(),
  model: z.string(),
  provider: z.nullable(z.string()),
  /** The owner of the key. */
  of: z.enum(['operator', 'organization']),
})
export type OfferedModel = z.infer<typeof OfferedModel>

/** GET /api/v1/organizations/{id}/models: `default` is used if an assistant names none; null: answers are quoted. */
export const OfferedModels = z.object({ default: z.nullable(z.string()), offered: z.array(OfferedModel) })
export type OfferedModels = z.infer<typeof OfferedModels>

/** Default address of each protocol's own provider. */
export const DEFAULT_BASE_URL: Readonly<Record<ModelProtocol, string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com',
  ollama: 'http://localhost:11434',
}
