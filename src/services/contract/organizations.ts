import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { exact, Id, name, Timestamp, text, withoutLink } from './common.ts'
import { Role } from './roles.ts'

/** S3.3. `role` is the caller's; `logo_url` is relative, absolute or `data:`. */
export const Organization = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  settings: z.record(z.string(), z.unknown()),
  logo_url: z.nullable(z.string()),
  role: Role,
  member_count: z.int(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Organization = z.infer<typeof Organization>

/** GET /api/v1/organizations (S7.orgs). */
export const OrganizationList = z.array(Organization)

export const ORGANIZATION_NAME_MAX = 80
export const ORGANIZATION_DESCRIPTION_MAX = 500

const organizationName = name(ORGANIZATION_NAME_MAX).check(withoutLink)

const SETTINGS_MAX = 50

/** Names and plain values: nothing nested, so that stored settings stay small. */
const OrganizationSettings = z
  .record(exact(64), z.union([exact(1000), z.number(), z.boolean(), z.null()]))
  .check(
    z.refine(
      (settings) => Object.keys(settings).length <= SETTINGS_MAX,
      t('Enter at most {settingsMax}.', { settingsMax: SETTINGS_MAX }),
    ),
  )

/** POST /api/v1/organizations (S7.orgs-post); `settings` is sent empty (S3.3). */
export const NewOrganization = z.object({
  name: organizationName,
  description: z._default(text(ORGANIZATION_DESCRIPTION_MAX), ''),
  settings: z._default(OrganizationSettings, {}),
})
export type NewOrganization = z.input<typeof NewOrganization>

/** PATCH /api/v1/organizations/{id} */
export const OrganizationPatch = z.partial(
  z.object({ name: organizationName, description: text(ORGANIZATION_DESCRIPTION_MAX) }),
)
export type OrganizationPatch = z.infer<typeof OrganizationPatch>

/** POST /api/v1/organizations/{id}/delete: its name, as confirmation. */
export const OrganizationDeletion = z.object({ name: exact(200) })

export const LOGO_BYTES_MAX = 2 * 1024 * 1024
