import { assign, fromPromise, setup } from 'xstate'
import type { TokenPair } from '../../services/contract/accounts.ts'
import { t } from '../../texts/t.ts'
import { failureOfCall } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'
import { failsTo, isRefused, remembersError } from '../shared/failed-call.ts'

interface LinkOptions {
  readonly id: string
  readonly description: string
  /** Shown when the server gives no reason. */
  readonly fallback: string
}

/** The statechart of a page that uses a link when it opens, and shows the result. */
function createLinkMachine<Output>({ id, description, fallback }: LinkOptions) {
  return setup({
    types: {} as {
      /** `token` is '' if a cookie identifies what is used. */
      context: { readonly token: string; readonly error: string | null }
      events: { type: 'retry.requested' }
      input: { token: string } | undefined
      tags: 'loading' | 'done' | 'refused' | 'failed'
      children: { use: 'use' }
    },
    actors: { use: fromPromise<Output, { token: string }>(notProvided('use')) },
    guards: { isRefused },
    actions: {
      finish: actionNotProvided<{ output: Output }>('finish'),
      rememberError: assign({
        error: (_, { error }: { error: unknown }) => failureOfCall(error, fallback).message,
      }),
    },
  }).createMachine({
    id,
    description,
    meta: { chart: 'link' },
    context: ({ input }) => ({ token: input?.token ?? '', error: null }),
    initial: 'using',
    states: {
      using: {
        description: 'The request is sent to the server.',
        tags: 'loading',
        invoke: {
          id: 'use',
          src: 'use',
          input: ({ context }) => ({ token: context.token }),
          onDone: {
            target: 'used',
            actions: { type: 'finish', params: ({ event }) => ({ output: event.output }) },
          },
          onError: failsTo('failed', remembersError),
        },
      },
      used: { description: 'It is done.', tags: 'done' },
      refused: { description: 'The link is used up, too old or unknown.', tags: 'refused' },
      failed: {
        description: 'There was no answer; Try Again.',
        tags: 'failed',
        on: { 'retry.requested': 'using' },
      },
    },
  })
}

/** Only the chart, as drawn; every link page uses it as its own. */
export const linkMachine = /* @__PURE__ */ createLinkMachine<unknown>({
  id: 'link',
  description: 'A page uses up the link that leads to it.',
  fallback: 'The server did not respond. Check your connection and try again.',
})

/** The page that an organization's provider sends the browser back to: the server issues tokens, once. */
export const companyLogInMachine = createLinkMachine<TokenPair>({
  id: 'companyLogIn',
  description: 'The provider of an organization has signed somebody in: the session begins.',
  fallback: t('The server did not respond. Check your connection and try again.'),
})

/** A mailed link that proves an email address, of a new account or a new address of an account. */
export const confirmEmailMachine = createLinkMachine<unknown>({
  id: 'confirmEmail',
  description: 'Confirms an email address with the link in an email.',
  fallback: t('The address could not be confirmed. Check your connection and try again.'),
})
