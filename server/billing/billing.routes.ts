import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import * as api from '../../src/services/contract/operations/index.ts'
import { may, type Right } from '../../src/services/contract/roles.ts'
import type { Context } from '../context.ts'
import { invalid, notFound } from '../kernel/errors.ts'
import { serve } from '../kernel/http/serve.ts'
import { say } from '../kernel/texts/say.ts'
import { memberWho } from '../organizations/organizations.policy.ts'
import { payer } from './billing.policy.ts'
import { presentPayment, presentPlan } from './billing.presenter.ts'
import type { Billing } from './billing.service.ts'
import { PLANS } from './plans.ts'
import type { Renewals } from './renewals/renewals.service.ts'

/** All assigned ISO 3166-1 codes. */
const COUNTRIES = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
  'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
  'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
  'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
  'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

const REFERENCE = /^[\w-]{24}$/

type Asked = { user: FastifyRequest['user']; query: { organization_id?: string | undefined } }

/**
 * The payment provider redirects to one of ALLOWED_ORIGINS, or else to this server; never to the Host header. A
 * page of this server gets the address that it used.
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
  (context: Context, billing: Billing, renewals: Renewals): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.billing.plans, async () => PLANS.map(presentPlan(context.config.salesEmail)))

    /** The organization whose plan is meant, if the caller has the right. @throws Refusal 403, 404 */
    const meant = (right: Right, { user, query }: Asked) =>
      payer(context.db, right, user.id, query.organization_id)

    serve(app, api.billing.current, async (request) => {
      const { organizationId, role } = await meant('read', request)
      return billing.current(organizationId, may(role, 'manage'))
    })

    serve(app, api.billing.change, async (request) =>
      billing.change(await meant('own', request), request.body, addressesIn(context, request)),
    )

    serve(app, api.billing.renewal, async (request) => {
      const { organizationId } = await meant('own', request)
      await renewals.set(organizationId, request.body.renews)
      return billing.current(organizationId)
    })

    serve(app, api.billing.card, async (request) => {
      const { organizationId } = await meant('own', request)
      return { url: await renewals.cardPage(organizationId, addressesIn(context, request)) }
    })

    serve(app, api.billing.undo, async (request) => {
      const { organizationId } = await meant('own', request)
      return billing.undo(organizationId)
    })

    serve(app, api.billing.preview, async (request) => {
      const { organizationId } = await meant('manage', request)
      return billing.preview(organizationId, request.query)
    })

    serve(app, api.billing.details, async (request) => {
      const { organizationId } = await meant('manage', request)
      const details = await billing.details(organizationId)
      if (!details) throw notFound('billing_details')
      return details
    })

    serve(app, api.billing.saveDetails, async (request) => {
      const { organizationId } = await meant('own', request)
      if (!COUNTRIES.includes(request.body.country)) throw invalid({ country: say('choose_country') })
      return billing.saveDetails(organizationId, request.body)
    })

    serve(app, api.billing.countries, async () => COUNTRIES)

    serve(app, api.billing.payments, async (request) => {
      const { organizationId } = await meant('manage', request)
      return (await billing.paymentsOf(organizationId)).map(presentPayment)
    })

    serve(app, api.billing.invoice, async ({ user, params }, reply) => {
      const payment = await billing.paymentBy({ id: params.id })
      const { organizationId } = await memberWho(
        'manage',
        context.db,
        user.id,
        payment?.organizationId ?? null,
        'invoice',
      )
      const { number, pdf } = await billing.invoiceOf(organizationId, params.id)
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

    serve(app, api.organizations.usage, ({ params }) => context.limits.usageOf(params.organizationId))
  }
