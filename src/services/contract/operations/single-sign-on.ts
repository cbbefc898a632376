import * as z from 'zod/mini'
import { TokenPair } from '../accounts.ts'
import { Acknowledged, exact } from '../common.ts'
import { CreatedProvisioningToken, NewProvisioningToken, Provisioning } from '../provisioning.ts'
import {
  ConnectionTest,
  Domain,
  EmailDomain,
  Enforcement,
  IdentityProviderSettings,
  NewEmailDomain,
  SignInOffer,
  SingleSignOn,
} from '../single-sign-on.ts'
import { operation } from './operation.ts'
import { MANAGE, SEARCHING, UNVERIFIED } from './phrases.ts'

const SETTINGS = {
  issuer: 'https://login.example.com/realms/harbour',
  client_id: 'lectern',
  client_secret: 'kZ8…',
  default_role: 'viewer',
  role_claim: 'groups',
  role_mappings: [{ value: 'support-leads', role: 'admin' }],
}

const RETURN_MAX = 2000
const LOGOUT_TOKEN_MAX = 16_000

/** Sign-in and provisioning by the identity provider of an organization. */
export const singleSignOn = {
  offer: operation('GET /api/v1/login/company', SignInOffer, {
    summary: 'Ask whether a domain signs in by a provider',
    description: 'The same for every address of the domain: it tells nothing of accounts.',
    who: 'anyone',
    query: z.object({ domain: Domain }),
    example: { query: { domain: 'harbour.example' } },
  }),
  collect: operation('POST /api/v1/login/company', TokenPair, {
    summary: 'Take the session that a sign-in by the provider began',
    hidden: true,
    who: 'anyone',
    unaudited: 'Is for the page of the app alone: the session that it begins writes the entry.',
    secret: true,
  }),
  start: operation('GET /api/v1/login/company/start', null, {
    summary: 'Send the browser to the provider of a domain',
    hidden: true,
    who: 'anyone',
    query: z.object({ domain: Domain, return: z.optional(exact(RETURN_MAX)) }),
  }),
  comeBack: operation('GET /api/v1/login/company/callback/:organizationId', null, {
    summary: 'Take the browser back from the provider',
    hidden: true,
    who: 'anyone',
  }),
  endByProvider: operation('POST /api/v1/login/company/logout/:organizationId', null, {
    summary: 'Learn from the provider who logged out there',
    hidden: true,
    who: 'anyone',
    unaudited: 'Is for providers alone: each session that ends writes an entry.',
    accepts: 'application/x-www-form-urlencoded',
    body: z.object({ logout_token: exact(LOGOUT_TOKEN_MAX) }),
  }),
  get: operation('GET /api/v1/organizations/:organizationId/single-sign-on', SingleSignOn, {
    summary: 'Read the settings of single sign-on',
    description: 'With what is entered at the provider, and the DNS records that verify domains.',
    may: 'manage',
    keys: MANAGE,
  }),
  save: operation('PUT /api/v1/organizations/:organizationId/single-sign-on', SingleSignOn, {
    summary: 'Set the provider',
    description: 'For owners: whoever names the provider decides who can sign in as whom.',
    may: 'own',
    body: IdentityProviderSettings,
    example: { body: SETTINGS },
    refuses: { 403: UNVERIFIED },
  }),
  remove: operation('DELETE /api/v1/organizations/:organizationId/single-sign-on', Acknowledged, {
    summary: 'Remove the provider',
    description: 'Sessions that it began end within a quarter of an hour.',
    may: 'own',
  }),
  test: operation('POST /api/v1/organizations/:organizationId/single-sign-on/test', ConnectionTest, {
    summary: 'Test the connection to the provider',
    description: 'Reads its metadata and keys, and tries the client id with its secret.',
    may: 'manage',
    keys: MANAGE,
    unaudited: SEARCHING,
    refuses: { 409: 'No provider is set.' },
  }),
  enforce: operation('PUT /api/v1/organizations/:organizationId/single-sign-on/enforcement', SingleSignOn, {
    summary: 'Enforce single sign-on, or stop it',
    description:
      'Addresses of the verified domains sign in by the provider alone, but for owners; their other sessions end.',
    may: 'own',
    body: Enforcement,
    example: { body: { enforced: false } },
    refuses: { 409: 'No provider is set, none of its domains is verified, or its test fails.' },
  }),
  addDomain: operation('POST /api/v1/organizations/:organizationId/email-domains', EmailDomain, {
    summary: 'Add an email domain',
    may: 'own',
    status: 201,
    body: NewEmailDomain,
    example: { body: { domain: 'harbour.example' } },
    refuses: { 409: 'The organization has too many domains.' },
  }),
  verifyDomain: operation(
    'POST /api/v1/organizations/:organizationId/email-domains/:id/verify',
    EmailDomain,
    {
      summary: 'Verify an email domain by its DNS record',
      may: 'own',
      refuses: { 409: 'The record was not found, or another organization has verified the domain.' },
    },
  ),
  removeDomain: operation('DELETE /api/v1/organizations/:organizationId/email-domains/:id', Acknowledged, {
    summary: 'Remove an email domain',
    may: 'own',
  }),
  provisioning: operation('GET /api/v1/organizations/:organizationId/provisioning', Provisioning, {
    summary: 'Read how the provider manages members',
    description: 'The base address and the tokens for SCIM, and the groups that the provider has sent.',
    may: 'manage',
    keys: MANAGE,
  }),
  createToken: operation(
    'POST /api/v1/organizations/:organizationId/provisioning-tokens',
    CreatedProvisioningToken,
    {
      summary: 'Make a provisioning token',
      description:
        'For owners: whoever holds it decides who is a member, and as what. It is for SCIM alone, and its secret is told this once.',
      may: 'own',
      status: 201,
      body: NewProvisioningToken,
      secret: true,
      example: { body: { name: 'Okta', expires_in_days: 365 } },
      refuses: { 403: UNVERIFIED, 409: 'There are five tokens.' },
    },
  ),
  removeToken: operation(
    'DELETE /api/v1/organizations/:organizationId/provisioning-tokens/:id',
    Acknowledged,
    {
      summary: 'Delete a provisioning token',
      description: 'It ends at once. Members stay.',
      may: 'own',
    },
  ),
}
