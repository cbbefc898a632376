import { createSecretKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import type { PaymentProvider } from './provider.ts'

const AUDIENCE = 'lectern-checkout'
/** How long an order can be paid, in seconds. */
export const ORDER_SECONDS = 30 * 60

/** A signed order: it names a payment, and is good for half an hour. */
export const createOrders = (secret: string) => {
  const key = createSecretKey(secret, 'utf8')
  return {
    sign: (paymentId: string, now = Date.now()) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(AUDIENCE)
        .setJti(paymentId)
        .setExpirationTime(Math.floor(now / 1000) + ORDER_SECONDS)
        .sign(key),

    /** The payment that a token names; `late` when its time is over, `forged` when it is none of ours. */
    async read(token: string): Promise<{ paymentId: string } | 'late' | 'forged'> {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience: AUDIENCE })
        return payload.jti ? { paymentId: payload.jti } : 'forged'
      } catch (error) {
        return (error as { code?: unknown }).code === 'ERR_JWT_EXPIRED' ? 'late' : 'forged'
      }
    },
  }
}
export type Orders = ReturnType<typeof createOrders>

/** Without a provider of payments: a page of this server that says that it is a test and moves no money. */
export const createEmbeddedPayments = (orders: Orders): PaymentProvider => ({
  name: 'embedded',
  begin: async ({ payment, serverOrigin }) => ({
    url: `${serverOrigin}/checkout?${new URLSearchParams({ token: await orders.sign(payment.id) })}`,
    providerId: null,
  }),
})
