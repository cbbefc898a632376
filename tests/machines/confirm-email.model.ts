import type { confirmEmailMachine } from '../../src/machines/confirm-email/confirm-email.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { unanswered } from './form.model.ts'

export const confirmEmailModel: Model<typeof confirmEmailMachine> = {
  input: { token: 't1' },
  events: () => [{ type: 'retry.requested' }],
  answers: () => ({ confirmEmail: [{}, unanswered] }),
  key: ({ context }) => context.error,
}
