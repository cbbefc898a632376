import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import type { Context } from '../context.ts'
import { invalid, notFound } from '../kernel/errors.ts'
import { serve } from '../kernel/http/serve.ts'
import { say } from '../kernel/texts/say.ts'
import { memberOf } from '../organizations/organizations.policy.ts'
import { presentPayment } from './billing.presenter.ts'
import type { Billing } from './billing.service.ts'
import { COUNTRIES } from './countries.ts'
import { presentPlan } from './plans.presenter.ts'
import { PLANS } from './plans.ts'

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
  (context: Context, billing: Billing): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.billing.plans, async () => PLANS.map(presentPlan(context.config.salesEmail)))

    serve(app, api.billing.current, ({ user }) => billing.current(user.id))

    serve(app, api.billing.change, (request) =>
      billing.change(
        request.user.id,
        request.body.plan_id,
        request.body.interval,
        addressesIn(context, request),
      ),
    )

    serve(app, api.billing.undo, ({ user }) => billing.undo(user.id))

    serve(app, api.billing.preview, ({ user, query }) =>
      billing.preview(user.id, query.plan_id, query.interval),
    )

    serve(app, api.billing.details, async ({ user }) => {
      const details = await billing.details(user.id)
      if (!details) throw notFound('billing_details')
      return details
    })

    serve(app, api.billing.saveDetails, async ({ user, body }) => {
      if (!COUNTRIES.includes(body.country)) throw invalid({ country: say('choose_country') })
      return billing.saveDetails(user.id, body)
    })

    serve(app, api.billing.countries, async () => COUNTRIES)

    serve(app, api.billing.payments, async ({ user }) =>
      (await billing.paymentsOf(user.id)).map(presentPayment),
    )

    serve(app, api.billing.invoice, async ({ user, params }, reply) => {
      const { number, pdf } = await billing.invoiceOf(user.id, params.id)
      return reply
        .type('application/pdf')
        .headers({ 'content-disposition': `attachment; filename="${number}.pdf"` })
        .send(pdf)
    })

    serve(app, api.billing.outcome, async ({ params }) => {
      const { reference } = params
      const outcome = REFERENCE.test(reference) ? await billing.outcomeOf(reference) : null
      if (!outcome) throw notFound('payment')
      return outcome
    })

    serve(app, api.organizations.usage, async ({ user, params }) => {
      const { organizationId } = await memberOf(context.db, user.id, params.id)
      return context.limits.usageOf(organizationId)
    })
  }
