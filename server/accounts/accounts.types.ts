import type { refreshTokens, sessions, users } from '../kernel/db/schema/index.ts'

export type UserRow = typeof users.$inferSelect
export type SessionRow = typeof sessions.$inferSelect
export type RefreshTokenRow = typeof refreshTokens.$inferSelect

/** A refresh token, its replacement, and how to replace it. */
export type Family = {
  token: RefreshTokenRow | null
  successor: RefreshTokenRow | null
  rotate(token: RefreshTokenRow): Promise<RefreshTokenRow>
}
