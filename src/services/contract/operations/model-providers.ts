import { Acknowledged } from '../common.ts'
import {
  AvailableModels,
  ModelListRequest,
  ModelProvider,
  ModelProviderList,
  ModelProviderPatch,
  NewModelProvider,
  OfferedModels,
} from '../models.ts'
import { operation } from './operation.ts'
import { MANAGE, READ } from './phrases.ts'

const PROVIDER = {
  name: 'Company models',
  protocol: 'openai',
  base_url: 'https://models.example.com/v1',
  api_key: 'sk-and-more',
  models: [{ name: 'large', input: 2.5, output: 10 }],
  currency: 'EUR',
}

/** Model providers, and the models that assistants can use. */
export const modelProviders = {
  offered: operation('GET /api/v1/organizations/:organizationId/models', OfferedModels, {
    summary: 'List the models that assistants can use',
    description:
      'The operator’s models and those of the organization’s providers. `default` is used by assistants that name no model.',
    may: 'read',
    keys: READ,
  }),
  list: operation('GET /api/v1/organizations/:organizationId/model-providers', ModelProviderList, {
    summary: 'List the model providers',
    description: 'Only the last four characters of a key are returned.',
    may: 'manage',
    keys: MANAGE,
  }),
  add: operation('POST /api/v1/organizations/:organizationId/model-providers', ModelProvider, {
    summary: 'Add a model provider',
    description:
      'Each model is tested with a short request. A provider that does not answer is not saved. Prices are per million tokens.',
    may: 'manage',
    verified: true,
    status: 201,
    body: NewModelProvider,
    example: { body: PROVIDER },
    refuses: { 409: 'The organization has reached its maximum number of providers.' },
  }),
  available: operation(
    'POST /api/v1/organizations/:organizationId/model-providers/available',
    AvailableModels,
    {
      summary: 'List the models that a provider offers',
      description:
        'Without `api_key`, the stored key of `provider_id` is used, but only at the address it was saved for.',
      may: 'manage',
      verified: true,
      unaudited: 'Reads what a provider lists, and keeps nothing.',
      body: ModelListRequest,
      example: {
        body: { protocol: PROVIDER.protocol, base_url: PROVIDER.base_url, api_key: PROVIDER.api_key },
      },
    },
  ),
  change: operation('PATCH /api/v1/organizations/:organizationId/model-providers/:id', ModelProvider, {
    summary: 'Update a provider or replace its key',
    description: 'New models are tested first. A new address requires the key again.',
    may: 'manage',
    body: ModelProviderPatch,
    example: { body: { name: 'Models of the company' } },
    refuses: { 409: 'The provider was changed while its models were tested.' },
  }),
  remove: operation('DELETE /api/v1/organizations/:organizationId/model-providers/:id', Acknowledged, {
    summary: 'Delete a provider',
    description:
      'Assistants that use one of its models switch to their fallback model, or else to the operator’s model.',
    may: 'manage',
  }),
}
