import { type ActorRefFrom, assign, fromCallback, fromPromise, setup } from 'xstate'
import { EMAIL_UNVERIFIED } from '../../services/contract/accounts.ts'
import type { InvitationOffer } from '../../services/contract/invitations.ts'
import type { Organization } from '../../services/contract/organizations.ts'
import { t } from '../../texts/t.ts'
import { failureOfCall } from '../failure.ts'
import { notProvided } from '../not-provided.ts'
import { errorOf, ifRefused, isRefused, remembersError } from '../shared/failed-call.ts'
import { sendToActor } from '../system.ts'

interface InvitationContext {
  readonly token: string
  readonly offer: InvitationOffer | null
  /** null: not known yet; without an address, no one is signed in. */
  readonly visitor: { readonly email: string | null } | null
  readonly error: string | null
}

export type InvitationEvent =
  | { type: 'visitor.changed'; email: string | null }
  | { type: 'invitation.accepted' }
  | { type: 'invitation.declined' }
  | { type: 'signOut.requested' }
  | { type: 'retry.requested' }

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

const offerOf = ({ event }: { event: { output: InvitationOffer } }) => ({ offer: event.output })
const remembersOffer = { type: 'rememberOffer', params: offerOf } as const

const visitorOf = ({ event }: { event: Extract<InvitationEvent, { type: 'visitor.changed' }> }) => event
const remembersVisitor = {
  'visitor.changed': { actions: { type: 'rememberVisitor', params: visitorOf } },
} as const

/** An answer was not taken: the invitation has ended, or the call failed. */
const endedOrFailed = [
  { guard: { type: 'isEnded', params: errorOf }, target: '#invitation.loading' },
  { target: 'deciding', actions: remembersError },
] as const

