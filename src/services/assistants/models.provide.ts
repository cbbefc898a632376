import {
  listModelsMachine,
  type ModelLine,
  modelProviderMachine,
  type ProviderValues,
  storedProvider,
} from '../../machines/assistants/model-provider.machine.ts'
import { failureOf } from '../../machines/failure.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import { changesSince } from '../../machines/shared/differences.ts'
import { type QueryCache, rereads } from '../cache/query-cache.ts'
import { DEFAULT_BASE_URL } from '../contract/models.ts'
import { modelProviders } from '../contract/operations/model-providers.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'
import { provideRemoval } from '../shared/confirmation.provide.ts'

const priceOf = (typed: string) => (typed.trim() === '' ? null : Number(typed.trim().replace(',', '.')))

const modelOf = ({ name, input, output }: ModelLine) => ({
  name: name.trim(),
  input: priceOf(input),
  output: priceOf(output),
})

const addressOf = ({ protocol, base_url }: Pick<ProviderValues, 'protocol' | 'base_url'>) =>
  base_url.trim() || DEFAULT_BASE_URL[protocol]

const providerIn = (values: ProviderValues) => ({
  name: values.name.trim(),
  protocol: values.protocol,
  base_url: addressOf(values),
  api_key: values.api_key,
  models: values.models.map(modelOf),
  currency: values.currency.trim().toUpperCase(),
})

/** An empty key keeps the stored one. An entered one is for the address that is seen, whatever others change. */
const changedIn = (opened: ProviderValues | null, values: ProviderValues) => {
  const { api_key, ...changes } = changesSince(opened, values, providerIn)
  return api_key ? { ...changes, api_key, base_url: addressOf(values) } : changes
}

/** The machines of model providers. */
export function provideModels({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = rereads(cache, 'modelProviders', 'models')
  /** A refusal because of others' changes says what is stored now. */
  const change = (values: ProviderValues, organizationId: string, opened: ProviderValues | null) => {
    const at = { organizationId, id: values.provider_id }
    return http
      .call(modelProviders.change, at, { body: changedIn(opened, values) })
      .catch(async (error: object) => {
        if (failureOf(error, '').code !== 'provider_changed') throw error
        readAgain()
        const providers = await http.call(modelProviders.list, { organizationId }).catch(() => [])
        const found = providers.find(({ id }) => id === at.id)
        throw Object.assign(error, found && { stored: storedProvider(found) })
      })
  }
  return {
    modelProvider: provideForm(
      modelProviderMachine,
      (values, organizationId, opened) =>
        values.provider_id === ''
          ? http.call(modelProviders.add, { organizationId }, { body: providerIn(values) })
          : change(values, organizationId, opened),
      readAgain,
    ),
    listModels: provideForm(listModelsMachine, async (values, organizationId) => {
      const { provider_id, protocol, api_key, key_url } = values
      const isStored = api_key === '' && key_url !== ''
      const body = { protocol, base_url: addressOf(values), ...(isStored ? { provider_id } : { api_key }) }
      return (await http.call(modelProviders.available, { organizationId }, { body })).models
    }),
    deleteProvider: provideRemoval(
      confirmationMachine,
      ({ organizationId, id }) => http.call(modelProviders.remove, { organizationId, id }),
      readAgain,
    ),
  }
}
