import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Headers of standardwebhooks.com: one signature for each valid secret. */
export function signedHeaders(id: string, body: string, secrets: readonly string[]) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
