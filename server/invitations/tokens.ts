import { createHash, createHmac, hkdfSync } from 'node:crypto'

/** The secret of an invitation's link: it can be made again from the id, and not from the database alone. */
export function createInvitationTokens(jwtSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'invitations', 32))
  return {
    of: (id: string) => createHmac('sha256', key).update(id).digest('base64url'),
    hashOf: (token: string) => createHash('sha256').update(token).digest('base64url'),
  }
}
export type InvitationTokens = ReturnType<typeof createInvitationTokens>