/** The page of an invitation link: who invites, to which organization, and the possible actions. */
export const invitationMachine = setup({
  types: {} as {
    context: InvitationContext
    events: InvitationEvent
    input: { token: string }
    tags:
      | 'loading'
      | 'failed'
      | 'unknown'
      | 'ended'
      | 'open'
      | 'busy'
      | 'joined'
      | 'member'
      | 'declined'
      | 'unproven'
    children: {
      watchVisitor: 'watchVisitor'
      loadOffer: 'loadOffer'
      accept: 'accept'
      decline: 'decline'
    }
  },
  actors: {
    /** Reports who is signed in, now and after each change. */
    watchVisitor: fromCallback<InvitationEvent>(notProvided('watchVisitor')),
    loadOffer: fromPromise<InvitationOffer, { token: string }>(notProvided('loadOffer')),
    accept: fromPromise<Organization, { token: string }>(notProvided('accept')),
    decline: fromPromise<unknown, { token: string }>(notProvided('decline')),
  },
  guards: {
    isPending: (_, { offer }: { offer: InvitationOffer }) => offer.status === 'pending',
    isRefused,
    isEnded: (_, { error }: { error: unknown }) => codeOf(error) === 'invitation_ended',
    isUnverified: (_, { error }: { error: unknown }) => codeOf(error) === EMAIL_UNVERIFIED,
    isMember: (_, { error }: { error: unknown }) => codeOf(error) === 'already_member',
    isSignedOut: ({ context }) => context.visitor !== null && context.visitor.email === null,
    isInvited: ({ context }) => context.visitor?.email?.toLowerCase() === context.offer?.email,
    isSomebodyElse: ({ context }) => context.visitor !== null,
  },
  actions: {
    /** The organization becomes the current one. */
    enter: (scope, { organization }: { organization: Organization }) =>
      sendToActor(scope, 'organizationEntry', { type: 'organization.entered', organization, path: '/' }),
    /** The list may lack the organization: the answer that made them a member was lost, or came to another tab. */
    doubtOrganizations: (scope) => sendToActor(scope, 'organizations', { type: 'organizations.changed' }),
    signOut: (scope) => sendToActor(scope, 'session', { type: 'signOut.requested' }),
    rememberVisitor: assign({ visitor: (_, { email }: { email: string | null }) => ({ email }) }),
    rememberOffer: assign({ offer: (_, { offer }: { offer: InvitationOffer }) => offer }),
    forgetError: assign({ error: null }),
    rememberError: assign({
      error: (_, { error }: { error: unknown }) =>
        failureOfCall(error, t('That did not work. Check your connection and try again.')).message,
    }),
  },
}).createMachine({
  id: 'invitation',
  description: 'The page that an invitation link opens.',
  context: ({ input: { token } }) => ({ token, offer: null, visitor: null, error: null }),
  invoke: { id: 'watchVisitor', src: 'watchVisitor' },
  on: remembersVisitor,
  initial: 'loading',
  states: {
    loading: {
      description: 'The invitation is read.',
      tags: 'loading',
      invoke: {
        id: 'loadOffer',
        src: 'loadOffer',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          { guard: { type: 'isPending', params: offerOf }, target: 'open', actions: remembersOffer },
          { target: 'ended', actions: remembersOffer },
        ],
        onError: [
          { guard: ifRefused, target: 'unknown' },
          { target: 'failed', actions: remembersError },
        ],
      },
    },
    failed: {
      description: 'There was no answer; Try Again.',
      tags: 'failed',
      on: { 'retry.requested': { target: 'loading', actions: 'forgetError' } },
    },
    unknown: {
      description: 'No invitation has this link, or the server refuses to show it.',
      tags: 'unknown',
    },
    ended: {
      description: 'It was accepted, declined or withdrawn, or has expired; the page says which.',
      tags: 'ended',
      entry: 'doubtOrganizations',
    },
    open: {
      description: 'Organization, inviter and role are named.',
      initial: 'deciding',
      on: {
        'visitor.changed': {
          target: '.deciding',
          actions: { type: 'rememberVisitor', params: ({ event }) => event },
        },
      },
      states: {
        deciding: {
          description: 'It is not yet known who is signed in.',
          tags: 'loading',
          always: [
            { guard: 'isSignedOut', target: 'signedOut' },
            { guard: 'isInvited', target: 'ready' },
            { guard: 'isSomebodyElse', target: 'wrongAccount' },
          ],
        },
        signedOut: {
          description: 'Log-in, or a new account; both lead back here.',
          tags: 'open',
          on: { 'invitation.declined': { target: 'declining', actions: 'forgetError' } },
        },
        wrongAccount: {
          description: 'Both addresses are named; logging out leads back here.',
          tags: 'open',
          on: { 'signOut.requested': 'signingOut' },
        },
        signingOut: {
          description: 'The session ends; the invitation stays.',
          tags: ['open', 'busy'],
          entry: 'signOut',
        },
        ready: {
          description: 'Accept, or decline.',
          tags: 'open',
          on: {
            'invitation.accepted': { target: 'accepting', actions: 'forgetError' },
            'invitation.declined': { target: 'declining', actions: 'forgetError' },
          },
        },
        unproven: {
          description:
            'This link was not mailed to the person: the mailed one, or a confirmed address, is needed.',
          tags: ['open', 'unproven'],
          on: {
            'invitation.accepted': 'accepting',
            'invitation.declined': 'declining',
          },
        },
        accepting: {
          description: 'The person becomes a member.',
          tags: ['open', 'busy'],
          on: remembersVisitor,
          invoke: {
            id: 'accept',
            src: 'accept',
            input: ({ context }) => ({ token: context.token }),
            onDone: {
              target: '#invitation.joined',
              actions: { type: 'enter', params: ({ event }) => ({ organization: event.output }) },
            },
            onError: [
              { guard: { type: 'isUnverified', params: errorOf }, target: 'unproven' },
              { guard: { type: 'isMember', params: errorOf }, target: '#invitation.member' },
              ...endedOrFailed,
            ],
          },
        },
        declining: {
          description: 'The inviter will see that it was declined.',
          tags: ['open', 'busy'],
          on: remembersVisitor,
          invoke: {
            id: 'decline',
            src: 'decline',
            input: ({ context }) => ({ token: context.token }),
            onDone: '#invitation.declined',
            onError: endedOrFailed,
          },
        },
      },
    },
    joined: { description: 'A member now; the organization opens.', tags: 'joined' },
    member: { description: 'Already a member.', tags: 'member', entry: 'doubtOrganizations' },
    declined: { description: 'Declined; the inviter can ask again.', tags: 'declined' },
  },
})

export type InvitationRef = ActorRefFrom<typeof invitationMachine>
