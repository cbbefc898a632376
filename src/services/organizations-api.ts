import { type NewOrganization, Organization, OrganizationList } from './contract/organizations.ts'
import type { Http } from './http/client.ts'

/** S7.orgs, S7.orgs-post */
export const createOrganizationsApi = (http: Http) => ({
  list: (signal: AbortSignal) => http.json(OrganizationList, '/api/v1/organizations', { signal }),
  /** With my role in it as it is now. */
  open: (id: string, signal: AbortSignal) =>
    http.json(Organization, `/api/v1/organizations/${id}`, { signal }),
  create: (organization: NewOrganization, idempotencyKey: string) =>
    http.json(Organization, '/api/v1/organizations', {
      method: 'POST',
      body: organization,
      idempotencyKey,
    }),
})

export type OrganizationsApi = ReturnType<typeof createOrganizationsApi>
