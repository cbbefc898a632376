import { Acknowledged } from './contract/common.ts'
import {
  type NewOrganization,
  Organization,
  OrganizationList,
  type OrganizationPatch,
} from './contract/organizations.ts'
import type { Http } from './http/client.ts'
import { logoUrl } from './pictures.ts'

/** S7.orgs, S7.orgs-post, and what an organization is called and looks like; with logos that can be shown as they are. */
export const createOrganizationsApi = (http: Http, apiBase = '') => {
  const shown = (organization: Organization): Organization => ({
    ...organization,
    logo_url: logoUrl(apiBase, organization),
  })
  const at = (id: string) => `/api/v1/organizations/${id}`
  return {
    list: async (signal: AbortSignal) =>
      (await http.json(OrganizationList, '/api/v1/organizations', { signal })).map(shown),
    /** With my role in it as it is now. */
    open: async (id: string, signal: AbortSignal) => shown(await http.json(Organization, at(id), { signal })),
    create: async (organization: NewOrganization, idempotencyKey: string) =>
      shown(
        await http.json(Organization, '/api/v1/organizations', {
          method: 'POST',
          body: organization,
          idempotencyKey,
        }),
      ),
    change: async (id: string, patch: OrganizationPatch) =>
      shown(await http.json(Organization, at(id), { method: 'PATCH', body: patch })),
    setLogo: async (id: string, form: FormData) =>
      shown(await http.upload(Organization, `${at(id)}/logo`, form)),
    removeLogo: async (id: string) =>
      shown(await http.json(Organization, `${at(id)}/logo`, { method: 'DELETE' })),
    remove: (id: string, name: string) =>
      http.json(Acknowledged, `${at(id)}/delete`, { method: 'POST', body: { name } }),
  }
}

export type OrganizationsApi = ReturnType<typeof createOrganizationsApi>
