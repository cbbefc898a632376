import { confirmEmailMachine } from '../../src/machines/accounts/confirm-email.machine.ts'
import { modelOfLink } from './link.model.ts'

const USED = Object.assign(new Error('link_invalid'), {
  status: 410,
  code: 'link_invalid',
  detail: 'This link was already used or has expired.',
})

const MANGLED = Object.assign(new Error('not found'), { status: 404, detail: 'There is no such link.' })

export const confirmEmailModel = modelOfLink(confirmEmailMachine, {
  input: { token: 't1' },
  output: {},
  refusals: [USED, MANGLED],
})
