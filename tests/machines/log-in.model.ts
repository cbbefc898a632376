import { expect } from 'vitest'
import { logInMachine } from '../../src/machines/accounts/log-in.machine.ts'
import type { resetPasswordMachine } from '../../src/machines/accounts/reset-password.machine.ts'
import type { signInOfferMachine } from '../../src/machines/accounts/sign-in-offer.machine.ts'
import type { verificationMachine } from '../../src/machines/accounts/verification.machine.ts'
import type { ModelDescription } from '../harness/model/describe-model.ts'
import { labelled } from '../harness/model/labels.ts'
import type { Model } from '../harness/model/model.ts'
import { harmless, never } from '../harness/model/unhandled.ts'
import { unanswered } from './form.model.ts'
import { failuresOf } from './refusals.ts'

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

const OFFER = {
  organization: 'Acme',
  url: 'https://lectern.example.com/api/v1/login/company/start?domain=acme.test',
}

export const signInOfferModel: Model<typeof signInOfferMachine> = {
  input: { domain: 'acme.test' },
  events: () => [
    { type: 'domain.changed', domain: 'acme.test' },
    { type: 'domain.changed', domain: 'globex.test' },
  ],
  answers: () => ({
    findOffer: [OFFER, { organization: null, url: null }, ...failuresOf('GET /api/v1/login/company')],
  }),
  unhandled: [],
  key: ({ context: { domain, offer } }) => [domain, offer],
}

const read = (email: string, isVerified: boolean, isKept = false) => ({
  type: 'account.read',
  email,
  isVerified,
  isKept,
})

export const verificationModel: Model<typeof verificationMachine> = {
  events: () => [
    read('ada@example.com', false),
    read('ada@example.com', false, true),
    read('ada@example.com', true),
    read('ben@example.com', false),
    { type: 'account.left' },
    { type: 'link.requested' },
  ],
  answers: () => ({ sendLink: [{}, ...failuresOf('POST /api/v1/users/me/verification')] }),
  unhandled: [
    never(
      ['link.requested'],
      ['unknown', 'signedOut', 'verified'],
      'A link is offered to a person whose address is not confirmed.',
    ),
    harmless(['link.requested'], ['unverified.sending'], 'A link is being sent.'),
  ],
  key: ({ context }) => context,
  sentBy: { 'account.read': 'watchAccount', 'account.left': 'watchAccount' },
}

const GOOD = 'Staple-9-battery'

export const usedUp = Object.assign(new Error('used up'), {
  code: 'reset_invalid',
  detail: 'This password reset link is invalid or has expired. Please request a new one.',
})

/** Of an address that is too long to be one of ours, or mangled by a mail program. */
const tooLong = Object.assign(new Error('too long'), { status: 414 })

export const resetPasswordModel: Model<typeof resetPasswordMachine> = {
  input: { token: 't1' },
  events: () => [
    ...['new_password', 'confirmation'].flatMap((name) =>
      [GOOD, 'other'].map((value) => ({ type: 'field.changed', name, value })),
    ),
    { type: 'form.submitted' },
    { type: 'retry.requested' },
  ],
  answers: () => ({
    verifyLink: [
      null,
      { valid: true, email: 'ada@example.com' },
      { valid: false, email: null },
      tooLong,
      unanswered,
    ],
    resetPassword: [{}, usedUp, unanswered],
  }),
  unhandled: [
    never(
      ['retry.requested'],
      ['missing', 'verifying', 'invalid', 'ready', 'saving', 'done'],
      'Try Again is shown where there was no answer.',
    ),
    never(
      ['field.changed', 'form.submitted'],
      ['missing', 'verifying', 'unverified', 'invalid', 'done'],
      'The form is not on the screen.',
    ),
    harmless(['form.submitted'], ['saving'], 'The same submit is under way, and is not to be sent twice.'),
  ],
  key: ({ context: { refusals, values, fieldErrors, error, isUnanswered } }) => [
    values,
    fieldErrors,
    error,
    isUnanswered,
    Math.min(refusals, 1),
  ],
}
