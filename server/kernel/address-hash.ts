import { createHmac, hkdfSync } from 'node:crypto'

/** Recognizes an address without keeping it. The key is not in the database. */
export const createAddressHash = (jwtSecret: string) => {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'erased addresses', 32))
  return (email: string) => createHmac('sha256', key).update(email.toLowerCase()).digest('base64url')
}
