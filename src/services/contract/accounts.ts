import * as z from 'zod/mini'
import { Id, nonBlank, Timestamp, text } from './common.ts'

/** Compared in lower case; the pattern asks only for what every address has. */
export const Email = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/))

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 72
export const Password = z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX))

/** POST /api/v1/login, form-encoded (S7.login). */
export const LogIn = z.object({
  username: z.string().check(z.maxLength(254)),
  password: z.string().check(z.maxLength(1024)),
})
export type LogIn = z.infer<typeof LogIn>

/** Answer of log-in and refresh: both are JWTs with `exp` and `iat` in seconds (S3.1). */
export const TokenPair = z.object({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.string().check(z.minLength(1)),
})
export type TokenPair = z.infer<typeof TokenPair>

/** POST /api/v1/refresh (S7.refresh). */
export const Refresh = z.object({ refresh_token: z.string().check(z.maxLength(4096)) })

/** POST /api/v1/logout: ends the family that the token belongs to. */
export const LogOut = Refresh

/** POST /api/v1/register (S7.register). */
export const Registration = z.object({
  email: Email,
  password: Password,
  first_name: z.optional(text(60)),
  last_name: z.optional(text(60)),
})
export type Registration = z.infer<typeof Registration>

/** GET /api/v1/users/me (S3.2). A relative picture path gets the API base prepended by the reader. */
export const User = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile_picture_url: z.nullable(z.string()),
  created_at: Timestamp,
})
export type User = z.infer<typeof User>

/** PATCH /api/v1/users/me (S7.me-patch). */
export const UserPatch = z.partial(z.object({ first_name: nonBlank(60), last_name: nonBlank(60) }))
