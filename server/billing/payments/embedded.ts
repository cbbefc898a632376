import { createSecretKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Card } from '../../../src/services/contract/billing.ts'
import type { PaymentProvider } from './provider.ts'

const AUDIENCE = { order: 'lectern-checkout', card: 'lectern-card' }
/** How long an order can be paid, in seconds. */
export const ORDER_SECONDS = 30 * 60

/** A signed order: it names a payment, or the organization whose card is changed, and is valid for half an hour. */
export const createOrders = (secret: string, kind: keyof typeof AUDIENCE = 'order') => {
  const key = createSecretKey(secret, 'utf8')
  return {
    sign: (id: string, now = Date.now()) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience(AUDIENCE[kind])
        .setJti(id)
        .setExpirationTime(Math.floor(now / 1000) + ORDER_SECONDS)
        .sign(key),

    /** The payment or organization that a token names; `late` if it has expired, `forged` if it is not ours. */
    async read(token: string): Promise<{ id: string } | 'late' | 'forged'> {
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience: AUDIENCE[kind] })
        return payload.jti ? { id: payload.jti } : 'forged'
      } catch (error) {
        return (error as { code?: unknown }).code === 'ERR_JWT_EXPIRED' ? 'late' : 'forged'
      }
    },
  }
}
export type Orders = ReturnType<typeof createOrders>

/** Not real cards: their names say what happens. */
export const TEST_CARDS = {
  works: { brand: 'test', last4: '4242', expires: '2039-12' },
  declines: { brand: 'test', last4: '0341', expires: '2039-12' },
} as const satisfies Record<string, Card>
export const TestCard = z.enum(['works', 'declines'])

/** Without a payment provider: a page of this server that declares itself a test and moves no money. */
export const createEmbeddedPayments = (orders: Orders, cards: Orders): PaymentProvider => ({
  name: 'embedded',
  begin: async ({ payment, serverOrigin }) => ({
    url: `${serverOrigin}/checkout?${new URLSearchParams({ token: await orders.sign(payment.id) })}`,
    providerId: null,
  }),
  // Its page refuses orders that were replaced.
  closePage: async () => {},
  charge: async ({ customer }) => (customer === 'works' ? 'paid' : 'declined'),
  cardPage: async ({ organizationId }, { serverOrigin }) =>
    `${serverOrigin}/checkout/card?${new URLSearchParams({ token: await cards.sign(organizationId) })}`,
  cardOf: async (customer) => (customer === 'works' || customer === 'declines' ? TEST_CARDS[customer] : null),
  // It keeps no cards.
  forget: async () => {},
})
