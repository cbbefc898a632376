import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import { t } from '../../texts/t.ts'
import { failureOf } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { remembersError } from '../shared/failed-call.ts'

interface VerificationContext {
  /** Address of the signed-in person; '' until it has been read. */
  readonly email: string
  readonly isKept: boolean
  readonly error: string | null
}

export interface Account {
  readonly email: string
  readonly isVerified: boolean
  /** The server sends no mail: the link is in its outbox. */
  readonly isKept: boolean
}

export type VerificationEvent =
  | ({ type: 'account.read' } & Account)
  /** No one is signed in. */
  | { type: 'account.left' }
  | { type: 'link.requested' }

/**
 * Whether the account's address is confirmed. Until then, features that reach others are locked, and a link
 * can be sent.
 */
export const verificationMachine = setup({
  types: {} as {
    context: VerificationContext
    events: VerificationEvent
    tags: 'signedOut' | 'verified' | 'unverified' | 'busy' | 'sent'
    children: { watchAccount: 'watchAccount'; sendLink: 'sendLink' }
  },
  actors: {
    watchAccount: fromCallback<VerificationEvent>(notProvided('watchAccount')),
    sendLink: fromPromise<unknown>(notProvided('sendLink')),
  },
  guards: {
    isVerified: (_, { isVerified }: Account) => isVerified,
    /** Read again, and unchanged. */
    isAsBefore: ({ context }, { email, isVerified, isKept }: Account) =>
      !isVerified && email === context.email && isKept === context.isKept,
  },
  actions: {
    takeAccount: assign((_, { email, isKept }: Account) => ({ email, isKept, error: null })),
    forgetAccount: assign({ email: '', isKept: false, error: null }),
    forgetError: assign({ error: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOf(error, t('The email could not be sent. Please try again.')).message,
    }),
  },
}).createMachine({
  id: 'verification',
  description: 'Whether the email address is confirmed, and the link that confirms it.',
  context: { email: '', isKept: false, error: null },
  invoke: { id: 'watchAccount', src: 'watchAccount' },
  on: {
    'account.left': { target: '.signedOut', actions: 'forgetAccount' },
    'account.read': [
      {
        guard: { type: 'isVerified', params: ({ event }) => event },
        target: '.verified',
        actions: { type: 'takeAccount', params: ({ event }) => event },
      },
      { target: '.unverified', actions: { type: 'takeAccount', params: ({ event }) => event } },
    ],
  },
  initial: 'unknown',
  states: {
    unknown: { description: 'The account has not been read yet: nothing is shown.' },
    signedOut: { description: 'Nobody is signed in: log in, to be sent a link.', tags: 'signedOut' },
    verified: { description: 'The address is confirmed: nothing is locked.', tags: 'verified' },
    unverified: {
      description:
        'To invite people, publish assistants and create API keys, follow the link we emailed you.',
      tags: 'unverified',
      on: { 'account.read': { guard: { type: 'isAsBefore', params: ({ event }) => event } } },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'A link was mailed after registration; it can be sent again.',
          on: { 'link.requested': 'sending' },
        },
        sending: {
          description: 'A new link is requested; the previous one becomes invalid.',
          tags: 'busy',
          invoke: {
            id: 'sendLink',
            src: 'sendLink',
            onDone: 'sent',
            onError: { target: 'failed', actions: remembersError },
          },
        },
        sent: {
          description: 'A new link is on its way.',
          tags: 'sent',
          on: { 'link.requested': 'sending' },
        },
        failed: {
          description: 'Why no link was sent, and Send again.',
          on: { 'link.requested': { target: 'sending', actions: 'forgetError' } },
        },
      },
    },
  },
})

export type VerificationRef = ActorRefFrom<typeof verificationMachine>
