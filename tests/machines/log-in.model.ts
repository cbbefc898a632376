import { expect } from 'vitest'
import { logInMachine } from '../../src/machines/accounts/log-in.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import { labelled } from '../harness/model/labels.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'

const of = (code: string) => Object.assign(new Error(code), { code, detail: 'No.', fields: {} })
const PAIR = { access_token: 'access', refresh_token: 'refresh' }

export const logInModel: ModelDescription<typeof logInMachine> = {
  name: 'logIn',
  machine: logInMachine,
  model: {
    input: { email: ' ', password: 'secret' },
    events: () => [
      labelled('An email address is typed', {
        type: 'field.changed',
        name: 'email',
        value: 'ada@example.com',
      }),
      labelled('A code is typed', { type: 'field.changed', name: 'code', value: '123456' }),
      labelled('Another code is typed', { type: 'field.changed', name: 'code', value: '654321' }),
      labelled('The form is submitted', { type: 'form.submitted' }),
      labelled('Back to email and password', { type: 'code.abandoned' }),
    ],
    answers: () => ({
      submit: [PAIR, of('code_required'), of('wrong_credentials'), unanswered],
      submitCode: [PAIR, of('wrong_code'), of('wrong_credentials'), unanswered],
    }),
    unhandled: [
      never(['field.changed', 'form.submitted'], ['signedIn'], 'The screen is left with the log-in.'),
      harmless(
        ['form.submitted'],
        ['submitting', 'checkingCode'],
        'The same submit is under way, and is not to be sent twice.',
      ),
      never(
        ['code.abandoned'],
        ['editing', 'submitting', 'signedIn'],
        'The way back to email and password is shown beside the code.',
      ),
      harmless(
        ['code.abandoned'],
        ['checkingCode'],
        'The code is being checked: a refusal shows the way back again.',
      ),
    ],
    key: ({ context }) => [context.values, context.fieldErrors, context.error, Math.min(context.refusals, 1)],
  },
  rig: (world) => ({
    oracles: {
      'logIn.askingCode': () => expect(world.effects).toEqual([]),
      'logIn.checkingCode': () =>
        expect(world.children.get('submitCode')?.input).toMatchObject({
          values: { code: expect.stringMatching(/^(123456|654321)$/) },
        }),
      'logIn.signedIn': () => {
        expect(world.effects).toEqual([{ name: 'finish', params: { output: PAIR } }])
        expect(world.snapshot().context.values).toEqual({ email: '', password: '', code: '' })
      },
    },
  }),
}
