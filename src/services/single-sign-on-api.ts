import { TokenPair } from './contract/accounts.ts'
import {
  ConnectionTest,
  EmailDomain,
  type IdentityProviderSettings,
  SignInOffer,
  SingleSignOn,
} from './contract/single-sign-on.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

/** How an organization signs in by its own provider. */
export const createSingleSignOnApi = (http: Http) => {
  const at = (organizationId: string, path: string) => `/api/v1/organizations/${organizationId}/${path}`
  return {
    read: (organizationId: string, signal: AbortSignal) =>
      http.json(SingleSignOn, at(organizationId, 'single-sign-on'), { signal }),
    save: (organizationId: string, body: IdentityProviderSettings) =>
      http.json(SingleSignOn, at(organizationId, 'single-sign-on'), { method: 'PUT', body }),
    remove: (organizationId: string) =>
      http.json(Anything, at(organizationId, 'single-sign-on'), { method: 'DELETE' }),
    test: (organizationId: string) =>
      http.json(ConnectionTest, at(organizationId, 'single-sign-on/test'), { method: 'POST' }),
    enforce: (organizationId: string, enforced: boolean) =>
      http.json(SingleSignOn, at(organizationId, 'single-sign-on/enforcement'), {
        method: 'PUT',
        body: { enforced },
      }),
    addDomain: (organizationId: string, domain: string) =>
      http.json(EmailDomain, at(organizationId, 'email-domains'), { method: 'POST', body: { domain } }),
    verifyDomain: (organizationId: string, id: string) =>
      http.json(EmailDomain, at(organizationId, `email-domains/${id}/verify`), { method: 'POST' }),
    removeDomain: (organizationId: string, id: string) =>
      http.json(Anything, at(organizationId, `email-domains/${id}`), { method: 'DELETE' }),
  }
}
export type SingleSignOnApi = ReturnType<typeof createSingleSignOnApi>

/** The same for somebody who is not signed in. */
export const createCompanySignInApi = (anonymous: Http) => ({
  offer: (domain: string, signal: AbortSignal) =>
    anonymous.json(SignInOffer, `/api/v1/login/company?${new URLSearchParams({ domain })}`, { signal }),
  collect: () => anonymous.json(TokenPair, '/api/v1/login/company', { method: 'POST' }),
})
export type CompanySignInApi = ReturnType<typeof createCompanySignInApi>
