import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import type { PaymentOutcome } from '../../services/contract/billing.ts'
import { statusOf } from '../failure.ts'
import { actionNotProvided, notProvided } from '../not-provided.ts'

/** Interval between checks of the payment, in ms. */
const ASK_EVERY = 2000
/** Wait before other ways are offered, in ms. */
const PATIENCE = 60_000

interface PaymentReturnContext {
  /** The order named in the address; '' without one. */
  readonly reference: string
  readonly planName: string | null
  /** Number of additional seats bought; null for the plan itself. */
  readonly moreSeats: number | null
  /** It was credited to the plan that runs, because a later order was paid first. */
  readonly isCredited: boolean
  /** When the plan begins; null if it has begun. */
  readonly startsAt: string | null
}

interface Answered {
  readonly outcome: PaymentOutcome | null
}

/** S2.7: back from the payment page, until the payment is known to have arrived or failed. */
export const paymentReturnMachine = setup({
  types: {} as {
    context: PaymentReturnContext
    events: { type: 'check.requested' }
    input: { reference: string }
    tags: 'waiting' | 'late' | 'confirmed' | 'declined' | 'missing' | 'unnamed'
    children: { askPayment: 'askPayment' }
  },
  actors: {
    /** null: the address names no order, or the server does not know it. */
    askPayment: fromPromise<PaymentOutcome | null, { reference: string }>(notProvided('askPayment')),
  },
  guards: {
    isUnnamed: (_, { outcome }: Answered) => outcome === null,
    isPaid: (_, { outcome }: Answered) => outcome?.status === 'paid',
    isPending: (_, { outcome }: Answered) => outcome?.status === 'pending',
    isMissing: (_, { error }: { error: unknown }) => statusOf(error) === 404,
  },
  actions: {
    /** Views that show the plan read it again. */
    announceChange: actionNotProvided('announceChange'),
    takePlan: assign((_, { outcome }: Answered) => ({
      planName: outcome?.plan_name ?? null,
      moreSeats: outcome?.more_seats ?? null,
      isCredited: outcome?.credited ?? false,
      startsAt: outcome?.starts_at ?? null,
    })),
  },
  delays: { askEvery: ASK_EVERY, patience: PATIENCE },
}).createMachine({
  id: 'paymentReturn',
  description: 'Back from the payment page.',
  context: ({ input }) => ({
    reference: input.reference,
    planName: null,
    moreSeats: null,
    isCredited: false,
    startsAt: null,
  }),
  initial: 'confirming',
  states: {
    unnamed: {
      description:
        'A payment provider sent the person back without naming their order: the plan tells the rest.',
      tags: 'unnamed',
      entry: 'announceChange',
    },
    confirming: {
      description: 'The payment is on its way to us; the plan changes when it arrives.',
      tags: 'waiting',
      initial: 'asking',
      after: { patience: 'late' },
      states: {
        asking: {
          description: 'The request is sent to the server.',
          invoke: {
            id: 'askPayment',
            src: 'askPayment',
            input: ({ context }) => ({ reference: context.reference }),
            onDone: [
              {
                guard: { type: 'isUnnamed', params: ({ event }) => ({ outcome: event.output }) },
                target: '#paymentReturn.unnamed',
              },
              {
                guard: { type: 'isPaid', params: ({ event }) => ({ outcome: event.output }) },
                target: '#paymentReturn.confirmed',
                actions: { type: 'takePlan', params: ({ event }) => ({ outcome: event.output }) },
              },
              {
                guard: { type: 'isPending', params: ({ event }) => ({ outcome: event.output }) },
                target: 'waiting',
              },
              {
                target: '#paymentReturn.declined',
                actions: { type: 'takePlan', params: ({ event }) => ({ outcome: event.output }) },
              },
            ],
            onError: [
              {
                guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
                target: '#paymentReturn.missing',
              },
              { target: 'waiting' },
            ],
          },
        },
        waiting: { description: 'Not yet; asked again in a moment.', after: { askEvery: 'asking' } },
      },
    },
    late: {
      description: 'It takes too long: nothing is lost, and the page offers alternatives.',
      tags: 'late',
      on: { 'check.requested': 'confirming' },
    },
    confirmed: {
      description: 'The plan has begun, or begins when the present one ends.',
      tags: 'confirmed',
      entry: 'announceChange',
    },
    declined: { description: 'The payment did not go through; the plan is as it was.', tags: 'declined' },
    missing: { description: 'The server knows no order of that name.', tags: 'missing' },
  },
})

export type PaymentReturnRef = ActorRefFrom<typeof paymentReturnMachine>
