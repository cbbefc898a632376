import type { trialBannerMachine } from '../../src/machines/billing/trial-banner.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { never } from '../harness/model/unhandled.ts'

export const DAY = 24 * 60 * 60 * 1000
export const NOW = Date.parse('2026-01-31T12:00:00.000Z')

const read = (planId: string, days: number | null) => ({
  type: 'subscription.read',
  planId,
  trialEnd: days === null ? null : NOW + days * DAY,
})

export const trialBannerModel: Model<typeof trialBannerMachine> = {
  input: { organizationId: 'o1' },
  events: () => [
    read('pro', 14),
    read('pro', 7),
    read('pro', 3),
    read('pro', -1),
    read('pro', null),
    read('free', 14),
    { type: 'clock.ticked', now: NOW, today: '2026-01-31', dismissedOn: null },
    { type: 'clock.ticked', now: NOW, today: '2026-01-31', dismissedOn: '2026-01-31' },
    { type: 'clock.ticked', now: NOW + DAY, today: '2026-02-01', dismissedOn: '2026-01-31' },
    { type: 'banner.dismissed' },
  ],
  unhandled: [never(['banner.dismissed'], ['hidden', 'dismissed'], 'The banner is not on the screen.')],
  key: ({ context }) => context,
  sentBy: { 'subscription.read': 'watchSubscription', 'clock.ticked': 'watchClock' },
}
