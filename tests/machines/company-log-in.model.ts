import type { companyLogInMachine } from '../../src/machines/company-log-in/company-log-in.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'

const PAIR = { access_token: 'access', refresh_token: 'refresh' }

const USED = Object.assign(new Error('expired'), {
  status: 401,
  code: 'expired',
  detail: 'This log-in was used already.',
})

export const companyLogInModel: Model<typeof companyLogInMachine> = {
  events: () => [{ type: 'retry.requested' }],
  answers: () => ({ collectTokens: [PAIR, USED, unanswered] }),
  unhandled: [
    never(
      ['retry.requested'],
      ['collecting', 'signedIn', 'refused'],
      'Try Again is shown where there was no answer.',
    ),
  ],
  key: () => null,
}
