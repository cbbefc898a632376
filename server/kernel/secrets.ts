import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const NONCE = 12
const TAG = 16

export type Seal = ReturnType<typeof createSeal>

/** Encrypts what must be readable later, so that a copy of the database does not reveal it. */
export function createSeal(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    close(text: string): string {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
    },
    /** Null if it was sealed under another secret, or is damaged. */
    open(sealed: string): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
        decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
        return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        return null
      }
    },
  }
}

/**
 * SHA-256 of a content or a random secret, to compare it without storing it. A secret needs no salt, because no one
 * can guess it.
 */
export const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('base64url')

/** Compares a secret text; the time it takes reveals only its length. */
export function isSameText(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Recognizes an address without keeping it. The key is not in the database. */
export const createAddressHash = (jwtSecret: string) => {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'erased addresses', 32))
  return (email: string) => createHmac('sha256', key).update(email.toLowerCase()).digest('base64url')
}
