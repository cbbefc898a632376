import type { User } from '../../src/services/contract/accounts.ts'
import type { PersonRow } from './accounts.repository.ts'

export const presentUser = (user: PersonRow): User => ({
  id: user.id,
  email: user.email,
  email_verified: user.emailVerifiedAt !== null,
  has_password: user.hasPassword,
  first_name: user.firstName,
  last_name: user.lastName,
  profile_picture_url: user.profilePictureUrl,
  job_title: user.jobTitle,
  timezone: user.timezone,
  locale: user.locale,
  created_at: user.createdAt.toISOString(),
})
