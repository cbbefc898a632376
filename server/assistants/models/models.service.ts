import type {
  ModelListRequest,
  ModelProviderPatch,
  NewModelProvider,
} from '../../../src/services/contract/models.ts'
import type { WithLock } from '../../kernel/db/named-lock.ts'
import { invalid, notFound, refusal } from '../../kernel/errors.ts'
import { failureOf } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import type { Seal } from '../../kernel/secrets.ts'
import { say } from '../../kernel/texts/say.ts'
import { availableModels, tryModels } from './connection.ts'
import type { ModelsRepository, ProviderRow } from './models.repository.ts'

const PROVIDERS_MAX = 20
const HINT_LENGTH = 4
/** Four characters of a shorter key would reveal too much. */
const HINTED_FROM = 12

type Parts = {
  providers: ModelsRepository
  http: Pick<GuardedHttp, 'check' | 'fetch'>
  seal: Seal
  withLock: WithLock
}

export type Models = ReturnType<typeof createModels>

const hintOf = (key: string) => (key.length < HINTED_FROM ? '' : key.slice(-HINT_LENGTH))

/** An organization's providers. Only responding ones are stored. */
export const createModels = ({ providers, http, seal, withLock }: Parts) => {
  const { fetch } = http

  const checked = (address: string) => {
    try {
      return http.check(address)
    } catch (error) {
      throw invalid({ base_url: failureOf(error).said })
    }
  }
  const found = async (organizationId: string, id: string) => {
    const row = await providers.find(organizationId, id)
    if (!row) throw notFound('provider')
    return row
  }
  const keyOf = ({ apiKey }: ProviderRow) => (apiKey === null ? '' : (seal.open(apiKey) ?? ''))
  const stored = (key: string) =>
    key === '' ? { apiKey: null, keyHint: null } : { apiKey: seal.close(key), keyHint: hintOf(key) }

  /** A stored key is sent only to the address that it was entered for. */
  const keyAt = (row: ProviderRow, baseUrl: string) => {
    if (row.apiKey !== null && new URL(row.baseUrl).origin !== new URL(baseUrl).origin)
      throw invalid({ api_key: say('enter_key_again') })
    return keyOf(row)
  }

  const distinct = (models: NewModelProvider['models']) => {
    const names = models.map(({ name }) => name)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice !== undefined) throw invalid({ models: say('model_twice', { model: twice }) })
    return models
  }

  return {
    of: providers.of,
    named: providers.named,

    /** @throws Refusal 422 if it does not respond, 409 if there are too many */
    async create(
      organizationId: string,
      { name, protocol, base_url, api_key, models, currency }: NewModelProvider,
    ): Promise<ProviderRow> {
      const baseUrl = checked(base_url)
      distinct(models)
      await tryModels(
        { protocol, baseUrl, apiKey: api_key, fetch },
        models.map((model) => model.name),
      )
      const wanted = { organizationId, name, protocol, baseUrl, models, currency, ...stored(api_key) }
      return withLock(`providers ${organizationId}`, async () => {
        if ((await providers.of(organizationId)).length >= PROVIDERS_MAX)
          throw refusal('too_many_providers', { max: PROVIDERS_MAX })
        return providers.insert(wanted)
      })
    },

    /** Changed parts are tested first. @throws Refusal 404, 409 if others changed it in the meantime, 422 */
    async change(organizationId: string, id: string, patch: ModelProviderPatch): Promise<ProviderRow> {
      const row = await found(organizationId, id)
      const { name, protocol = row.protocol, models = row.models, currency, api_key } = patch
      const baseUrl = patch.base_url === undefined ? row.baseUrl : checked(patch.base_url)
      const apiKey = api_key ?? keyAt(row, baseUrl)
      const known = row.models.map((model) => model.name)
      const isOther = protocol !== row.protocol || baseUrl !== row.baseUrl || api_key !== undefined
      const asked = distinct(models)
        .map((model) => model.name)
        .filter((model) => isOther || !known.includes(model))
      await tryModels({ protocol, baseUrl, apiKey, fetch }, asked)
      const changes = {
        ...(name !== undefined && name !== row.name && { name }),
        ...(protocol !== row.protocol && { protocol }),
        ...(baseUrl !== row.baseUrl && { baseUrl }),
        ...(JSON.stringify(models) !== JSON.stringify(row.models) && { models }),
        ...(currency !== undefined && currency !== row.currency && { currency }),
      }
      const isChanged = Object.keys(changes).length > 0
      if (!isChanged && api_key === undefined) return row
      const updated = await providers.update(
        row,
        { ...changes, ...(api_key !== undefined && stored(api_key)) },
        [
          ...(isChanged ? (['model_provider.changed'] as const) : []),
          ...(api_key === undefined ? [] : (['model_provider.key_renewed'] as const)),
        ],
      )
      if (updated) return updated
      await found(organizationId, id)
      throw refusal('provider_changed')
    },

    /** @throws Refusal 404 */
    async remove(organizationId: string, id: string): Promise<void> {
      await providers.delete(await found(organizationId, id))
    },

    /** A provider's list of models, whether it is stored or not. @throws Refusal 404, 422 */
    async available(
      organizationId: string,
      { protocol, base_url, api_key, provider_id }: ModelListRequest,
    ): Promise<string[]> {
      const baseUrl = checked(base_url)
      const apiKey =
        api_key ?? (provider_id === undefined ? '' : keyAt(await found(organizationId, provider_id), baseUrl))
      return availableModels({ protocol, baseUrl, apiKey, fetch })
    },
  }
}
