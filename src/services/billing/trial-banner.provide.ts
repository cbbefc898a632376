import { fromCallback } from 'xstate'
import { trialBannerMachine } from '../../machines/billing/trial-banner.machine.ts'
import { TRIAL, TRIAL_BANNER_DISMISSED } from '../accounts/forget-person.ts'
import type { Clock } from '../browser/clock.ts'
import type { Storage } from '../browser/storage.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import type { BillingApi } from './billing-api.ts'
import { watchSubscription } from './watch-subscription.ts'

/** S4.16 */
const RECOMPUTED_EVERY = 60 * 60 * 1000

interface Services {
  api: BillingApi
  cache: QueryCache
  clock: Pick<Clock, 'now' | 'onTick'>
  storage: Storage
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A moment's date in the person's time zone, such as `2026-01-31`. */
const dayOf = (now: number) => {
  const date = new Date(now)
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}

export const provideTrialBanner = ({ api, cache, clock, storage }: Services) =>
  trialBannerMachine.provide({
    actors: {
      watchSubscription: fromCallback(({ input, sendBack }) => {
        const tell = (planId: string, trialEnd: number) =>
          sendBack({
            type: 'subscription.read',
            planId,
            trialEnd: Number.isNaN(trialEnd) ? null : trialEnd,
          })
        // Shown from the first frame on: what appears later moves what is being pressed.
        const [organizationId, planId, trialEnd] = storage.read(TRIAL)?.split(' ') ?? []
        if (organizationId === input.organizationId && planId) tell(planId, Number(trialEnd))
        return watchSubscription({ api, cache }, input, ({ plan_id, trial_end_date }) => {
          const end = trial_end_date === null ? Number.NaN : Date.parse(trial_end_date)
          storage.write(TRIAL, `${input.organizationId} ${plan_id} ${end}`)
          tell(plan_id, end)
        })
      }),
      watchClock: fromCallback(({ sendBack }) => {
        let publishedAt = Number.NEGATIVE_INFINITY
        const publish = () => {
          const now = clock.now()
          if (now - publishedAt < RECOMPUTED_EVERY && dayOf(now) === dayOf(publishedAt)) return
          publishedAt = now
          sendBack({
            type: 'clock.ticked',
            now,
            today: dayOf(now),
            dismissedOn: storage.read(TRIAL_BANNER_DISMISSED),
          })
        }
        publish()
        return clock.onTick(publish)
      }),
    },
    actions: { rememberDismissal: (_, { day }) => storage.write(TRIAL_BANNER_DISMISSED, day) },
  })
