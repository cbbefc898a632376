import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fromCallback } from 'xstate'
import { type RenewalEvent, renewalMachine } from '../../../src/machines/billing/renewal.machine.ts'
import type { Subscription } from '../../../src/services/contract/billing.ts'
import { SubscriptionCard } from '../../../src/ui/billing/subscription-card.tsx'
import { openStage, provided, still } from '../../harness/stage.tsx'
import { organization, plans, renewal, subscription } from '../../machines/samples.ts'

const shown = (more: Partial<Subscription>) => {
  const current = subscription({ plan_id: 'pro', ...more })
  const watchSubscription = fromCallback<RenewalEvent>(({ sendBack }) =>
    sendBack({ type: 'subscription.read', renewal: current.renewal ?? null }),
  )
  const machine = still(renewalMachine).provide({ actors: { watchSubscription } } as never)
  return openStage({
    view: provided({ renewal: machine }, <SubscriptionCard />),
    data: { subscription: current, plans },
    organizations: [organization('o1')],
  })
}

it.each([
  ['pro', null],
  ['starter', { plan_id: 'starter', interval: 'month', paid: false }],
] as const)('the next period can be paid for as what it will be: %s', async (plan, next) => {
  const stage = await shown({ renewable: true, next })
  await expect
    .element(page.getByRole('main'))
    .toMatchTextContent(`You can pay for the next period of ${plan} now.`)
  await expect
    .element(page.getByRole('link', { name: 'Pay for the next period' }))
    .toHaveAttribute('href', `/pricing?plan=${plan}`)
  await stage.close()
})

it('the next period of Free is not paid for', async () => {
  const stage = await shown({
    renewable: true,
    next: { plan_id: 'free', interval: 'month', paid: false },
  })
  await expect.element(page.getByRole('link', { name: 'Change plan' })).toBeVisible()
  expect(page.getByText('You can pay', { exact: false }).query()).toBeNull()
  await stage.close()
})

it('a renewal can be resumed until the card would be charged, also after a period that is paid already', async () => {
  const stage = await shown({
    period_end: '2026-12-09T12:00:00.000Z',
    next: { plan_id: 'pro', interval: 'month', paid: true },
    renewal: renewal({ charged_at: '2027-01-09T12:00:00.000Z' }),
  })
  await page.getByRole('button', { name: 'Stop renewal' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Stop the renewal?' }))
    .toMatchTextContent('You can resume the renewal until Jan 9, 2027,')
  await stage.close()
})
