import type { ActorRefFrom } from 'xstate'
import type { PlanChanged } from '../../../services/contract/billing.ts'
import { t } from '../../../texts/t.ts'
import { ifRefused } from '../../shared/failed-call.ts'
import { ofOrganization } from '../billing.types.ts'
import {
  chosenSeats,
  isRenewable,
  type OrganizationPlan,
  type PlanChangeContext,
  planChangeSetup,
  seatsMax,
} from './plan-change.setup.ts'

const organization = ({ context }: { context: PlanChangeContext }) => ofOrganization(context)
const choice = ({ context }: { context: PlanChangeContext }): OrganizationPlan => {
  const seats = chosenSeats(context)
  return {
    ...ofOrganization(context),
    choice: {
      plan_id: context.planId ?? '',
      interval: context.interval,
      renew: context.renews && isRenewable(context),
      ...(seats !== undefined && { seats }),
    },
  }
}

const NOT_LOADED = t('Failed to load subscription details. Please try again.')
const NOT_UPDATED = t('Failed to update subscription.')
const NOT_FINALIZED = t('Failed to finalize subscription.')

const remembersErrorOr = (fallback: string) =>
  ({
    type: 'rememberError',
    params: ({ event }: { event: { error: unknown } }) => ({ error: event.error, fallback }),
  }) as const

const failsToLoad = [
  { guard: ifRefused, target: '#planChange.refused', actions: remembersErrorOr(NOT_LOADED) },
  { target: '#planChange.failed', actions: { type: 'refuse', params: { message: NOT_LOADED } } },
] as const

type Done = { event: { output: PlanChanged } }
const answered = ({ event }: Done) => ({ answer: event.output })
/** The change is sent; `failure` is shown if that fails, or if the page for the payment cannot be opened. */
const sending = <const Unbilled extends object>(
  id: 'changePlan' | 'finalizeChange',
  failure: string,
  unbilled: Unbilled,
) =>
  ({
    id,
    src: 'changePlan',
    input: choice,
    onDone: [
      { guard: { type: 'wantsBilling', params: answered }, ...unbilled },
      {
        guard: { type: 'wantsPayment', params: answered },
        target: 'goingToPayment',
        actions: { type: 'rememberPayment', params: (done: Done) => ({ ...answered(done), failure }) },
      },
      { target: 'updated' },
    ],
    onError: { target: 'choosing', actions: remembersErrorOr(failure) },
  }) as const

