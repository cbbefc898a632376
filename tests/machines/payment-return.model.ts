import type { paymentReturnMachine } from '../../src/machines/billing/payment-return.machine.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'

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
