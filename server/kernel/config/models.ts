import * as z from 'zod/mini'
import { ConfigError, http, list, price, priceCurrency, protocol, type Settings } from './environment.ts'

/** Address of a model. */
export type ModelEndpoint = { baseUrl: string; apiKey: string; model: string }

/** The protocol for calling a language model. */
export type ModelProtocol = z.infer<typeof protocol>

/** Address of a language model. */
export type ChatEndpoint = ModelEndpoint & { protocol: ModelProtocol }

/** A model that an assistant can use instead of the operator's default, by `id`. */
export type OfferedModel = ChatEndpoint & { id: string; provider: string | null; price: TokenPrice | null }

/** Without a model: Text Embeddings Inference, which serves one. */
export type RerankEndpoint = { baseUrl: string; apiKey: string; model: string | null }

/** Price of a million tokens, input and output. */
export type TokenPrice = { input: number; output: number; currency: string }

export function endpoint(
  prefix: string,
  model: string | undefined,
  baseUrl: string | undefined,
  apiKey: string,
): ModelEndpoint | null {
  if (!model) return null
  if (!baseUrl) throw new ConfigError(`${prefix}_BASE_URL: is needed when ${prefix}_MODEL is set`)
  return { baseUrl, apiKey, model }
}

/** An address without its model would be ignored; that of LLM_BASE_URL can serve embeddings alone. */
export function requireModels(settings: Settings): void {
  const { LLM_BASE_URL, LLM_MODEL, EMBEDDINGS_BASE_URL, EMBEDDINGS_MODEL } = settings
  if (EMBEDDINGS_BASE_URL && !EMBEDDINGS_MODEL)
    throw new ConfigError('EMBEDDINGS_MODEL: is needed when EMBEDDINGS_BASE_URL is set')
  const servesEmbeddings = EMBEDDINGS_MODEL && !EMBEDDINGS_BASE_URL
  if (LLM_BASE_URL && !LLM_MODEL && !servesEmbeddings)
    throw new ConfigError('LLM_MODEL: is needed when LLM_BASE_URL is set')
}

const Prices = z.object({
  input: z.optional(price),
  output: z.optional(price),
  currency: priceCurrency,
})

const PROVIDER_NAME = /^[a-z][a-z0-9-]{0,31}$/

/** Further models at LLM_BASE_URL, and those of each of LLM_PROVIDERS, from its own variables. */
export function offeredModels(
  llm: ChatEndpoint | null,
  price: TokenPrice | null,
  { LLM_MODELS, LLM_PROVIDERS }: Settings,
  present: Record<string, string | undefined>,
): OfferedModel[] {
  const [models, providers] = [list(LLM_MODELS), list(LLM_PROVIDERS)]
  if (!llm) {
    if (models.length + providers.length > 0)
      throw new ConfigError('LLM_MODEL: is needed when LLM_MODELS or LLM_PROVIDERS is set')
    return []
  }
  const offered = [
    ...models.map((model): OfferedModel => ({ ...llm, model, id: model, provider: null, price })),
    ...providers.flatMap((provider) => modelsOf(provider, present)),
  ]
  return [...new Map(offered.map((one) => [one.id, one])).values()]
}

function modelsOf(provider: string, present: Record<string, string | undefined>): OfferedModel[] {
  if (!PROVIDER_NAME.test(provider))
    throw new ConfigError(
      'LLM_PROVIDERS: must list names of lower-case letters, digits and hyphens, separated by commas',
    )
  const prefix = `LLM_${provider.toUpperCase().replaceAll('-', '_')}`
  const baseUrl = z.safeParse(http, present[`${prefix}_BASE_URL`])
  if (!baseUrl.success) throw new ConfigError(`${prefix}_BASE_URL: must be an http:// or https:// URL`)
  const spoken = z.safeParse(z._default(protocol, 'openai'), present[`${prefix}_PROTOCOL`])
  if (!spoken.success) throw new ConfigError(`${prefix}_PROTOCOL: must be openai, anthropic or ollama`)
  const models = list(present[`${prefix}_MODELS`] ?? '')
  if (models.length === 0) throw new ConfigError(`${prefix}_MODELS: must list at least one model`)
  const apiKey = present[`${prefix}_API_KEY`] ?? ''
  const price = priceOf(prefix, present)
  return models.map((model) => ({
    baseUrl: baseUrl.data,
    protocol: spoken.data,
    apiKey,
    model,
    id: `${provider}/${model}`,
    provider,
    price,
  }))
}

function priceOf(prefix: string, present: Record<string, string | undefined>): TokenPrice | null {
  const read = z.safeParse(Prices, {
    input: present[`${prefix}_PRICE_INPUT`],
    output: present[`${prefix}_PRICE_OUTPUT`],
    currency: present[`${prefix}_PRICE_CURRENCY`],
  })
  if (!read.success)
    throw new ConfigError(
      `${prefix}_PRICE_${String(read.error.issues[0]!.path[0]).toUpperCase()}: ${read.error.issues[0]!.message}`,
    )
  const { input, output, currency } = read.data
  return tokenPrice(input, output, currency, prefix)
}

export function rerankEndpoint(
  baseUrl: string | undefined,
  apiKey: string,
  model: string | undefined,
): RerankEndpoint | null {
  if (baseUrl) return { baseUrl, apiKey, model: model ?? null }
  if (model) throw new ConfigError('RERANK_BASE_URL: is needed when RERANK_MODEL is set')
  return null
}

export function tokenPrice(
  input: number | undefined,
  output: number | undefined,
  currency: string,
  prefix = 'LLM',
): TokenPrice | null {
  if (input === undefined && output === undefined) return null
  if (input === undefined || output === undefined)
    throw new ConfigError(
      `${prefix}_PRICE_${input === undefined ? 'INPUT' : 'OUTPUT'}: is required with the other price`,
    )
  return { input, output, currency }
}
