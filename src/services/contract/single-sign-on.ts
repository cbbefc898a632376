import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { ApiError, exact, Id, list, Timestamp, text } from './common.ts'
import { Role } from './roles.ts'

export const ISSUER_MAX = 500
export const CLIENT_ID_MAX = 255
export const CLIENT_SECRET_MAX = 1000
export const CLAIM_MAX = 200
export const DOMAIN_MAX = 253
const MAPPINGS_MAX = 50

const filled = (max: number) => text(max).check(z.minLength(1, t('Please fill in this field.')))

/** The role of new members without a mapping: owners are made only by owners, or by their mapping. */
export const DefaultRole = z.enum(['admin', 'editor', 'viewer'])
export type DefaultRole = z.infer<typeof DefaultRole>

/** People with this claim value get this role. */
export const RoleMapping = z.object({ value: filled(CLAIM_MAX), role: Role })
export type RoleMapping = z.infer<typeof RoleMapping>

/** An email domain, and the DNS record that verifies it. */
export const EmailDomain = z.object({
  id: Id,
  domain: z.string(),
  record_name: z.string(),
  record_value: z.string(),
  verified_at: z.nullable(Timestamp),
})
export type EmailDomain = z.infer<typeof EmailDomain>

/** The stored provider; the client secret is never returned. */
export const IdentityProvider = z.object({
  issuer: z.string(),
  client_id: z.string(),
  default_role: DefaultRole,
  role_claim: z.string(),
  role_mappings: z.array(RoleMapping),
  /** Addresses of the verified domains can sign in only through the provider, except owners. */
  enforced: z.boolean(),
})
export type IdentityProvider = z.infer<typeof IdentityProvider>

/** How members of an organization sign in through its OpenID provider. */
export const SingleSignOn = z.object({
  provider: z.nullable(IdentityProvider),
  domains: z.array(EmailDomain),
  /** Values to enter at the provider. */
  redirect_uri: z.string(),
  backchannel_logout_uri: z.string(),
})
export type SingleSignOn = z.infer<typeof SingleSignOn>

/** Parts that are left out stay as they are. */
export const IdentityProviderPatch = z.partial(
  z.object({
    issuer: filled(ISSUER_MAX),
    client_id: filled(CLIENT_ID_MAX),
    client_secret: filled(CLIENT_SECRET_MAX),
    default_role: DefaultRole,
    role_claim: text(CLAIM_MAX),
    role_mappings: list(RoleMapping, MAPPINGS_MAX),
  }),
)
export type IdentityProviderPatch = z.infer<typeof IdentityProviderPatch>

export const Enforcement = z.object({ enforced: z.boolean() })
export type Enforcement = z.infer<typeof Enforcement>

const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/

/** The part after the `@`; other scripts in their `xn--` form. */
export const Domain = exact(DOMAIN_MAX).check(
  z.trim(),
  z.toLowerCase(),
  z.regex(DOMAIN, t('Enter a domain such as example.com.')),
)

export const NewEmailDomain = z.object({ domain: Domain })
export type NewEmailDomain = z.infer<typeof NewEmailDomain>

/** The problem found by the last test of the connection; null for none. */
export const ConnectionTest = z.object({ problem: z.nullable(ApiError) })
export type ConnectionTest = z.infer<typeof ConnectionTest>

/** Whether addresses of a domain sign in through a provider: it reveals nothing about accounts. */
export const SignInOffer = z.object({
  organization: z.nullable(z.string()),
  /** Where the browser goes to sign in. */
  url: z.nullable(z.string()),
})
export type SignInOffer = z.infer<typeof SignInOffer>

/** Why a sign-in through a provider failed, as shown on the app's page. */
export const SignInProblem = z.enum([
  'expired',
  'provider_unreachable',
  'provider_refused',
  'provider_invalid',
  'email_missing',
  'email_unverified',
  'email_other_domain',
  'other_person',
  'removed',
  'organization_full',
  'account_disabled',
])
export type SignInProblem = z.infer<typeof SignInProblem>

/** The code of a refusal if passwords are not accepted. */
export const COMPANY_SIGN_IN = 'company_sign_in'
