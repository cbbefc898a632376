import type { billingDetailsMachine } from '../../src/machines/billing/billing-details.machine.ts'
import type { billingDialogMachine } from '../../src/machines/billing/billing-dialog.machine.ts'
import type { paymentReturnMachine } from '../../src/machines/billing/payment-return.machine.ts'
import type { trialBannerMachine } from '../../src/machines/billing/trial-banner.machine.ts'
import type { upgradeMachine } from '../../src/machines/billing/upgrade.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused, unanswered } from './form.model.ts'
import { failuresOf } from './refusals.ts'
import { billingDetails } from './samples.ts'

const missing = Object.assign(new Error('missing'), { status: 404 })

export const billingDetailsModel: Model<typeof billingDetailsMachine> = {
  input: { organizationId: 'o1' },
  events: () => [
    { type: 'field.changed', name: 'name', value: ' ' },
    { type: 'field.changed', name: 'name', value: 'Ada Holm' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({
    loadDetails: [billingDetails, missing, unanswered],
    loadCountries: [['NO', 'US'], ...failuresOf('GET /api/v1/users/billing-details/supported-countries')],
    saveDetails: [billingDetails, refused, unanswered],
  }),
  unhandled: [
    never(
      ['field.changed', 'form.submitted'],
      ['loading'],
      'The fields are on the screen once everything is read.',
    ),
    harmless(['form.submitted'], ['saving'], 'The same submit is under way, and is not to be sent twice.'),
    harmless(['form.closed'], ['saving'], 'S2.42: while submitting, cancel, close and Escape do nothing.'),
  ],
  key: ({ context }) => [context.values, context.fieldErrors, context.error, context.countries],
}

export const billingDialogModel: Model<typeof billingDialogMachine> = {
  input: { organizationId: 'o1' },
  events: () => [{ type: 'dialog.opened' }],
  answers: () => ({ billingDetails: [{ saved: true }, { saved: false }] }),
  unhandled: [harmless(['dialog.opened'], ['open'], 'It is open already.')],
  key: () => null,
}

export const upgradeModel: Model<typeof upgradeMachine> = {
  events: () => [
    { type: 'planUpgrade.opened', organizationId: 'o1' },
    { type: 'planUpgrade.opened', organizationId: 'o1', planId: 'starter' },
    { type: 'planUpgrade.opened', organizationId: 'o1', planId: 'pro' },
    { type: 'plan.refused', planId: 'starter' },
    { type: 'plan.refused', planId: 'starter', seatsPlanId: 'pro' },
  ],
  answers: () => ({ planChange: [undefined] }),
  unhandled: [harmless(['planUpgrade.opened'], ['open'], 'It is open already.')],
  key: ({ context }) => context,
}

export const DAY = 24 * 60 * 60 * 1000
export const NOW = Date.parse('2026-01-31T12:00:00.000Z')

const read = (planId: string, days: number | null) => ({
  type: 'subscription.read',
  planId,
  trialEnd: days === null ? null : NOW + days * DAY,
})

export const trialBannerModel: Model<typeof trialBannerMachine> = {
  input: { organizationId: 'o1' },
  events: () => [
    read('pro', 14),
    read('pro', 7),
    read('pro', 3),
    read('pro', -1),
    read('pro', null),
    read('free', 14),
    labelled('The clock ticks', { type: 'clock.ticked', now: NOW, today: '2026-01-31', dismissedOn: null }),
    labelled('The clock ticks; the banner was dismissed today', {
      type: 'clock.ticked',
      now: NOW,
      today: '2026-01-31',
      dismissedOn: '2026-01-31',
    }),
    labelled('The clock ticks; the banner was dismissed yesterday', {
      type: 'clock.ticked',
      now: NOW + DAY,
      today: '2026-02-01',
      dismissedOn: '2026-01-31',
    }),
    { type: 'banner.dismissed' },
  ],
  unhandled: [never(['banner.dismissed'], ['hidden', 'dismissed'], 'The banner is not on the screen.')],
  key: ({ context }) => context,
  sentBy: { 'subscription.read': 'watchSubscription', 'clock.ticked': 'watchClock' },
}

const outcome = (status: string, more: object = {}) => ({
  status,
  plan_name: 'Pro',
  starts_at: null,
  ...more,
})

export const paymentReturnModel: Model<typeof paymentReturnMachine> = {
  input: { reference: 'r1' },
  events: () => [labelled('They check again', { type: 'check.requested' })],
  answers: () => ({
    askPayment: [
      labelled('It is paid', outcome('paid')),
      labelled(
        'It is paid, for the time after the present period',
        outcome('paid', { starts_at: '2026-12-24T00:00:00Z' }),
      ),
      labelled('Seats are paid', outcome('paid', { more_seats: 5 })),
      labelled('It is credited to a later order', outcome('paid', { credited: true })),
      labelled('The provider has not confirmed yet', outcome('pending')),
      labelled('The payment failed', outcome('failed')),
      labelled('The payment was canceled', outcome('canceled')),
      null,
      labelled('Nobody knows this payment', Object.assign(new Error('missing'), { status: 404 })),
      unanswered,
    ],
  }),
  unhandled: [
    never(
      ['check.requested'],
      ['unnamed', 'confirming', 'confirmed', 'declined', 'missing'],
      'Checking again is offered where the payment takes long.',
    ),
  ],
  key: ({ context }) => context,
}
