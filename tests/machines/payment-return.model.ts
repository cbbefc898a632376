import type { paymentReturnMachine } from '../../src/machines/payment-return/payment-return.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'

const outcome = (status: string) => ({ status, plan_name: 'Pro' })

export const paymentReturnModel: Model<typeof paymentReturnMachine> = {
  input: { reference: 'r1' },
  events: () => [{ type: 'check.requested' }],
  answers: () => ({
    askPayment: [
      outcome('paid'),
      outcome('pending'),
      outcome('failed'),
      outcome('canceled'),
      null,
      Object.assign(new Error('missing'), { status: 404 }),
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
