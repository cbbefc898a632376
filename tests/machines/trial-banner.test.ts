import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { daysLeft, trialBannerMachine } from '../../src/machines/billing/trial-banner.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { DAY, NOW, trialBannerModel } from './billing.model.ts'

/** [S4.15] [S4.16] */
describeModel({
  name: 'trialBanner',
  machine: trialBannerMachine,
  model: trialBannerModel,
  rig: (world) => {
    const left = () => daysLeft(world.snapshot().context)
    const dismissedToday = () => {
      const { dismissedOn, today } = world.snapshot().context
      return dismissedOn === today
    }
    return {
      oracles: {
        'trialBanner.shown': () => expect(dismissedToday()).toBe(false),
        'trialBanner.shown.blue': () => expect(left()).toBeGreaterThan(7),
        'trialBanner.shown.yellow': () => {
          expect(left()).toBeGreaterThan(3)
          expect(left()).toBeLessThanOrEqual(7)
        },
        'trialBanner.shown.red': () => expect(left()).toBeLessThanOrEqual(3),
        'trialBanner.dismissed': () => expect(dismissedToday()).toBe(true),
      },
    }
  },
})

describe('the trial banner', () => {
  const start = (dismissedOn: string | null = null) => {
    const days: string[] = []
    const banner = createActor(
      trialBannerMachine.provide({
        actors: { watchSubscription: fromCallback(() => {}), watchClock: fromCallback(() => {}) },
        actions: { rememberDismissal: (_, { day }) => void days.push(day) },
      }),
      { input: { organizationId: 'o1' } },
    ).start()
    const tick = (now: number, today: string, day: string | null) =>
      banner.send({ type: 'clock.ticked', now, today, dismissedOn: day })
    tick(NOW, '2026-01-31', dismissedOn)
    const left = (ms: number) => {
      banner.send({ type: 'subscription.read', planId: 'pro', trialEnd: NOW + ms })
      return banner.getSnapshot().value
    }
    return { banner, left, days, tick }
  }

  it('[S4.16] turns yellow at seven days and red at three, to the moment', () => {
    const { left } = start()
    expect(left(7 * DAY + 1)).toEqual({ shown: 'blue' })
    expect(left(7 * DAY)).toEqual({ shown: 'yellow' })
    expect(left(3 * DAY + 1)).toEqual({ shown: 'yellow' })
    expect(left(3 * DAY)).toEqual({ shown: 'red' })
    expect(left(1)).toEqual({ shown: 'red' })
    expect(left(0)).toBe('hidden')
  })

  it('[S4.15] stays away for the rest of the day, and comes back on the next', () => {
    const { banner, left, days, tick } = start()
    left(5 * DAY)
    banner.send({ type: 'banner.dismissed' })
    expect(days).toEqual(['2026-01-31'])
    tick(NOW + 3_600_000, '2026-01-31', '2026-01-31')
    expect(banner.getSnapshot().value).toBe('dismissed')
    tick(NOW + DAY, '2026-02-01', '2026-01-31')
    expect(banner.getSnapshot().value).toEqual({ shown: 'yellow' })
  })

  it('[S4.15] is not shown when it was dismissed today, before the page was opened', () => {
    expect(start('2026-01-31').left(5 * DAY)).toBe('dismissed')
    expect(start('2026-01-30').left(5 * DAY)).toEqual({ shown: 'yellow' })
  })
})
