import type { twoFactorProofMachine } from '../../src/machines/two-factor-proof/two-factor-proof.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'
import { formUnhandled, unanswered } from './form.model.ts'
import { CODES } from './two-factor-setup.model.ts'

export const WRONG_CODE = Object.assign(new Error('invalid'), {
  detail: 'Please check what you entered.',
  fields: { code: 'This code is not right.' },
})

export const twoFactorProofModel: Model<typeof twoFactorProofMachine> = {
  events: () => [
    { type: 'form.opened' },
    { type: 'field.changed', name: 'password', value: 'secret' },
    { type: 'field.changed', name: 'code', value: '123456' },
    { type: 'form.submitted' },
    { type: 'form.closed' },
  ],
  answers: () => ({ submit: [CODES, null, WRONG_CODE, unanswered] }),
  unhandled: [
    ...formUnhandled,
    never(['form.opened'], ['showingCodes'], 'The dialog lies over the button that opens it.'),
    never(['field.changed', 'form.submitted'], ['showingCodes'], 'The form is not on the screen any more.'),
  ],
  key: ({ context: { refusals, ...context } }) => [context, Math.min(refusals, 1)],
}
