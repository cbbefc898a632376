import { assign, fromPromise, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf, isRefusal } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'

/** The link that proves an email address: of a new account, or a new one of an account. */
export const confirmEmailMachine = setup({
  types: {} as {
    context: { token: string; error: string | null }
    events: { type: 'retry.requested' }
    input: { token: string }
    tags: 'loading' | 'failed' | 'invalid' | 'done'
    children: { confirmEmail: 'confirmEmail' }
  },
  actors: { confirmEmail: fromPromise<unknown, { token: string }>(notProvided('confirmEmail')) },
  guards: {
    /** Used, too old, unknown, mangled, or for an address that has an account by now. */
    isInvalid: (_, { error }: { error: unknown }) => isRefusal(error),
  },
  actions: {
    finish: actionNotProvided('finish'),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('The address could not be confirmed. Check your connection and try again.'))
          .message,
    }),
  },
}).createMachine({
  id: 'confirmEmail',
  description: 'Confirms an email address with the link of a mail.',
  context: ({ input: { token } }) => ({ token, error: null }),
  initial: 'confirming',
  states: {
    confirming: {
      description: 'The server is asked.',
      tags: 'loading',
      invoke: {
        id: 'confirmEmail',
        src: 'confirmEmail',
        input: ({ context }) => ({ token: context.token }),
        onDone: { target: 'confirmed', actions: 'finish' },
        onError: [
          {
            guard: { type: 'isInvalid', params: ({ event }) => ({ error: event.error }) },
            target: 'invalid',
            actions: { type: 'rememberError', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'failed',
            actions: { type: 'rememberError', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    confirmed: { description: 'The address is the account’s, and confirmed.', tags: 'done' },
    invalid: {
      description: 'The link is used up, too old or unknown: a new one can be sent.',
      tags: 'invalid',
    },
    failed: {
      description: 'There was no answer; Try Again.',
      tags: 'failed',
      on: { 'retry.requested': 'confirming' },
    },
  },
})
