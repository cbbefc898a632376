import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {
  BillingDetails,
  Countries,
  Interval,
  PaymentList,
  PaymentOutcome,
  Plan,
  PlanChange,
  PlanChanged,
  PlanPreview,
  Subscription,
  Usage,
} from '../../src/services/contract/billing.ts'
import { exact } from '../../src/services/contract/common.ts'
import type { Context } from '../context.ts'
import { invalid, notFound } from '../errors.ts'
import { memberOf } from '../organizations/organizations.policy.ts'
import { say } from '../texts/say.ts'
import { presentPayment } from './billing.presenter.ts'
import type { Billing } from './billing.service.ts'
import { COUNTRIES } from './countries.ts'
import { presentPlan } from './plans.presenter.ts'
import { PLANS, planOf } from './plans.ts'

const REFERENCE = /^[\w-]{24}$/

/**
 * The payment provider redirects to one of ALLOWED_ORIGINS, or else to this server; never to the Host header. A page
 * of this server gets the address that it used.
 */
const addressesIn = ({ config, link }: Context, { host, headers }: FastifyRequest) => {
  const { origin = '' } = headers
  const isOurs = URL.canParse(origin) && new URL(origin).host === host
  return {
    appOrigin: config.allowedOrigins.includes(origin) ? origin : link(''),
    serverOrigin: isOurs ? origin : link(''),
  }
}

export const billingRoutes =
  (context: Context, billing: Billing): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v1/subscription/plans', { schema: { response: { 200: z.array(Plan) } } }, async () =>
      PLANS.map(presentPlan(context.config.salesEmail)),
    )

    app.get('/api/v1/subscription/current', { schema: { response: { 200: Subscription } } }, ({ user }) =>
      billing.current(user.id),
    )

    app.post(
      '/api/v1/subscription/change',
      { schema: { body: PlanChange, response: { 200: PlanChanged } } },
      (request) =>
        billing.change(
          request.user.id,
          request.body.plan_id,
          request.body.interval,
          addressesIn(context, request),
        ),
    )

    app.post('/api/v1/subscription/undo', { schema: { response: { 200: Subscription } } }, ({ user }) =>
      billing.undo(user.id),
    )

    app.get(
      '/api/v1/subscription/preview',
      {
        schema: {
          querystring: z.object({ plan_id: exact(64), interval: z._default(Interval, 'month') }),
          response: { 200: PlanPreview },
        },
      },
      ({ user, query }) => billing.preview(user.id, query.plan_id, query.interval),
    )

    app.get(
      '/api/v1/users/billing-details',
      { schema: { response: { 200: BillingDetails } } },
      async ({ user }) => {
        const details = await billing.details(user.id)
        if (!details) throw notFound('billing_details')
        return details
      },
    )

    app.post(
      '/api/v1/users/billing-details',
      { schema: { body: BillingDetails, response: { 200: BillingDetails } } },
      async ({ user, body }) => {
        if (!COUNTRIES.includes(body.country)) throw invalid({ country: say('choose_country') })
        return billing.saveDetails(user.id, body)
      },
    )

    app.get(
      '/api/v1/users/billing-details/supported-countries',
      { schema: { response: { 200: Countries } } },
      async () => COUNTRIES,
    )

    app.get('/api/v1/payments', { schema: { response: { 200: PaymentList } } }, async ({ user }) =>
      (await billing.paymentsOf(user.id)).map(presentPayment),
    )

    app.get(
      '/api/v1/payments/:id/invoice',
      { schema: { params: z.object({ id: z.uuid() }) } },
      async ({ user, params }, reply) => {
        const { number, pdf } = await billing.invoiceOf(user.id, params.id)
        return reply
          .type('application/pdf')
          .headers({ 'content-disposition': `attachment; filename="${number}.pdf"` })
          .send(pdf)
      },
    )

    app.get(
      '/api/v1/payments/:reference',
      {
        config: { public: true },
        schema: { params: z.object({ reference: exact(100) }), response: { 200: PaymentOutcome } },
      },
      async ({ params }) => {
        const { reference } = params
        const payment = REFERENCE.test(reference) ? await billing.paymentBy({ reference }) : null
        if (!payment) throw notFound('payment')
        return { status: payment.status, plan_name: planOf(payment.planId)?.name ?? payment.planId }
      },
    )

    app.get(
      '/api/v1/organizations/:id/usage',
      { schema: { params: z.object({ id: z.uuid() }), response: { 200: Usage } } },
      async ({ user, params }) => {
        const { organizationId } = await memberOf(context.db, user.id, params.id)
        return context.limits.usageOf(organizationId)
      },
    )
  }
