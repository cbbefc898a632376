import { createHmac, hkdfSync } from 'node:crypto'
import { digestOf, isSameText } from '../../kernel/secrets.ts'

const BETWEEN = '.'

/**
 * The secret of an invitation link. It is derived from the id and the server's secret, so it cannot be derived
 * from a copy of the database. The mailed link ends with a second secret, which only readers of the mail see and
 * which therefore proves the address.
 */
export function createInvitationTokens(jwtSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'invitations', 32))
  const signed = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const proofOf = (id: string, email: string) => signed(`${id} mailed to ${email}`)
  return {
    of: (id: string) => signed(id),
    mailed: (id: string, email: string) => signed(id) + BETWEEN + proofOf(id, email),
    hashOf: (token: string) => digestOf(token.split(BETWEEN)[0] ?? ''),
    /** Whether it is the token mailed for this invitation. */
    isMailed(token: string, { id, email }: { id: string; email: string }): boolean {
      return isSameText(token.split(BETWEEN)[1] ?? '', proofOf(id, email))
    },
  }
}
export type InvitationTokens = ReturnType<typeof createInvitationTokens>
