import { assign, fromPromise, setup } from 'xstate'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'

/** The link that a new e-mail address was sent. */
export const confirmEmailMachine = setup({
  types: {} as {
    context: { token: string; error: string | null }
    events: { type: 'retry.requested' }
    input: { token: string }
    tags: 'loading' | 'failed' | 'done'
    children: { confirmEmail: 'confirmEmail' }
  },
  actors: { confirmEmail: fromPromise<unknown, { token: string }>(notProvided('confirmEmail')) },
  actions: {
    finish: () => {},
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, 'The address could not be confirmed. Check your connection and try again.').message,
    }),
  },
}).createMachine({
  id: 'confirmEmail',
  description: 'Confirms a new e-mail address with the link of a mail.',
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
        onError: {
          target: 'failed',
          actions: { type: 'rememberError', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirmed: { description: 'The account has its new address.', tags: 'done' },
    failed: {
      description: 'Why not, and Try Again.',
      tags: 'failed',
      on: { 'retry.requested': 'confirming' },
    },
  },
})
