import { MANAGE, tagged, UNVERIFIED } from '../operation.ts'

const SETTINGS = {
  issuer: 'https://login.example.com/realms/harbour',
  client_id: 'lectern',
  client_secret: 'kZ8…',
  default_role: 'viewer',
  role_claim: 'groups',
  role_mappings: [{ value: 'support-leads', role: 'admin' }],
}

export const singleSignOn = tagged('Single sign-on', {
  'GET /api/v1/login/company': {
    summary: 'Ask whether a domain signs in by a provider',
    description: 'The same for every address of the domain: it tells nothing of accounts.',
    access: 'public',
    query: { domain: 'harbour.example' },
  },
  'GET /api/v1/organizations/:organizationId/single-sign-on': {
    summary: 'Read the settings of single sign-on',
    description: 'With what is entered at the provider, and the DNS records that verify domains.',
    access: MANAGE,
  },
  'PUT /api/v1/organizations/:organizationId/single-sign-on': {
    summary: 'Set the provider',
    description: 'For owners: whoever names the provider decides who can sign in as whom.',
    access: 'session',
    body: SETTINGS,
    errors: { 403: UNVERIFIED },
  },
  'DELETE /api/v1/organizations/:organizationId/single-sign-on': {
    summary: 'Remove the provider',
    description: 'Sessions that it began end within a quarter of an hour.',
    access: 'session',
  },
  'POST /api/v1/organizations/:organizationId/single-sign-on/test': {
    summary: 'Test the connection to the provider',
    description: 'Reads its metadata and keys, and tries the client id with its secret.',
    access: MANAGE,
    errors: { 409: 'No provider is set.' },
  },
  'PUT /api/v1/organizations/:organizationId/single-sign-on/enforcement': {
    summary: 'Enforce single sign-on, or stop it',
    description:
      'Addresses of the verified domains sign in by the provider alone, but for owners; their other sessions end.',
    access: 'session',
    body: { enforced: false },
    errors: { 409: 'No provider is set, none of its domains is verified, or its test fails.' },
  },
  'POST /api/v1/organizations/:organizationId/email-domains': {
    summary: 'Add an email domain',
    access: 'session',
    body: { domain: 'harbour.example' },
    errors: { 409: 'The organization has too many domains.' },
  },
  'POST /api/v1/organizations/:organizationId/email-domains/:id/verify': {
    summary: 'Verify an email domain by its DNS record',
    access: 'session',
    errors: { 409: 'The record was not found, or another organization has verified the domain.' },
  },
  'DELETE /api/v1/organizations/:organizationId/email-domains/:id': {
    summary: 'Remove an email domain',
    access: 'session',
  },
  'GET /api/v1/organizations/:organizationId/provisioning': {
    summary: 'Read how the provider manages members',
    description: 'The base address and the tokens for SCIM, and the groups that the provider has sent.',
    access: MANAGE,
  },
  'POST /api/v1/organizations/:organizationId/provisioning-tokens': {
    summary: 'Make a provisioning token',
    description:
      'For owners: whoever holds it decides who is a member, and as what. It is for SCIM alone, and its secret is told this once.',
    access: 'session',
    body: { name: 'Okta', expires_in_days: 365 },
    errors: { 403: UNVERIFIED, 409: 'There are five tokens.' },
  },
  'DELETE /api/v1/organizations/:organizationId/provisioning-tokens/:id': {
    summary: 'Delete a provisioning token',
    description: 'It ends at once. Members stay.',
    access: 'session',
  },
})
