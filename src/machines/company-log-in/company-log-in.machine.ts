import { fromPromise, setup } from 'xstate'
import type { TokenPair } from '../../services/contract/accounts.ts'
import { isRefusal } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'

/** Where the browser comes back to from the provider of an organization. */
export const companyLogInMachine = setup({
  types: {} as {
    events: { type: 'retry.requested' }
    tags: 'loading' | 'refused' | 'failed'
    children: { collectTokens: 'collectTokens' }
  },
  actors: { collectTokens: fromPromise<TokenPair>(notProvided('collectTokens')) },
  guards: {
    isRefused: (_, { error }: { error: unknown }) => isRefusal(error),
  },
  actions: {
    finish: actionNotProvided<{ output: TokenPair }>('finish'),
  },
}).createMachine({
  id: 'companyLogIn',
  description: 'The provider of an organization has signed somebody in: the session begins.',
  initial: 'collecting',
  states: {
    collecting: {
      description: 'The server hands over the tokens, once.',
      tags: 'loading',
      invoke: {
        id: 'collectTokens',
        src: 'collectTokens',
        onDone: {
          target: 'signedIn',
          actions: { type: 'finish', params: ({ event }) => ({ output: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'refused',
          },
          { target: 'failed' },
        ],
      },
    },
    signedIn: { description: 'The session has the tokens.', tags: 'loading' },
    refused: { description: 'The tokens were fetched already, or nobody asked in time.', tags: 'refused' },
    failed: {
      description: 'There was no answer; Try Again.',
      tags: 'failed',
      on: { 'retry.requested': 'collecting' },
    },
  },
})
