import type { Member } from '../../../src/services/contract/members.ts'
import type { MemberRow } from './members.types.ts'

export const presentMember = (row: MemberRow): Member => ({
  user_id: row.userId,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  profile_picture_url: row.profilePictureUrl,
  role: row.role,
  joined_at: row.joinedAt.toISOString(),
  last_active_at: row.lastActiveAt?.toISOString() ?? null,
})
