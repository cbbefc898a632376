import { describe, expect, it } from 'vitest'
import { serveStripe } from '../harness/stripe-subscribers.ts'

const MONTH = 31

describe('another card at Stripe', async () => {
  const { stripe, server, deliver, subscriber, intentOf, states } = await serveStripe()

  it.each(['declined, lost', 'processing'] as const)(
    '[43.8] is charged at once, where the charge of the first was %s, and then declined',
    async (behaviour) => {
      const { ann, customer } = await subscriber()
      stripe.cardIs(behaviour)
      await ann.pass(MONTH)
      const intent = await intentOf(ann)
      intent.status = 'requires_payment_method'
      await deliver('payment_intent.payment_failed', intent)
      expect((await ann.current()).renewal?.state).toBe('past_due')
      stripe.cardIs('works', { last4: '1881' })
      await deliver('customer.updated', { id: customer, object: 'customer' })
      await server.context.background.settle()
      expect(await states(ann)).toEqual(['paid', 'paid'])
      expect(stripe.moved.filter((id) => id === intent.id)).toHaveLength(1)
    },
  )
})
