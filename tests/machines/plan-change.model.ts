import type { planChangeMachine } from '../../src/machines/billing/plan-change/plan-change.machine.ts'
import type { PlanPreview } from '../../src/services/contract/billing.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused, unanswered } from './form.model.ts'
import { failuresOf } from './refusals.ts'
import { plans, subscription } from './samples.ts'

export const PREVIEW: PlanPreview = {
  seats: 3,
  due_now: 600,
  next_amount: 7100,
  plan_id: 'free',
  effective_at: '2026-01-31T12:00:00.000Z',
  over: [{ key: 'integrations', used: 4, max: 3 }],
}
export const PAYMENT_URL = 'https://pay.example/checkout?token=t'

const malformed = labelled(
  'The answer cannot be understood',
  Object.assign(new Error('malformed'), { name: 'MalformedAnswerError' }),
)
const planned = { plan_id: 'free', interval: 'month' as const, paid: false }
const withSeats = subscription({ plan_id: 'pro', seats: 2 })
const changed = [
  labelled('The server asks for billing details', { billing_required: true }),
  labelled('The server names the payment page', { payment_url: PAYMENT_URL }),
  labelled('The plan is changed', { subscription: subscription() }),
]

export const planChangeModel: Model<typeof planChangeMachine> = {
  input: { organizationId: 'o1', planId: null },
  events: () => [
    ...['free', 'starter', 'pro', 'enterprise'].map((planId) =>
      labelled(`The plan ${planId} is picked`, { type: 'plan.picked', planId }),
    ),
    labelled('The person wants to pay by the year', { type: 'interval.picked', interval: 'year' }),
    labelled('They want it to renew automatically', { type: 'renewal.picked', renews: true }),
    ...[3, 36, null].map((seats) =>
      labelled(`${seats ?? 'No number of'} seats are wanted`, { type: 'seats.picked', seats }),
    ),
    labelled('The person continues', { type: 'form.submitted' }),
    labelled('The smaller plan is confirmed', { type: 'change.confirmed' }),
    labelled('The smaller plan is not wanted after all', { type: 'change.refused' }),
    labelled('The change that waits is undone', { type: 'change.undone' }),
    labelled('They try again', { type: 'retry.requested' }),
    labelled('The dialog is closed', { type: 'dialog.closed' }),
  ],
  answers: () => ({
    loadPlans: [
      labelled('Plans and subscription come', { plans, subscription: subscription() }),
      labelled('They come, and another plan waits for its day', {
        plans,
        subscription: subscription({ next: planned }),
      }),
      labelled('They come, and the plan has additional seats', { plans, subscription: withSeats }),
      malformed,
      ...failuresOf('GET /api/v1/subscription/plans'),
    ],
    reloadPlans: [{ plans, subscription: subscription() }, ...failuresOf('GET /api/v1/subscription/plans')],
    previewPlan: [PREVIEW, ...failuresOf('GET /api/v1/subscription/preview')],
    changePlan: [...changed, refused, unanswered],
    finalizeChange: [...changed, ...failuresOf('POST /api/v1/subscription/change')],
    undoChange: [{}, ...failuresOf('POST /api/v1/subscription/undo')],
    awaitReturn: [undefined],
    goToPayment: [undefined, labelled('The payment address is not safe to open', new Error('unsafe'))],
    billingDetails: [
      labelled('Billing details are saved', { saved: true }),
      labelled('Billing details are not given', { saved: false }),
    ],
  }),
  unhandled: [
    never(
      ['dialog.closed'],
      [
        'previewing',
        'confirming',
        'submitting',
        'awaitingBilling',
        'finalizing',
        'goingToPayment',
        'atPayment',
        'undoing',
        'updated',
      ],
      'The dialog is locked where the machine does not take the event.',
    ),
    never(
      ['retry.requested'],
      [
        'loading',
        'refused',
        'choosing',
        'previewing',
        'confirming',
        'submitting',
        'awaitingBilling',
        'finalizing',
        'goingToPayment',
        'atPayment',
        'undoing',
        'updated',
      ],
      'Try Again is shown where the plans could not be read.',
    ),
    never(
      ['plan.picked', 'interval.picked', 'renewal.picked', 'seats.picked', 'form.submitted', 'change.undone'],
      ['loading', 'failed', 'refused'],
      'The plans are not on the screen.',
    ),
    never(
      ['plan.picked', 'interval.picked', 'renewal.picked', 'seats.picked', 'form.submitted', 'change.undone'],
      ['confirming', 'awaitingBilling'],
      'Another dialog lies over the plans.',
    ),
    harmless(
      ['plan.picked', 'interval.picked', 'renewal.picked', 'seats.picked'],
      ['previewing', 'submitting', 'finalizing', 'goingToPayment', 'atPayment', 'undoing', 'updated'],
      'The plan that was submitted is being ordered: the choice stays what it was, and shows so.',
    ),
    harmless(
      ['form.submitted', 'change.undone'],
      ['previewing', 'submitting', 'finalizing', 'goingToPayment', 'atPayment', 'undoing', 'updated'],
      'One order is under way, and is not to be sent twice.',
    ),
    never(
      ['change.confirmed', 'change.refused'],
      [
        'loading',
        'failed',
        'refused',
        'choosing',
        'previewing',
        'submitting',
        'awaitingBilling',
        'finalizing',
        'goingToPayment',
        'atPayment',
        'undoing',
        'updated',
      ],
      'The question before the change is not on the screen.',
    ),
  ],
  key: ({ context }) => [
    context.planId,
    context.interval,
    context.renews,
    context.error,
    context.subscription?.next,
    context.seats,
    context.subscription?.seats,
  ],
}
