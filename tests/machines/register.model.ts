import { expect } from 'vitest'
import { registerMachine } from '../../src/machines/accounts/register.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { refused, unanswered } from './form.model.ts'

const PAIR = { access_token: 'access', refresh_token: 'refresh' }
const EMAIL = 'ada@example.com'
/** The address has an account with another password, or with a second step. */
export const REFUSED_LOG_IN = Object.assign(new Error('wrong_credentials'), {
  status: 401,
  code: 'wrong_credentials',
  detail: 'Incorrect email or password.',
  fields: {},
})

export const registerModel: ModelDescription<typeof registerMachine> = {
  name: 'register',
  machine: registerMachine,
  model: {
    input: { email: EMAIL, password: 'Lovelace-1815', confirmation: 'Lovelace' },
    events: () => [
      { type: 'field.changed', name: 'confirmation', value: 'Lovelace-1815' },
      { type: 'field.changed', name: 'confirmation', value: 'Lovelace' },
      { type: 'form.submitted' },
      { type: 'correction.requested' },
    ],
    answers: () => ({
      register: [{ message: 'Done.' }, refused, unanswered],
      logIn: [PAIR, REFUSED_LOG_IN, unanswered],
    }),
    unhandled: [
      never(['field.changed', 'form.submitted'], ['mailed', 'signedIn'], 'The form is not on the screen.'),
      harmless(
        ['form.submitted'],
        ['registering', 'loggingIn'],
        'The same submit is under way, and is not to be sent twice.',
      ),
      never(
        ['correction.requested'],
        ['editing', 'registering', 'loggingIn', 'signedIn'],
        'The way back to the form is shown beside the word about the mail.',
      ),
    ],
    key: ({ context }) => [context.values, context.fieldErrors, context.error, Math.min(context.refusals, 1)],
  },
  rig: (world) => ({
    oracles: {
      'register.registering': () =>
        expect(world.children.get('register')?.input).toMatchObject({ values: { email: EMAIL } }),
      'register.loggingIn': () =>
        expect(world.children.get('logIn')?.input).toMatchObject({ values: { email: EMAIL } }),
      'register.mailed': () => {
        expect(world.effects).toEqual([])
        expect(world.snapshot().context.values).toMatchObject({
          email: EMAIL,
          password: '',
          confirmation: '',
        })
      },
      'register.signedIn': () => {
        expect(world.effects).toEqual([{ name: 'finish', params: { output: PAIR } }])
        expect(world.snapshot().context.values).toMatchObject({ email: '', password: '', confirmation: '' })
      },
    },
  }),
}
