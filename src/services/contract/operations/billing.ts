import * as z from 'zod/mini'
import {
  BillingDetails,
  CardPage,
  Countries,
  Interval,
  PaymentList,
  PaymentOutcome,
  Plan,
  PlanChange,
  PlanChanged,
  PlanPreview,
  RenewalChange,
  Subscription,
} from '../billing.ts'
import { exact } from '../common.ts'
import { operation } from './operation.ts'
import { READ } from './phrases.ts'

const ADDRESS = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  company: null,
  address_line1: '12 Harbour Street',
  address_line2: null,
  city: 'London',
  state: '',
  postal_code: 'E1W 1AA',
  country: 'GB',
  phone: null,
  tax_id: null,
}

/** The organization whose plan is meant; by default the first one that the caller owns. */
const OF = z.object({ organization_id: z.optional(z.uuid()) })

/** Plans, billing details and payments of an organization. */
export const billing = {
  plans: operation('GET /api/v1/subscription/plans', z.array(Plan), {
    summary: 'List the plans',
    who: 'self',
    keys: READ,
  }),
  current: operation('GET /api/v1/subscription/current', Subscription, {
    summary: 'Get the subscription',
    may: 'read',
    query: OF,
    keys: READ,
  }),
  change: operation('POST /api/v1/subscription/change', PlanChanged, {
    summary: 'Change the plan',
    description:
      '`billing_required` means that billing details are needed first. `payment_url` is the checkout page.',
    may: 'own',
    query: OF,
    body: PlanChange,
    example: { body: { plan_id: 'starter', interval: 'month' } },
    refuses: { 409: 'This is already the plan, or it is sold by contract.' },
  }),
  undo: operation('POST /api/v1/subscription/undo', Subscription, {
    summary: 'Cancel a planned change',
    may: 'own',
    query: OF,
    refuses: { 409: 'No change is planned.' },
  }),
  renewal: operation('PATCH /api/v1/subscription/renewal', Subscription, {
    summary: 'Stop or resume renewal',
    may: 'own',
    query: OF,
    body: RenewalChange,
    example: { body: { renews: false } },
    refuses: { 409: 'No card is on file, or the plan has ended.' },
  }),
  card: operation('POST /api/v1/subscription/card', CardPage, {
    summary: 'Get the page for changing the card on file',
    may: 'own',
    query: OF,
    unaudited: 'Leads to the page of the provider; nothing has changed yet.',
    refuses: { 409: 'No card is on file.', 503: 'The payment provider could not be reached.' },
  }),
  preview: operation('GET /api/v1/subscription/preview', PlanPreview, {
    summary: 'Preview a plan change',
    may: 'manage',
    keys: READ,
    query: z.extend(OF, {
      plan_id: exact(64),
      interval: z._default(Interval, 'month'),
      seats: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(10_000))),
    }),
    example: { query: { plan_id: 'free' } },
    refuses: { 409: 'The plan cannot be chosen now, or not with so few seats.' },
  }),
  details: operation('GET /api/v1/users/billing-details', BillingDetails, {
    summary: 'Get the billing details',
    may: 'manage',
    query: OF,
  }),
  saveDetails: operation('POST /api/v1/users/billing-details', BillingDetails, {
    summary: 'Save the billing details',
    may: 'own',
    query: OF,
    body: BillingDetails,
    example: { body: ADDRESS },
  }),
  countries: operation('GET /api/v1/users/billing-details/supported-countries', Countries, {
    summary: 'List the countries for billing addresses',
    who: 'self',
    keys: READ,
  }),
  payments: operation('GET /api/v1/payments', PaymentList, {
    summary: 'List the payments',
    may: 'manage',
    query: OF,
  }),
  invoice: operation('GET /api/v1/payments/:id/invoice', null, {
    summary: 'Download an invoice',
    may: 'manage',
    answers: 'application/pdf',
  }),
  outcome: operation('GET /api/v1/payments/:reference', PaymentOutcome, {
    summary: 'Get the status of a payment',
    who: 'anyone',
    params: z.object({ reference: exact(100) }),
  }),
}
