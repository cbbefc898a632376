import { expect, it, onTestFinished } from 'vitest'
import { createActor } from 'xstate'
import type { BillingApi } from '../../src/services/billing/billing-api.ts'
import { provideTrialBanner } from '../../src/services/billing/trial-banner.provide.ts'
import type { Storage } from '../../src/services/browser/storage.ts'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'

const MINUTE = 60_000
const NINE = new Date(2026, 0, 31, 9).getTime()

function open(stored: Record<string, string> = {}) {
  let now = NINE
  let tick = () => {}
  const cache = createQueryCache()
  onTestFinished(() => cache.clear())
  const banner = createActor(
    provideTrialBanner({
      api: { current: () => new Promise(() => {}) } as unknown as BillingApi,
      cache,
      clock: {
        now: () => now,
        onTick: (listener) => {
          tick = listener
          return () => {}
        },
      },
      storage: {
        read: (key) => stored[key] ?? null,
        write: (key, value) => void Object.assign(stored, { [key]: value }),
      } as Storage,
    }),
    { input: { organizationId: 'o1' } },
  ).start()
  onTestFinished(() => void banner.stop())
  const after = (ms: number) => {
    now = NINE + ms
    tick()
    return banner.getSnapshot().context
  }
  return { banner, after, stored }
}

it('[S4.16] the banner is computed anew every hour, and when the day changes', () => {
  const { after } = open()
  expect(after(0).now).toBe(NINE)
  expect(after(59 * MINUTE).now).toBe(NINE)
  expect(after(60 * MINUTE).now).toBe(NINE + 60 * MINUTE)
  expect(after(14.9 * 60 * MINUTE).today).toBe('2026-01-31')
  expect(after(15 * 60 * MINUTE)).toMatchObject({ today: '2026-02-01', now: NINE + 15 * 60 * MINUTE })
})

it('[S4.15] what was last read of the organization is shown before it is read again', () => {
  const trial = `o1 pro ${NINE + 5 * 24 * 60 * MINUTE}`
  expect(open({ trial }).banner.getSnapshot().hasTag('shown')).toBe(true)
  expect(
    open({ trial: trial.replace('o1', 'o2') })
      .banner.getSnapshot()
      .hasTag('shown'),
  ).toBe(false)
})

it('[S4.15] the day of its dismissal is stored as trialBannerDismissed', () => {
  const { banner, stored } = open()
  banner.send({ type: 'subscription.read', planId: 'pro', trialEnd: NINE + 5 * 24 * 60 * MINUTE })
  banner.send({ type: 'banner.dismissed' })
  expect(stored).toEqual({ trialBannerDismissed: '2026-01-31' })
  expect(open(stored).banner.getSnapshot().context.dismissedOn).toBe('2026-01-31')
})
