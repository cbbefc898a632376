import { fromPromise } from 'xstate'
import type { OfOrganization } from '../../machines/billing/billing.types.ts'
import {
  type BillingChange,
  billingDetailsMachine,
  blankBilling,
} from '../../machines/billing/billing-details.machine.ts'
import { billingDialogMachine } from '../../machines/billing/billing-dialog.machine.ts'
import { planChangeMachine } from '../../machines/billing/plan-change/plan-change.machine.ts'
import { upgradeMachine } from '../../machines/billing/upgrade.machine.ts'
import { differences } from '../../machines/shared/differences.ts'
import type { ProfileApi } from '../accounts/accounts-api.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { HttpError } from '../http/errors.ts'
import { type BillingApi, planChanged } from './billing-api.ts'
import { subscriptionOf } from './watch-subscription.ts'

/** A `payment_url` that can be followed: https, or of the app or the API; otherwise null. */
export function paymentAddress(url: string, apiBase: string, origin: string): string | null {
  if (!URL.canParse(url)) return null
  const target = new URL(url)
  const ours = [origin, new URL(apiBase, origin).origin]
  return target.protocol === 'https:' || ours.includes(target.origin) ? target.href : null
}

export interface Place {
  tab: Window
  apiBase: string
}

/** Leaves for a page of the payment provider; done when this page goes, which the person or the browser may prevent. */
export const leaveFor = ({ tab, apiBase }: Place, url: string, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const address = paymentAddress(url, apiBase, tab.location.origin)
    if (address === null) throw new Error('the address of the payment page is neither https nor ours')
    tab.addEventListener('pagehide', () => resolve(), { signal })
    tab.location.assign(address)
  })

/** Done when the browser brings this page back as it was. */
export const returnTo = (tab: Window, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    tab.addEventListener('pageshow', ({ persisted }) => persisted && resolve(), { signal })
  })

const isMissing = (error: unknown) => error instanceof HttpError && error.status === 404

interface Billing {
  api: BillingApi
  /** The person whose name and address prefill a form. */
  profile: Pick<ProfileApi, 'me'>
  cache: QueryCache
}

interface Payment extends Billing, Place {}

interface Asked<Input> {
  input: Input
  signal: AbortSignal
}

/** If nothing has been saved yet, the form is prefilled with the signed-in person's data. */
const detailsOrPerson = async (
  { api, profile }: Pick<Billing, 'api' | 'profile'>,
  { input, signal }: Asked<OfOrganization>,
) => {
  try {
    return await api.details(input, signal)
  } catch (error) {
    if (!isMissing(error)) throw error
    const { first_name, last_name, email } = await profile.me(signal).catch(() => {
      throw error
    })
    return { ...blankBilling, name: [first_name, last_name].filter(Boolean).join(' '), email }
  }
}

/** The stored details with the changes that were made here: another owner may have changed the rest. */
const changedDetails = async (
  api: BillingApi,
  { input: { details, opened, ...organization }, signal }: Asked<BillingChange>,
) => {
  if (opened === null) return details
  try {
    return { ...(await api.details(organization, signal)), ...differences(details, opened) }
  } catch (error) {
    if (!isMissing(error)) throw error
    return details
  }
}

const provideBillingDetails = ({ api, profile }: Pick<Billing, 'api' | 'profile'>) =>
  billingDetailsMachine.provide({
    actors: {
      loadDetails: fromPromise((asked) => detailsOrPerson({ api, profile }, asked)),
      loadCountries: fromPromise(({ signal }) => api.countries(signal)),
      saveDetails: fromPromise(async (asked) =>
        api.saveDetails({ ...asked.input, details: await changedDetails(api, asked) }),
      ),
    },
  })

export const providePlanChange = ({ api, profile, cache, tab, apiBase }: Payment) =>
  planChangeMachine.provide({
    actors: {
      billingDetails: provideBillingDetails({ api, profile }),
      loadPlans: fromPromise(async ({ input, signal }) => {
        const [plans, subscription] = await Promise.all([api.plans(signal), api.current(input, signal)])
        cache.setQueryData(subscriptionOf(input), subscription)
        return { plans, subscription }
      }),
      previewPlan: fromPromise(({ input, signal }) => api.preview(input, signal)),
      changePlan: fromPromise(({ input }) => api.change(input)),
      undoChange: fromPromise(({ input }) => api.undo(input)),
      goToPayment: fromPromise(({ input, signal }) => leaveFor({ tab, apiBase }, input.url, signal)),
      awaitReturn: fromPromise(({ signal }) => returnTo(tab, signal)),
    },
    actions: { announceChange: () => planChanged(cache) },
  })

export const provideUpgrade = (payment: Payment) =>
  upgradeMachine.provide({ actors: { planChange: providePlanChange(payment) } })

export const provideBillingDialog = ({ api, profile, cache }: Billing) =>
  billingDialogMachine.provide({
    actors: { billingDetails: provideBillingDetails({ api, profile }) },
    actions: { announceChange: () => planChanged(cache) },
  })
