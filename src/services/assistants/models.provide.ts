import { fromPromise } from 'xstate'
import {
  type ListedFrom,
  listModelsMachine,
  type ModelLine,
  modelProviderMachine,
  type ProviderValues,
} from '../../machines/assistants/model-provider.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { DEFAULT_BASE_URL } from '../contract/models.ts'
import { modelProviders } from '../contract/operations/model-providers.ts'
import type { Http } from '../http/client.ts'
import { provideConfirmation } from '../shell/confirmation.provide.ts'

const priceOf = (typed: string) => (typed.trim() === '' ? null : Number(typed.trim().replace(',', '.')))

const modelOf = ({ name, input, output }: ModelLine) => ({
  name: name.trim(),
  input: priceOf(input),
  output: priceOf(output),
})

const addressOf = ({ protocol, base_url }: Pick<ProviderValues, 'protocol' | 'base_url'>) =>
  base_url.trim() || DEFAULT_BASE_URL[protocol]

/** The machines of model providers. */
export function provideModels({ http, cache }: { http: Http; cache: QueryCache }) {
  const readAgain = () =>
    void cache.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.includes('modelProviders') || queryKey.includes('models'),
    })
  return {
    modelProvider: modelProviderMachine.provide({
      actors: {
        submit: fromPromise(({ input: { organizationId, values } }: { input: Submitted<ProviderValues> }) => {
          const { provider_id, name, protocol, api_key, models, currency } = values
          const provider = {
            name: name.trim(),
            protocol,
            base_url: addressOf(values),
            models: models.map(modelOf),
            currency: currency.trim().toUpperCase(),
          }
          return provider_id === ''
            ? http.call(modelProviders.add, { organizationId }, { body: { ...provider, api_key } })
            : http.call(
                modelProviders.change,
                { organizationId, id: provider_id },
                { body: { ...provider, ...(api_key !== '' && { api_key }) } },
              )
        }),
      },
      actions: { finish: readAgain },
    }),
    listModels: listModelsMachine.provide({
      actors: {
        submit: fromPromise(
          async ({ input: { organizationId, values } }: { input: Submitted<ListedFrom> }) => {
            const { provider_id, protocol, api_key, key_url } = values
            const isStored = api_key === '' && key_url !== ''
            const { models } = await http.call(
              modelProviders.available,
              { organizationId },
              {
                body: {
                  protocol,
                  base_url: addressOf(values),
                  ...(isStored ? { provider_id } : { api_key }),
                },
              },
            )
            return models
          },
        ),
      },
    }),
    deleteProvider: provideConfirmation(
      confirmationMachine,
      ({ organizationId, id }) => http.call(modelProviders.remove, { organizationId, id }),
      readAgain,
    ),
  }
}
