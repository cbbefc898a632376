import * as z from 'zod/mini'
import { Id, Timestamp, Uuid } from './common.ts'
import { Role } from './roles.ts'

/** GET /api/v1/organizations/{id}/members; `last_active_at` is null after a week without activity. */
export const Member = z.object({
  user_id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile_picture_url: z.nullable(z.string()),
  role: Role,
  joined_at: Timestamp,
  last_active_at: z.nullable(Timestamp),
})
export type Member = z.infer<typeof Member>
/** Owners first, then by role; by name within a role. */
export const MemberList = z.array(Member)

/** PATCH /api/v1/organizations/{id}/members/{userId} */
export const MemberPatch = z.object({ role: Role })

/** POST /api/v1/organizations/{id}/transfer: the member becomes an owner, and the caller an admin. */
export const Transfer = z.object({ user_id: Uuid })
