import { type NewOrganization, Organization, OrganizationList } from './contract/organizations.ts'
import type { Http } from './http/client.ts'
import { logoUrl } from './pictures.ts'

/** S7.orgs, S7.orgs-post; with logos that can be shown as they are (S3.3). */
export const createOrganizationsApi = (http: Http, apiBase: string) => {
  const withLogo = (organization: Organization): Organization => ({
    ...organization,
    logo_url: logoUrl(apiBase, organization),
  })
  return {
    list: async (signal: AbortSignal) =>
      (await http.json(OrganizationList, '/api/v1/organizations', { signal })).map(withLogo),
    /** With my role in it as it is now. */
    open: async (id: string, signal: AbortSignal) =>
      withLogo(await http.json(Organization, `/api/v1/organizations/${id}`, { signal })),
    create: async (organization: NewOrganization, idempotencyKey: string) =>
      withLogo(
        await http.json(Organization, '/api/v1/organizations', {
          method: 'POST',
          body: organization,
          idempotencyKey,
        }),
      ),
  }
}

export type OrganizationsApi = ReturnType<typeof createOrganizationsApi>
