import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fromPromise } from 'xstate'
import { planChangeMachine } from '../../../src/machines/billing/plan-change/plan-change.machine.ts'
import type { PlansAndSubscription } from '../../../src/machines/billing/plan-change/plan-change.setup.ts'
import { renewalMachine } from '../../../src/machines/billing/renewal.machine.ts'
import type { PlanPreview } from '../../../src/services/contract/billing.ts'
import { PricingScreen } from '../../../src/ui/billing/pricing-screen.tsx'
import { SubscriptionCard } from '../../../src/ui/billing/subscription-card.tsx'
import { openStage, provided, still } from '../../harness/stage.tsx'
import { organization, plans, renewal, subscription } from '../../machines/samples.ts'

const pastDue = subscription({ plan_id: 'pro', seats: 2, renewal: renewal({ state: 'past_due' }) })

it.each([
  ['free', null, 'pro ends right away, and your organization is on Free.', 'Change to free'],
  ['starter', null, 'starter starts when the renewal is paid.', 'Change to starter'],
  ['pro', '1', 'You keep the seats you have until the renewal is paid', 'Change seats'],
])(
  '[43.8] no date is named for a change while the renewal is unpaid: %s',
  async (plan, seats, says, confirm) => {
    const preview: PlanPreview = {
      plan_id: 'pro',
      seats: 1,
      due_now: null,
      next_amount: 1900,
      effective_at: null,
      over: [],
    }
    const planChange = still(planChangeMachine).provide({
      actors: {
        awaitReturn: fromPromise(() => new Promise<void>(() => {})),
        loadPlans: fromPromise(async (): Promise<PlansAndSubscription> => ({ plans, subscription: pastDue })),
        previewPlan: fromPromise(async () => preview),
      },
    })
    const stage = await openStage({
      view: provided({ planChange }, <PricingScreen />),
      organizations: [organization('o1')],
    })
    await page.getByRole('radio', { name: new RegExp(`^${plan}`) }).click()
    if (seats) await page.getByRole('spinbutton', { name: /^Additional seats/ }).fill(seats)
    await page.getByRole('button', { name: 'Continue' }).click()
    const dialog = page.getByRole('dialog', { name: /^Change to / })
    await expect.element(dialog).toMatchTextContent(says)
    await expect.element(dialog.getByRole('button', { name: confirm })).toBeVisible()
    await stage.close()
  },
)

it('[43.8] no date is named for a change that was planned, while the renewal is unpaid', async () => {
  const next = { plan_id: 'starter', interval: 'month' as const, paid: false }
  const stage = await openStage({
    view: provided({ renewal: still(renewalMachine) }, <SubscriptionCard />),
    data: { subscription: { ...pastDue, next }, plans },
    organizations: [organization('o1')],
  })
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent('The renewal is not paid yet. Your planned change comes with it.')
  await stage.close()
})
