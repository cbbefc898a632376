import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { exact } from '../../../src/services/contract/common.ts'
import { languageOfRequest, VARY } from '../../kernel/http/language.ts'
import type { Billing } from '../billing.service.ts'
import type { PaymentRow } from '../billing.types.ts'
import type { Renewals } from '../renewals/renewals.service.ts'
import type { Settlement } from '../settlement.ts'
import { CHECKOUT_CSS, checkoutPagesIn, type Refused } from './checkout-page.ts'
import { type Orders, TestCard } from './embedded.ts'

const TOKEN_MAX = 2048
const Token = exact(TOKEN_MAX)
const hidden = { hide: true } as const

type Services = { billing: Billing; settlement: Settlement; renewals: Renewals }

/** The embedded checkout: an order is signed, paid or declined once, and valid for half an hour. */
export const checkoutRoutes =
  (orders: Orders, cards: Orders, { billing, settlement, renewals }: Services): FastifyPluginAsyncZod =>
  async (app) => {
    const html = (reply: FastifyReply) => reply.type('text/html').header('vary', VARY)
    const pagesFor = ({ request }: FastifyReply) => checkoutPagesIn(languageOfRequest(request))
    const refuse = (reply: FastifyReply, status: number, why: Refused) =>
      html(reply).code(status).send(pagesFor(reply).refusal(why))
    const isOver = (reply: FastifyReply) => refuse(reply, 409, 'closed')

    /** The order to pay, or the page shown instead. */
    const openOrder = async (reply: FastifyReply, token: string): Promise<PaymentRow | null> => {
      const read = await orders.read(token)
      if (read === 'late') {
        refuse(reply, 410, 'expired')
        return null
      }
      const payment = read === 'forged' ? null : await billing.paymentBy({ id: read.id })
      if (payment?.provider !== 'embedded') {
        refuse(reply, 404, 'missing')
        return null
      }
      if (payment.status === 'pending') return payment
      isOver(reply)
      return null
    }

    app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

    app.get('/checkout/style.css', { schema: hidden }, async (_request, reply) =>
      reply.type('text/css').send(CHECKOUT_CSS),
    )

    app.get(
      '/checkout',
      { schema: { ...hidden, querystring: z.object({ token: z._default(Token, '') }) } },
      async ({ query }, reply) => {
        const payment = await openOrder(reply, query.token)
        return payment ? html(reply).send(pagesFor(reply).order(payment, query.token)) : reply
      },
    )

    app.post(
      '/checkout',
      {
        schema: {
          ...hidden,
          body: z.object({
            token: Token,
            decision: z.enum(['pay', 'decline']),
            card: z._default(TestCard, 'works'),
          }),
        },
      },
      async ({ body }, reply) => {
        const payment = await openOrder(reply, body.token)
        if (!payment) return reply
        const outcome =
          body.decision === 'pay'
            ? await settlement.settle(payment.id, { isFinal: false, customer: body.card })
            : await settlement.giveUp(payment.id, 'failed')
        if (outcome === 'late') return isOver(reply)
        if (payment.renews && outcome === 'paid')
          await renewals.cardChanged(payment.organizationId, body.card)
        const order = new URLSearchParams({ order: payment.reference })
        return reply.redirect(`/payment-success?${order}`, 303)
      },
    )

    /** The organization whose card is changed, or the page shown instead. */
    const cardHolder = async (reply: FastifyReply, token: string): Promise<string | null> => {
      const read = await cards.read(token)
      if (read !== 'late' && read !== 'forged') return read.id
      if (read === 'late') refuse(reply, 410, 'card_expired')
      else refuse(reply, 404, 'card_missing')
      return null
    }

    app.get(
      '/checkout/card',
      { schema: { ...hidden, querystring: z.object({ token: z._default(Token, '') }) } },
      async ({ query }, reply) => {
        const organizationId = await cardHolder(reply, query.token)
        return organizationId ? html(reply).send(pagesFor(reply).card(query.token)) : reply
      },
    )

    app.post(
      '/checkout/card',
      { schema: { ...hidden, body: z.object({ token: Token, card: TestCard }) } },
      async ({ body }, reply) => {
        const organizationId = await cardHolder(reply, body.token)
        if (!organizationId) return reply
        await renewals.cardChanged(organizationId, body.card)
        return reply.redirect('/settings/subscription', 303)
      },
    )
  }
