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
import { MANAGE, READ, UNVERIFIED } from './phrases.ts'

const PROVIDER = {
  name: 'Company models',
  protocol: 'openai',
  base_url: 'https://models.example.com/v1',
  api_key: 'sk-and-more',
  models: [{ name: 'large', input: 2.5, output: 10 }],
  currency: 'EUR',
}

/** Providers of models, and the models that assistants may name. */
export const modelProviders = {
  offered: operation('GET /api/v1/organizations/:organizationId/models', OfferedModels, {
    summary: 'List the models that an assistant may name',
    description:
      'Those of the operator and those of providers of the organization. `default` writes where an assistant names none.',
    may: 'read',
    keys: READ,
  }),
  list: operation('GET /api/v1/organizations/:organizationId/model-providers', ModelProviderList, {
    summary: 'List the providers of models',
    description: 'Of a key its last four characters are told.',
    may: 'manage',
    keys: MANAGE,
  }),
  add: operation('POST /api/v1/organizations/:organizationId/model-providers', ModelProvider, {
    summary: 'Add a provider of models',
    description:
      'Each model is asked one word; a provider that does not answer is not stored. Prices are for a million tokens.',
    may: 'manage',
    status: 201,
    body: NewModelProvider,
    example: { body: PROVIDER },
    refuses: { 403: UNVERIFIED, 409: 'The organization has too many providers.' },
  }),
  available: operation(
    'POST /api/v1/organizations/:organizationId/model-providers/available',
    AvailableModels,
    {
      summary: 'List what a provider has',
      description:
        'Without `api_key`, the stored key of `provider_id` is used, at the address that it belongs to.',
      may: 'manage',
      unaudited: 'Reads what a provider lists, and keeps nothing.',
      body: ModelListRequest,
      example: {
        body: { protocol: PROVIDER.protocol, base_url: PROVIDER.base_url, api_key: PROVIDER.api_key },
      },
      refuses: { 403: UNVERIFIED },
    },
  ),
  change: operation('PATCH /api/v1/organizations/:organizationId/model-providers/:id', ModelProvider, {
    summary: 'Change a provider, or renew its key',
    description: 'What is new is asked one word first. Another address needs the key again.',
    may: 'manage',
    body: ModelProviderPatch,
    example: { body: { name: 'Models of the company' } },
  }),
  remove: operation('DELETE /api/v1/organizations/:organizationId/model-providers/:id', Acknowledged, {
    summary: 'Delete a provider',
    description:
      'Assistants that name one of its models are answered by their fallback, else by the operator.',
    may: 'manage',
  }),
}
