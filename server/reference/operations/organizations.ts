import { EXAMPLE_IDS } from '../example-ids.ts'
import { MANAGE, PIXEL, PLAN_FULL, READ, tagged, UNVERIFIED } from '../operation.ts'

const PROVIDER = {
  name: 'Company models',
  protocol: 'openai',
  base_url: 'https://models.example.com/v1',
  api_key: 'sk-and-more',
  models: [{ name: 'large', input: 2.5, output: 10 }],
  currency: 'EUR',
}
const LAST_OWNER = { 409: 'An organization keeps at least one owner.' }

export const organizations = {
  ...tagged('Organizations', {
    'GET /api/v1/organizations': { summary: 'List your organizations', access: READ },
    'POST /api/v1/organizations': {
      summary: 'Create an organization',
      access: 'session',
      body: { name: 'Harbour Shoes', description: 'Shoes that are repaired.' },
    },
    'GET /api/v1/organizations/:id': { summary: 'Read an organization', access: READ },
    'PATCH /api/v1/organizations/:id': {
      summary: 'Change an organization',
      access: MANAGE,
      body: { name: 'Harbour Shoes', description: 'Shoes that are repaired.' },
    },
    'POST /api/v1/organizations/:id/logo': { summary: 'Set the logo', access: MANAGE, file: PIXEL },
    'DELETE /api/v1/organizations/:id/logo': { summary: 'Remove the logo', access: MANAGE },
    'POST /api/v1/organizations/:id/delete': {
      summary: 'Delete an organization',
      description:
        'With everything in it. `name` is the name of the organization, so that no other is meant.',
      access: 'session',
      body: { name: 'Harbour Shoes' },
    },
    'GET /api/v1/organizations/:id/usage': { summary: 'Read how much of the plan is used', access: READ },
  }),
  ...tagged('Members', {
    'GET /api/v1/organizations/:organizationId/members': { summary: 'List the members', access: READ },
    'PATCH /api/v1/organizations/:organizationId/members/:userId': {
      summary: 'Change the role of a member',
      access: 'session',
      body: { role: 'editor' },
      errors: LAST_OWNER,
    },
    'DELETE /api/v1/organizations/:organizationId/members/:userId': {
      summary: 'Remove a member, or leave',
      access: 'session',
      errors: LAST_OWNER,
    },
    'POST /api/v1/organizations/:organizationId/transfer': {
      summary: 'Hand the organization to another member',
      access: 'session',
      body: { user_id: EXAMPLE_IDS.member },
      errors: { 409: 'The member is an owner already, or is not in the organization.' },
    },
    'GET /api/v1/organizations/:organizationId/invitations': {
      summary: 'List the invitations',
      access: 'session',
    },
    'POST /api/v1/organizations/:organizationId/invitations': {
      summary: 'Invite people by email',
      access: 'session',
      body: { emails: ['charles@example.com'], role: 'editor' },
      errors: { 402: PLAN_FULL, 403: UNVERIFIED },
    },
    'POST /api/v1/invitations/:id/resend': {
      summary: 'Send an invitation again',
      access: 'session',
      errors: { 409: 'The invitation was answered.' },
    },
    'DELETE /api/v1/invitations/:id': {
      summary: 'Withdraw an invitation',
      access: 'session',
      errors: { 409: 'The invitation was answered.' },
    },
    'GET /api/v1/invitations/:token': { summary: 'Read an invitation by its link', access: 'public' },
    'POST /api/v1/invitations/accept': {
      summary: 'Accept an invitation',
      access: 'session',
      body: { token: 'the-token-of-the-mailed-link' },
      errors: { 402: PLAN_FULL, 409: 'The invitation was answered, withdrawn, or has expired.' },
    },
    'POST /api/v1/invitations/decline': {
      summary: 'Decline an invitation',
      access: 'public',
      body: { token: 'the-token-of-the-mailed-link' },
      errors: { 409: 'The invitation was answered.' },
    },
  }),
  ...tagged('API keys', {
    'GET /api/v1/users/me/api-keys': { summary: 'List your API keys', access: 'session' },
    'POST /api/v1/users/me/api-keys': {
      summary: 'Create an API key that acts in your name',
      description: 'The secret is told this once. `expires_in_days: null` never expires.',
      access: 'session',
      body: { name: 'Nightly export', scopes: ['read'], expires_in_days: 90 },
      errors: { 403: UNVERIFIED, 409: 'You have too many keys.' },
    },
    'GET /api/v1/organizations/:organizationId/api-keys': {
      summary: "List the organization's API keys",
      access: 'session',
    },
    'POST /api/v1/organizations/:organizationId/api-keys': {
      summary: 'Create an API key of the organization',
      description:
        'It belongs to nobody in particular and stays when its maker leaves. It may do what an admin may with a key, within its scopes.',
      access: 'session',
      body: { name: 'Help desk', scopes: ['ask'], expires_in_days: 365 },
      errors: { 403: UNVERIFIED, 409: 'The organization has too many keys.' },
    },
    'DELETE /api/v1/organizations/:organizationId/api-keys/:id': {
      summary: 'Delete an API key of the organization',
      access: 'session',
    },
    'DELETE /api/v1/users/me/api-keys/:id': { summary: 'Delete an API key of yours', access: 'session' },
  }),
  ...tagged('Webhooks', {
    'GET /api/v1/organizations/:organizationId/webhooks': { summary: 'List the webhooks', access: MANAGE },
    'POST /api/v1/organizations/:organizationId/webhooks': {
      summary: 'Create a webhook',
      description:
        'Events are sent by POST, signed as standardwebhooks.com says. The secret is told this once. What is not answered with 2xx is sent again for two days, and after five days of failures the webhook is turned off.',
      access: 'session',
      body: {
        url: 'https://hooks.example.com/lectern',
        events: ['conversation.answered', 'document.failed'],
      },
      errors: { 403: UNVERIFIED, 409: 'The organization has too many webhooks.' },
    },
    'PATCH /api/v1/organizations/:organizationId/webhooks/:id': {
      summary: 'Change a webhook, or turn it on and off',
      access: 'session',
      body: { enabled: false },
    },
    'DELETE /api/v1/organizations/:organizationId/webhooks/:id': {
      summary: 'Delete a webhook',
      access: 'session',
    },
    'POST /api/v1/organizations/:organizationId/webhooks/:id/rotate': {
      summary: 'Renew the secret of a webhook',
      description: 'For 24 hours events are signed with both, the new one and the one before.',
      access: 'session',
    },
    'POST /api/v1/organizations/:organizationId/webhooks/:id/test': {
      summary: 'Send a test',
      access: MANAGE,
    },
    'GET /api/v1/organizations/:organizationId/webhooks/:id/deliveries': {
      summary: 'List what was sent',
      description: 'The last hundred of thirty days, newest first, with what the endpoint answered.',
      access: MANAGE,
    },
    'POST /api/v1/organizations/:organizationId/webhooks/:id/deliveries/:delivery/redeliver': {
      summary: 'Send an event again',
      access: MANAGE,
      errors: { 409: 'It is being sent still.' },
    },
  }),
  ...tagged('Models', {
    'GET /api/v1/organizations/:organizationId/models': {
      summary: 'List the models that an assistant may name',
      description:
        'Those of the operator and those of providers of the organization. `default` writes where an assistant names none.',
      access: READ,
    },
    'GET /api/v1/organizations/:organizationId/model-providers': {
      summary: 'List the providers of models',
      description: 'Of a key its last four characters are told.',
      access: MANAGE,
    },
    'POST /api/v1/organizations/:organizationId/model-providers': {
      summary: 'Add a provider of models',
      description:
        'Each model is asked one word; a provider that does not answer is not stored. Prices are for a million tokens.',
      access: 'session',
      body: PROVIDER,
      errors: { 403: UNVERIFIED, 409: 'The organization has too many providers.' },
    },
    'POST /api/v1/organizations/:organizationId/model-providers/available': {
      summary: 'List what a provider has',
      description:
        'Without `api_key`, the stored key of `provider_id` is used, at the address that it belongs to.',
      access: 'session',
      body: { protocol: PROVIDER.protocol, base_url: PROVIDER.base_url, api_key: PROVIDER.api_key },
      errors: { 403: UNVERIFIED },
    },
    'PATCH /api/v1/organizations/:organizationId/model-providers/:id': {
      summary: 'Change a provider, or renew its key',
      description: 'What is new is asked one word first. Another address needs the key again.',
      access: 'session',
      body: { name: 'Models of the company' },
    },
    'DELETE /api/v1/organizations/:organizationId/model-providers/:id': {
      summary: 'Delete a provider',
      description:
        'Assistants that name one of its models are answered by their fallback, else by the operator.',
      access: 'session',
    },
  }),
  ...tagged('Audit log', {
    'GET /api/v1/organizations/:organizationId/audit-log': {
      summary: 'Read who did what',
      description:
        'Newest first, for owners and admins, as long as the plan keeps entries. `before` is the id of the last entry of the page before. Entries hold names and codes, never secrets or texts.',
      access: MANAGE,
      query: { subject: 'assistant', limit: '2' },
    },
    'GET /api/v1/organizations/:organizationId/audit-log/export': {
      summary: 'Export the audit log',
      access: MANAGE,
      query: { subject: 'assistant' },
      answers: 'text/csv',
    },
  }),
}
