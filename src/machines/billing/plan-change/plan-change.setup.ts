import { assign, fromPromise, setup } from 'xstate'
import type {
  Interval,
  PlanChange,
  PlanChanged,
  PlanPreview,
  Subscription,
} from '../../../services/contract/billing.ts'
import { failureOf } from '../../failure.ts'
import { actionNotProvided, notProvided } from '../../not-provided.ts'
import { isRefused } from '../../shared/failed-call.ts'
import { showToast } from '../../system.ts'
import type { OfOrganization } from '../billing.types.ts'
import { billingDetailsMachine } from '../billing-details.machine.ts'
import {
  areSeatsSold,
  chosenPlan,
  isCurrentChoice,
  isOtherSeats,
  isRenewable,
  isSmallerChoice,
  type PlanChangeContext,
  type PlanChangeEvent,
  type PlansAndSubscription,
  seatsMax,
  seatsOf,
} from './plan-change.types.ts'

export type OrganizationPlan = OfOrganization & { readonly choice: PlanChange }

/** Automatic card charges continue unless the person says otherwise. */
const isOnFile = ({ renewal }: Subscription) => renewal != null && renewal.state !== 'canceled'

export const planChangeSetup = setup({
  types: {} as {
    context: PlanChangeContext
    events: PlanChangeEvent
    /** The initial choice. */
    input: OfOrganization & { planId: string | null }
    tags: 'loading' | 'failed' | 'open' | 'busy' | 'confirming' | 'needsBilling' | 'leaving'
    children: {
      loadPlans: 'loadPlans'
      reloadPlans: 'loadPlans'
      previewPlan: 'previewPlan'
      changePlan: 'changePlan'
      finalizeChange: 'changePlan'
      undoChange: 'undoChange'
      goToPayment: 'goToPayment'
      billingDetails: 'billingDetails'
    }
  },
  actors: {
    loadPlans: fromPromise<PlansAndSubscription, OfOrganization>(notProvided('loadPlans')),
    previewPlan: fromPromise<PlanPreview, OrganizationPlan>(notProvided('previewPlan')),
    changePlan: fromPromise<PlanChanged, OrganizationPlan>(notProvided('changePlan')),
    undoChange: fromPromise<unknown, OfOrganization>(notProvided('undoChange')),
    /** Leaves the page; done when the person returns to it with the browser. */
    goToPayment: fromPromise<void, { url: string }>(notProvided('goToPayment')),
    billingDetails: billingDetailsMachine,
  },
  guards: {
    hasNoChoice: ({ context }) => chosenPlan(context) === null,
    isContactOnly: ({ context }) => chosenPlan(context)?.is_contact_only === true,
    isCurrent: ({ context }) => isCurrentChoice(context),
    isConfirmedFirst: ({ context }) => isSmallerChoice(context) || isOtherSeats(context),
    sellsSeats: ({ context }) => seatsMax(context) > 0,
    hasNoSuchSeats: ({ context }) => !areSeatsSold(context),
    isRenewable: ({ context }) => isRenewable(context),
    isPlanned: ({ context }) => context.subscription?.next?.paid === false,
    isRefused,
    // S8.12: a response that is neither a list nor a map of plans.
    isUnreadable: (_, { error }: { error: unknown }) =>
      error instanceof Error && error.name === 'MalformedAnswerError',
    wantsBilling: (_, { answer }: { answer: PlanChanged }) => answer.billing_required === true,
    // Also an empty address: nothing is updated, and opening it fails.
    wantsPayment: (_, { answer }: { answer: PlanChanged }) => typeof answer.payment_url === 'string',
    wasSaved: (_, { saved }: { saved: boolean }) => saved,
  },
  actions: {
    showToast,
    /** Views that show the plan read it again. */
    announceChange: actionNotProvided('announceChange'),
    takePlans: assign(({ context }, { loaded }: { loaded: PlansAndSubscription }) => ({
      ...loaded,
      seats: seatsOf(loaded.subscription, context.planId),
      interval: loaded.subscription.interval ?? ('month' as const),
      renews: isOnFile(loaded.subscription),
      error: null,
    })),
    /** A chosen billing period is kept. */
    takeUpdated: assign((_, { loaded }: { loaded: PlansAndSubscription }) => ({
      ...loaded,
      planId: null,
      error: null,
    })),
    pickPlan: assign(({ context }, { planId }: { planId: string }) => ({
      planId,
      seats: context.subscription && seatsOf(context.subscription, planId),
      error: null,
    })),
    pickSeats: assign((_, { seats }: { seats: number | null }) => ({ seats, error: null })),
    pickRenewal: assign((_, { renews }: { renews: boolean }) => ({ renews })),
    pickInterval: assign((_, { interval }: { interval: Interval }) => ({ interval, error: null })),
    refuse: assign({ error: (_, { message }: { message: string }) => message }),
    forgetError: assign({ error: null }),
    takePreview: assign({ preview: (_, { preview }: { preview: PlanPreview }) => preview }),
    rememberPayment: assign((_, { answer, failure }: { answer: PlanChanged; failure: string }) => ({
      payment: { url: answer.payment_url ?? '', failure },
    })),
    rememberError: assign({
      error: (_, { error, fallback }: { error: unknown; fallback: string }) =>
        failureOf(error, fallback).message,
    }),
  },
})
