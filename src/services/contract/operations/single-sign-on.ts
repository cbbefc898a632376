import * as z from 'zod/mini'
import { TokenPair } from '../accounts.ts'
import { Acknowledged, exact } from '../common.ts'
import { CreatedProvisioningToken, NewProvisioningToken, Provisioning } from '../provisioning.ts'
import {
  ConnectionTest,
  Domain,
  EmailDomain,
  Enforcement,
  IdentityProviderPatch,
  NewEmailDomain,
  SignInOffer,
  SingleSignOn,
} from '../single-sign-on.ts'
import { operation } from './operation.ts'
import { MANAGE, SEARCHING } from './phrases.ts'

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

/** Sign-in and provisioning through an organization's identity provider. */
export const singleSignOn = {
  offer: operation('GET /api/v1/login/company', SignInOffer, {
    summary: 'Check whether a domain uses single sign-on',
    description:
      'The response is the same for every address of the domain and reveals nothing about accounts.',
    who: 'anyone',
    query: z.object({ domain: Domain }),
    example: { query: { domain: 'harbour.example' } },
  }),
  collect: operation('POST /api/v1/login/company', TokenPair, {
    summary: 'Get the session after signing in with the provider',
    hidden: true,
    who: 'anyone',
    unaudited: 'Is for the page of the app alone: the session that it begins writes the entry.',
    secret: true,
  }),
  start: operation('GET /api/v1/login/company/start', null, {
    summary: 'Redirect the browser to a domain’s provider',
    hidden: true,
    who: 'anyone',
    query: z.object({ domain: Domain, return: z.optional(exact(RETURN_MAX)) }),
  }),
  comeBack: operation('GET /api/v1/login/company/callback/:organizationId', null, {
    summary: 'Handle the redirect from the provider',
    hidden: true,
    who: 'anyone',
  }),
  endByProvider: operation('POST /api/v1/login/company/logout/:organizationId', null, {
    summary: 'Handle a log-out at the provider',
    hidden: true,
    who: 'anyone',
    unaudited: 'Is for providers alone: each session that ends writes an entry.',
    accepts: 'application/x-www-form-urlencoded',
    body: z.object({ logout_token: exact(LOGOUT_TOKEN_MAX) }),
  }),
  get: operation('GET /api/v1/organizations/:organizationId/single-sign-on', SingleSignOn, {
    summary: 'Get the single sign-on settings',
    description: 'Includes the values to enter at the provider and the DNS records that verify domains.',
    may: 'manage',
    keys: MANAGE,
  }),
  save: operation('PUT /api/v1/organizations/:organizationId/single-sign-on', SingleSignOn, {
    summary: 'Set the provider',
    description:
      'Owners only: the provider decides who can sign in as whom. What you leave out stays as it is. Send `client_secret` with another issuer or client ID.',
    may: 'own',
    verified: true,
    body: IdentityProviderPatch,
    example: { body: SETTINGS },
  }),
  remove: operation('DELETE /api/v1/organizations/:organizationId/single-sign-on', Acknowledged, {
    summary: 'Remove the provider',
    description: 'Sessions that it started end within 15 minutes.',
    may: 'own',
    verified: true,
  }),
  test: operation('POST /api/v1/organizations/:organizationId/single-sign-on/test', ConnectionTest, {
    summary: 'Test the connection to the provider',
    description: 'Reads its metadata and keys, and tests the client ID and secret.',
    may: 'manage',
    keys: MANAGE,
    unaudited: SEARCHING,
    refuses: { 409: 'No provider is set.' },
  }),
  enforce: operation('PUT /api/v1/organizations/:organizationId/single-sign-on/enforcement', SingleSignOn, {
    summary: 'Turn enforcement of single sign-on on or off',
    description:
      'Addresses of verified domains can then sign in only with the provider, and their other sessions end. Owners are exempt.',
    may: 'own',
    verified: true,
    body: Enforcement,
    example: { body: { enforced: false } },
    refuses: { 409: 'No provider is set, none of its domains is verified, or its test fails.' },
  }),
  addDomain: operation('POST /api/v1/organizations/:organizationId/email-domains', EmailDomain, {
    summary: 'Add an email domain',
    may: 'own',
    verified: true,
    status: 201,
    body: NewEmailDomain,
    example: { body: { domain: 'harbour.example' } },
    refuses: { 409: 'The organization has reached its maximum number of domains.' },
  }),
  verifyDomain: operation(
    'POST /api/v1/organizations/:organizationId/email-domains/:id/verify',
    EmailDomain,
    {
      summary: 'Verify an email domain',
      may: 'own',
      verified: true,
      refuses: { 409: 'The DNS record was not found, or another organization has verified the domain.' },
    },
  ),
  removeDomain: operation('DELETE /api/v1/organizations/:organizationId/email-domains/:id', Acknowledged, {
    summary: 'Remove an email domain',
    may: 'own',
    verified: true,
  }),
  provisioning: operation('GET /api/v1/organizations/:organizationId/provisioning', Provisioning, {
    summary: 'Get the provisioning settings',
    description: 'The base address and tokens for SCIM, and the groups that the provider has sent.',
    may: 'manage',
    keys: MANAGE,
  }),
  createToken: operation(
    'POST /api/v1/organizations/:organizationId/provisioning-tokens',
    CreatedProvisioningToken,
    {
      summary: 'Create a provisioning token',
      description:
        'Owners only: the token decides who is a member, and in which role. It works only for SCIM. Its secret is shown only once.',
      may: 'own',
      verified: true,
      status: 201,
      body: NewProvisioningToken,
      secret: true,
      example: { body: { name: 'Okta', expires_in_days: 365 } },
      refuses: { 409: 'There are already five tokens.' },
    },
  ),
  removeToken: operation(
    'DELETE /api/v1/organizations/:organizationId/provisioning-tokens/:id',
    Acknowledged,
    {
      summary: 'Delete a provisioning token',
      description: 'It stops working immediately. Members stay.',
      may: 'own',
      verified: true,
    },
  ),
}
