import type { confirmEmailMachine } from '../../src/machines/confirm-email/confirm-email.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'

const USED = Object.assign(new Error('link_invalid'), {
  status: 410,
  code: 'link_invalid',
  detail: 'This link was used already, or has expired.',
})

const MANGLED = Object.assign(new Error('not found'), { status: 404, detail: 'There is no such link.' })

export const confirmEmailModel: Model<typeof confirmEmailMachine> = {
  input: { token: 't1' },
  events: () => [{ type: 'retry.requested' }],
  answers: () => ({ confirmEmail: [{}, USED, MANGLED, unanswered] }),
  unhandled: [
    never(
      ['retry.requested'],
      ['confirming', 'confirmed', 'invalid'],
      'Try Again is shown where there was no answer.',
    ),
  ],
  key: ({ context }) => context.error,
}