/** S4.12 to S4.14, S5.8, S8.12; issue 43.8. */
export const planChangeMachine = planChangeSetup.createMachine({
  id: 'planChange',
  description: 'A plan is chosen, ordered and, if it costs something, paid for.',
  context: ({ input }) => ({
    organizationId: input.organizationId,
    plans: [],
    subscription: null,
    planId: input.planId,
    interval: 'month',
    seats: null,
    renews: false,
    error: null,
    preview: null,
    payment: { url: '', failure: NOT_UPDATED },
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Plans and subscription are loaded.',
      tags: 'loading',
      on: { 'dialog.closed': 'closed' },
      invoke: {
        id: 'loadPlans',
        src: 'loadPlans',
        input: organization,
        onDone: {
          target: 'choosing',
          actions: { type: 'takePlans', params: ({ event }) => ({ loaded: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isUnreadable', params: ({ event }) => ({ error: event.error }) },
            target: 'failed',
            actions: { type: 'refuse', params: { message: t('Could not load plan data format.') } },
          },
          ...failsToLoad,
        ],
      },
    },
    refused: {
      description: 'The server refused and would refuse again: its reason is shown without Try Again.',
      tags: 'failed',
      on: { 'dialog.closed': 'closed' },
    },
    failed: {
      description: 'The error, and Try Again.',
      tags: 'failed',
      on: { 'retry.requested': 'loading', 'dialog.closed': 'closed' },
    },
    choosing: {
      description: 'A plan is chosen, by the month or by the year, and how many additional seats it has.',
      tags: 'open',
      // A payment page may open late, when the plan can be chosen again.
      invoke: { id: 'awaitReturn', src: 'awaitReturn', onDone: 'loading' },
      on: {
        'plan.picked': { actions: { type: 'pickPlan', params: ({ event }) => event } },
        'interval.picked': { actions: { type: 'pickInterval', params: ({ event }) => event } },
        'renewal.picked': {
          guard: 'isRenewable',
          actions: { type: 'pickRenewal', params: ({ event }) => event },
        },
        'seats.picked': {
          guard: 'sellsSeats',
          actions: { type: 'pickSeats', params: ({ event }) => event },
        },
        'form.submitted': [
          {
            guard: 'hasNoChoice',
            actions: { type: 'refuse', params: { message: t('Please select a plan.') } },
          },
          {
            guard: 'isContactOnly',
            actions: { type: 'refuse', params: { message: t('Please contact sales for this plan.') } },
          },
          {
            guard: 'hasNoSuchSeats',
            actions: {
              type: 'refuse',
              params: ({ context }) => ({
                message: t('Enter a number of seats from 0 to {max, number}.', { max: seatsMax(context) }),
              }),
            },
          },
          {
            guard: 'isCurrent',
            actions: { type: 'refuse', params: { message: t('This is already your current plan.') } },
          },
          { guard: 'isConfirmedFirst', target: 'previewing', actions: 'forgetError' },
          { target: 'submitting', actions: 'forgetError' },
        ],
        'change.undone': { guard: 'isPlanned', target: 'undoing', actions: 'forgetError' },
        'dialog.closed': 'closed',
      },
    },
    previewing: {
      description: 'The price of the choice and exceeded limits are requested.',
      tags: ['open', 'busy'],
      invoke: {
        id: 'previewPlan',
        src: 'previewPlan',
        input: choice,
        onDone: {
          target: 'confirming',
          actions: { type: 'takePreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: { target: 'choosing', actions: remembersErrorOr(NOT_UPDATED) },
      },
    },
    confirming: {
      description: 'The price, exceeded limits and the starting date are shown.',
      tags: ['open', 'confirming'],
      on: { 'change.confirmed': 'submitting', 'change.refused': 'choosing' },
    },
    submitting: {
      description: 'The change is sent to the server.',
      tags: ['open', 'busy'],
      invoke: sending('changePlan', NOT_UPDATED, { target: 'awaitingBilling' }),
    },
    awaitingBilling: {
      description: 'The billing form appears; nothing is ordered yet.',
      tags: 'open',
      invoke: {
        id: 'billingDetails',
        src: 'billingDetails',
        input: organization,
        onDone: [
          {
            guard: { type: 'wasSaved', params: ({ event }) => event.output },
            target: 'finalizing',
          },
          { target: 'choosing' },
        ],
      },
    },
    finalizing: {
      description: 'The details are saved; the change is requested again.',
      tags: ['open', 'busy'],
      invoke: sending('finalizeChange', NOT_FINALIZED, {
        target: 'choosing',
        actions: { type: 'refuse', params: { message: NOT_FINALIZED } },
      }),
    },
    goingToPayment: {
      description:
        'The browser goes to the payment page. If the person stays or stops it, the plan can be chosen again.',
      tags: ['open', 'busy', 'leaving'],
      invoke: {
        id: 'goToPayment',
        src: 'goToPayment',
        input: ({ context }) => ({ url: context.payment.url }),
        onDone: 'atPayment',
        onError: {
          target: 'choosing',
          actions: { type: 'refuse', params: ({ context }) => ({ message: context.payment.failure }) },
        },
      },
      after: { leavingTakes: 'choosing' },
    },
    atPayment: {
      description: 'The person is at the payment page; the browser may bring this one back as it was.',
      tags: ['open', 'busy', 'leaving'],
      invoke: { id: 'awaitReturn', src: 'awaitReturn', onDone: 'loading' },
    },
    undoing: {
      description: 'The planned change is taken back.',
      tags: ['open', 'busy'],
      invoke: {
        id: 'undoChange',
        src: 'undoChange',
        input: organization,
        onDone: 'updated',
        onError: { target: 'choosing', actions: remembersErrorOr(NOT_UPDATED) },
      },
    },
    updated: {
      description: 'The subscription is updated; the plan list reloads.',
      tags: ['open', 'busy'],
      entry: [
        'announceChange',
        { type: 'showToast', params: { type: 'success', message: t('Subscription updated.') } },
      ],
      invoke: {
        id: 'reloadPlans',
        src: 'loadPlans',
        input: organization,
        onDone: {
          target: 'choosing',
          actions: { type: 'takeUpdated', params: ({ event }) => ({ loaded: event.output }) },
        },
        onError: failsToLoad,
      },
    },
    closed: { description: 'The dialog is closed.', type: 'final' },
  },
})

export type PlanChangeRef = ActorRefFrom<typeof planChangeMachine>
