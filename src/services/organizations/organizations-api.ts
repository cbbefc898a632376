import { logoUrl } from '../assistants/pictures.ts'
import { organizations } from '../contract/operations/organizations.ts'
import type { NewOrganization, Organization, OrganizationPatch } from '../contract/organizations.ts'
import type { Http } from '../http/client.ts'
import { isUnknownCall } from '../http/errors.ts'
import * as wire from '../wire/organizations.ts'

/** S7.orgs, S7.orgs-post, and an organization's name and look; logos have addresses that can be shown. */
export const createOrganizationsApi = (http: Http, apiBase = '') => {
  const shown = (organization: Organization): Organization => ({
    ...organization,
    logo_url: logoUrl(apiBase, organization),
  })
  const list = async (signal: AbortSignal) =>
    (await http.callAs(wire.OrganizationList, organizations.list, {}, { signal })).map(shown)
  return {
    list,
    /** With my current role; if a single one cannot be requested, from the list. */
    open: async (id: string, signal: AbortSignal) => {
      try {
        return shown(
          await http.callAs(wire.Organization, organizations.get, { organizationId: id }, { signal }),
        )
      } catch (error) {
        const listed = isUnknownCall(error) && (await list(signal)).find((one) => one.id === id)
        if (listed) return listed
        throw error
      }
    },
    create: async (organization: NewOrganization, idempotencyKey: string) =>
      shown(
        await http.callAs(
          wire.createdOrganization(organization),
          organizations.create,
          {},
          { body: organization, idempotencyKey },
        ),
      ),
    change: async (id: string, patch: OrganizationPatch) =>
      shown(
        await http.callAs(wire.Organization, organizations.change, { organizationId: id }, { body: patch }),
      ),
    setLogo: async (id: string, form: FormData) =>
      shown(await http.upload(organizations.setLogo, { organizationId: id }, form)),
    removeLogo: async (id: string) =>
      shown(await http.callAs(wire.Organization, organizations.removeLogo, { organizationId: id })),
  }
}

export type OrganizationsApi = ReturnType<typeof createOrganizationsApi>
