import type { refreshTokens, sessions, users } from '../kernel/db/schema/index.ts'

export type UserRow = typeof users.$inferSelect
/** `hasPassword`: whether a password opens the account; false for people who log in only through a provider. */
export type PersonRow = UserRow & { hasPassword: boolean }
export type SessionRow = typeof sessions.$inferSelect
export type RefreshTokenRow = typeof refreshTokens.$inferSelect

/** A refresh token, its replacement, and how to replace it. */
export type Family = {
  token: RefreshTokenRow | null
  successor: RefreshTokenRow | null
  rotate(token: RefreshTokenRow): Promise<RefreshTokenRow>
}
