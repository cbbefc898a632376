import { Acknowledged } from '../common.ts'
import {
  ApiKeyList,
  CreatedApiKey,
  CreatedOrganizationApiKey,
  NewApiKey,
  OrganizationApiKeyList,
} from '../security.ts'
import { operation } from './operation.ts'

/** API keys of a person and of an organization. */
export const apiKeys = {
  mine: operation('GET /api/v1/users/me/api-keys', ApiKeyList, {
    summary: 'List your API keys',
    who: 'self',
  }),
  create: operation('POST /api/v1/users/me/api-keys', CreatedApiKey, {
    summary: 'Create an API key that acts in your name',
    description: 'The secret is shown only once. With `expires_in_days: null`, the key never expires.',
    who: 'self',
    verified: true,
    status: 201,
    body: NewApiKey,
    secret: true,
    example: { body: { name: 'Nightly export', scopes: ['read'], expires_in_days: 90 } },
    refuses: { 409: 'You have reached the maximum number of keys.' },
  }),
  ofOrganization: operation('GET /api/v1/organizations/:organizationId/api-keys', OrganizationApiKeyList, {
    summary: 'List the organization’s API keys',
    may: 'manage',
  }),
  createForOrganization: operation(
    'POST /api/v1/organizations/:organizationId/api-keys',
    CreatedOrganizationApiKey,
    {
      summary: 'Create an API key for the organization',
      description:
        'The key belongs to the organization and keeps working when its creator leaves. Within its scopes it can do what an admin can do with a key.',
      may: 'manage',
      verified: true,
      status: 201,
      body: NewApiKey,
      secret: true,
      example: { body: { name: 'Help desk', scopes: ['ask'], expires_in_days: 365 } },
      refuses: { 409: 'The organization has reached its maximum number of keys.' },
    },
  ),
  removeOfOrganization: operation('DELETE /api/v1/organizations/:organizationId/api-keys/:id', Acknowledged, {
    summary: 'Delete an API key of the organization',
    may: 'manage',
  }),
  remove: operation('DELETE /api/v1/users/me/api-keys/:id', Acknowledged, {
    summary: 'Delete one of your API keys',
    who: 'theirs',
  }),
}
