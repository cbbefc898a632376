import type { AssistantSettings } from '../../../src/services/contract/integrations.ts'
import { type OfferedModels, OPERATORS_MODEL } from '../../../src/services/contract/models.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Seal } from '../../kernel/secrets.ts'
import { createChatModel } from './create-model.ts'
import type { ModelSource } from './model-source.ts'
import type { ModelsRepository, ProviderRow } from './models.repository.ts'

/** The settings of an assistant that name models. */
export type NamedModels = Pick<AssistantSettings, 'model' | 'fallback_model'>

type Parts = {
  config: Pick<Config, 'llm' | 'llmOffered' | 'llmPrice' | 'llmStallLimit'>
  providers: Pick<ModelsRepository, 'of'>
  seal: Pick<Seal, 'open'>
  fetch: typeof globalThis.fetch
}

const SEPARATOR = '/'

/** Id of a model of an organization's provider; the operator's never begin with a UUID. */
export const idOf = (providerId: string, model: string) => `${providerId}${SEPARATOR}${model}`

export type ModelDirectory = Awaited<ReturnType<typeof createModelDirectory>>

/** The operator's and each organization's models, by the ids in assistants' settings. */
export async function createModelDirectory({ config, providers, seal, fetch }: Parts) {
  const { llm, llmOffered, llmPrice, llmStallLimit: timeout } = config

  const operators = new Map<string, ModelSource>()
  for (const { id, provider, price, ...endpoint } of [
    ...(llm ? [{ ...llm, id: OPERATORS_MODEL, provider: null, price: llmPrice }] : []),
    ...llmOffered,
  ]) {
    const chat = await createChatModel({ ...endpoint, timeout })
    operators.set(id, { chat, provider, of: 'operator', price, circuit: endpoint.baseUrl })
  }

  /** Follows its provider's settings: each change creates a new client. */
  const clients = new Map<string, { of: number; source: Promise<ModelSource> }>()
  const sourceOf = (row: ProviderRow, { name, input, output }: ProviderRow['models'][number]) => {
    const id = idOf(row.id, name)
    const known = clients.get(id)
    if (known?.of === row.updatedAt.getTime()) return known.source
    const { protocol, baseUrl, currency } = row
    const apiKey = row.apiKey === null ? '' : (seal.open(row.apiKey) ?? '')
    const source = createChatModel({ protocol, baseUrl, apiKey, model: name, timeout, fetch }).then(
      (chat): ModelSource => ({
        chat,
        provider: row.name,
        of: 'organization',
        price: input === null || output === null ? null : { input, output, currency },
        circuit: row.id,
      }),
    )
    clients.set(id, { of: row.updatedAt.getTime(), source })
    return source
  }

  return {
    /** The answering model and its fallback. If both are gone, the operator's own, if there is one. */
    async sourcesFor(organizationId: string, { model, fallback_model }: NamedModels): Promise<ModelSource[]> {
      const isOwn = (id: string) => id !== '' && !operators.has(id)
      const rows = isOwn(model) || isOwn(fallback_model) ? await providers.of(organizationId) : []
      const find = async (id: string) => {
        const row = rows.find((one) => id.startsWith(idOf(one.id, '')))
        const named = row?.models.find(({ name }) => idOf(row.id, name) === id)
        return row && named ? sourceOf(row, named) : operators.get(id)
      }
      const own = operators.get(OPERATORS_MODEL)
      const named = [model === '' ? own : await find(model), await find(fallback_model)]
      const there = new Set(named.filter((source) => source !== undefined))
      return there.size > 0 || !own ? [...there] : [own]
    },

    async offered(organizationId: string): Promise<OfferedModels> {
      return {
        default: llm?.model ?? null,
        offered: [
          ...llmOffered.map(({ id, model, provider }) => ({ id, model, provider, of: 'operator' as const })),
          ...(await providers.of(organizationId)).flatMap(({ id, name, models }) =>
            models.map((model) => ({
              id: idOf(id, model.name),
              model: model.name,
              provider: name,
              of: 'organization' as const,
            })),
          ),
        ],
      }
    },
  }
}
