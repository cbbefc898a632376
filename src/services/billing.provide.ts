import { QueryObserver } from '@tanstack/query-core'
import { fromCallback, fromPromise } from 'xstate'
import { billingDetailsMachine } from '../machines/billing-details/billing-details.machine.ts'
import { billingDialogMachine } from '../machines/billing-dialog/billing-dialog.machine.ts'
import { paymentReturnMachine } from '../machines/payment-return/payment-return.machine.ts'
import { planChangeMachine } from '../machines/plan-change/plan-change.machine.ts'
import { type TrialBannerEvent, trialBannerMachine } from '../machines/trial-banner/trial-banner.machine.ts'
import { upgradeMachine } from '../machines/upgrade/upgrade.machine.ts'
import type { BillingApi } from './billing-api.ts'
import type { Clock } from './clock.ts'
import type { BillingDetails, PaymentOutcome, PlanChange, Subscription } from './contract/billing.ts'
import { paymentAddress } from './payment-address.ts'
import { keyOf } from './queries.ts'
import type { QueryCache } from './query-cache.ts'
import type { Storage } from './storage.ts'

const DISMISSED = 'trialBannerDismissed'
/** S4.16 */
const RECOMPUTED_EVERY = 60 * 60 * 1000

const SUBSCRIPTION = keyOf({ name: 'subscription', of: {} })

interface Services {
  api: BillingApi
  /** What became of an order; nobody has to be signed in. */
  outcomeOf: (reference: string, signal: AbortSignal) => Promise<PaymentOutcome>
  cache: QueryCache
  clock: Pick<Clock, 'now' | 'onTick'>
  storage: Storage
  tab: Window
  apiBase: string
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** The day of a moment where the person is, as `2026-01-31`. */
const dayOf = (now: number) => {
  const date = new Date(now)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

/** Leaves the page; done when the browser brings the page back as it was. */
const leaveFor = (tab: Window, address: string, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && resolve()
    tab.addEventListener('pageshow', back, { signal })
    tab.location.assign(address)
  })

/** The machines of plans and payments. */
export const provideBilling = ({ api, outcomeOf, cache, clock, storage, tab, apiBase }: Services) => {
  /** Whatever depends on the plan is read again. */
  const announceChange = () => {
    for (const queryKey of [['subscription'], ['payments'], ['billingDetails'], ['org']])
      void cache.invalidateQueries({ queryKey })
  }

  const billingDetails = billingDetailsMachine.provide({
    actors: {
      loadDetails: fromPromise(({ signal }) => api.details(signal)),
      loadCountries: fromPromise(({ signal }) => api.countries(signal)),
      saveDetails: fromPromise(({ input }: { input: BillingDetails }) => api.saveDetails(input)),
    },
  })

  const planChange = planChangeMachine.provide({
    actors: {
      billingDetails,
      loadPlans: fromPromise(async ({ signal }) => {
        const [plans, subscription] = await Promise.all([api.plans(signal), api.current(signal)])
        cache.setQueryData(SUBSCRIPTION, subscription)
        return { plans, subscription }
      }),
      previewPlan: fromPromise(({ input, signal }: { input: PlanChange; signal: AbortSignal }) =>
        api.preview(input, signal),
      ),
      changePlan: fromPromise(({ input }: { input: PlanChange }) => api.change(input)),
      undoChange: fromPromise<unknown>(() => api.undo()),
      goToPayment: fromPromise(async ({ input, signal }: { input: { url: string }; signal: AbortSignal }) => {
        const address = paymentAddress(input.url, apiBase, tab.location.origin)
        if (address === null) throw new Error('the address of the payment page is neither https nor ours')
        await leaveFor(tab, address, signal)
      }),
    },
    actions: { announceChange },
  })

  return {
    planChange,
    billingDialog: billingDialogMachine.provide({
      actors: { billingDetails },
      actions: { announceChange },
    }),
    paymentReturn: paymentReturnMachine.provide({
      actors: {
        askPayment: fromPromise(({ input, signal }: { input: { reference: string }; signal: AbortSignal }) =>
          outcomeOf(input.reference, signal),
        ),
      },
      actions: { announceChange },
    }),
    upgrade: upgradeMachine.provide({ actors: { planChange } }),
    trialBanner: trialBannerMachine.provide({
      actors: {
        watchSubscription: fromCallback<TrialBannerEvent>(({ sendBack }) => {
          const observer = new QueryObserver<Subscription>(cache, {
            queryKey: SUBSCRIPTION,
            queryFn: ({ signal }) => api.current(signal),
          })
          const tell = ({ data }: ReturnType<typeof observer.getCurrentResult>) => {
            if (!data) return
            const trialEnd = data.trial_end_date === null ? Number.NaN : Date.parse(data.trial_end_date)
            sendBack({
              type: 'subscription.read',
              planId: data.plan_id,
              trialEnd: Number.isNaN(trialEnd) ? null : trialEnd,
            })
          }
          const unsubscribe = observer.subscribe(tell)
          tell(observer.getCurrentResult())
          return unsubscribe
        }),
        watchClock: fromCallback<TrialBannerEvent>(({ sendBack }) => {
          let told = Number.NEGATIVE_INFINITY
          const tell = () => {
            const now = clock.now()
            if (now - told < RECOMPUTED_EVERY && dayOf(now) === dayOf(told)) return
            told = now
            sendBack({ type: 'clock.ticked', now, today: dayOf(now), dismissedOn: storage.read(DISMISSED) })
          }
          tell()
          return clock.onTick(tell)
        }),
      },
      actions: { rememberDismissal: (_, { day }) => storage.write(DISMISSED, day) },
    }),
  }
}
