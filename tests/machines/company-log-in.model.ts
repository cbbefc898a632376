import { companyLogInMachine } from '../../src/machines/accounts/company-log-in.machine.ts'
import { modelOfLink } from './link.model.ts'

const USED = Object.assign(new Error('expired'), {
  status: 401,
  code: 'expired',
  detail: 'This log-in was used already.',
})

export const companyLogInModel = modelOfLink(companyLogInMachine, {
  output: { access_token: 'access', refresh_token: 'refresh' },
  refusals: [USED],
})
