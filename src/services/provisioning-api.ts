import { CreatedProvisioningToken, type NewProvisioningToken, Provisioning } from './contract/provisioning.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

/** How the provider of an organization manages its members. */
export const createProvisioningApi = (http: Http) => {
  const at = (organizationId: string, path: string) => `/api/v1/organizations/${organizationId}/${path}`
  return {
    read: (organizationId: string, signal: AbortSignal) =>
      http.json(Provisioning, at(organizationId, 'provisioning'), { signal }),
    createToken: (organizationId: string, token: NewProvisioningToken) =>
      http.json(CreatedProvisioningToken, at(organizationId, 'provisioning-tokens'), {
        method: 'POST',
        body: token,
      }),
    deleteToken: (organizationId: string, id: string) =>
      http.json(Anything, at(organizationId, `provisioning-tokens/${id}`), { method: 'DELETE' }),
  }
}
export type ProvisioningApi = ReturnType<typeof createProvisioningApi>
