import type { Page } from '@playwright/test'
import { billingDialogMachine } from '../../../src/machines/billing-dialog/billing-dialog.machine.ts'
import { paymentReturnMachine } from '../../../src/machines/payment-return/payment-return.machine.ts'
import { trialBannerMachine } from '../../../src/machines/trial-banner/trial-banner.machine.ts'
import { upgradeMachine } from '../../../src/machines/upgrade/upgrade.machine.ts'
import type { Subscription } from '../../../src/services/contract/billing.ts'
import { TTL } from '../../../src/services/query-cache.ts'
import { billingDialogModel } from '../../machines/billing-dialog.model.ts'
import { paymentReturnModel } from '../../machines/payment-return.model.ts'
import { billingDetails, subscription } from '../../machines/samples.ts'
import { NOW, trialBannerModel } from '../../machines/trial-banner.model.ts'
import { upgradeModel } from '../../machines/upgrade.model.ts'
import { expect } from '../gateway.ts'
import { enrolled } from '../models/accounts.ts'
import { billing } from '../models/billing.ts'
import { walkInBrowser } from './walk.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const says =
  (title: string) =>
  ({ page }: { page: Page }) =>
    expect(page.getByRole('heading', { name: title })).toBeVisible()

/** [S2.7] */
walkInBrowser({
  machine: paymentReturnMachine,
  model: paymentReturnModel,
  holds: ({ path }) => path === '/api/v1/payments/r1',
  movesClock: true,
  open: async ({ page }) => {
    await page.clock.install()
    await page.goto('/payment-success?order=r1')
  },
  does: {
    'check.requested': ({ page }) => button(page, 'Check again').click(),
    'xstate.done.actor.askPayment': ({ network }, { output }) => network.answer({ body: output }),
    'xstate.error.actor.askPayment': ({ network }, { error }) =>
      network.answer(
        error.status === 404 ? { status: 404, body: { detail: 'No.', code: 'x' } } : { status: 500 },
      ),
    'xstate.after.askEvery.paymentReturn.confirming.waiting': ({ page }) => page.clock.fastForward(2000),
    'xstate.after.patience.paymentReturn.confirming': ({ page }) => page.clock.fastForward(60_000),
  },
  sees: {
    'paymentReturn.confirming': says('One moment.'),
    'paymentReturn.late': says('Still waiting.'),
    'paymentReturn.confirmed': says('Thank you.'),
    'paymentReturn.declined': says('Not paid.'),
    'paymentReturn.missing': says('No such payment.'),
  },
})

const upgradeDialog = (page: Page) => page.getByRole('dialog', { name: 'Upgrade your plan' })

/** [S2.35] */
walkInBrowser({
  machine: upgradeMachine,
  model: {
    ...upgradeModel,
    // The dialog lies over everything that could be refused.
    events: (snapshot) =>
      upgradeModel
        .events(snapshot)
        .filter(
          ({ type, planId }) =>
            type === 'plan.refused' ? !snapshot.hasTag('open') : planId === undefined,
        ),
  },
  holds: ({ method, path }) => method === 'POST' && path.endsWith('/knowledge-bases'),
  open: async ({ page, server }) => {
    const free = subscription({ plan_id: 'free', status: 'free', interval: null, period_end: null })
    await page.route('**/api/v1/subscription/current', (route) => route.fulfill({ json: free }))
    await enrolled(page, server, 'Northwind Boots')
    await page.goto('/knowledge-bases')
    await expect(page.getByRole('complementary', { name: 'Upgrade' })).toBeVisible()
  },
  does: {
    'planUpgrade.opened': ({ page }) => button(page, 'Upgrade').click(),
    'plan.refused': async ({ page, network }) => {
      await button(page, 'New knowledge base').first().click()
      const form = page.getByRole('dialog')
      await form.getByLabel('Name').fill('Handbooks')
      await form.getByRole('button', { name: 'Create', exact: true }).click()
      await network.answer({
        status: 402,
        body: {
          detail: 'The Free plan has room for 3 integrations.',
          code: 'plan_limit',
          limit: 'integrations',
          used: 3,
          max: 3,
          upgrade_plan_id: 'starter',
        },
      })
      await expect(form.getByRole('button', { name: 'Upgrade' })).toBeVisible()
      await form.getByRole('button', { name: 'Cancel' }).click()
    },
    'xstate.done.actor.planChange': ({ page }) => button(page, 'Not now').click(),
  },
  sees: {
    'upgrade.closed': ({ page }) => expect(upgradeDialog(page)).toBeHidden(),
    'upgrade.open': ({ page }) => expect(button(page, 'Not now')).toBeEnabled(),
  },
})

const detailsDialog = (page: Page) => page.getByRole('dialog', { name: 'Billing details' })

/** [S2.35] */
walkInBrowser({
  machine: billingDialogMachine,
  model: billingDialogModel,
  holds: ({ method, path }) => method === 'POST' && path === '/api/v1/users/billing-details',
  open: async ({ page, server }) => {
    await enrolled(page, server, 'Northwind Boots')
    await page.goto('/payment')
  },
  does: {
    'dialog.opened': ({ page }) => page.getByRole('button', { name: /^(Add|Edit) details$/ }).click(),
    'xstate.done.actor.billingDetails': async ({ page, network }, { output }) => {
      if (!output.saved) return detailsDialog(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(detailsDialog(page).getByRole('option', { name: 'Norway' })).toHaveCount(1)
      await billing(page).fillIn({})
      await detailsDialog(page).getByRole('button', { name: 'Save' }).click()
      await network.answer({ body: billingDetails })
      await expect(page.getByText('Billing details saved.').first()).toBeVisible()
    },
  },
  sees: {
    'billingDialog.closed': ({ page }) => expect(detailsDialog(page)).toBeHidden(),
    'billingDialog.open': ({ page }) => expect(detailsDialog(page)).toBeVisible(),
  },
})

interface Plan {
  current: Subscription | null
  arrive: () => void
  arrived: Promise<void>
}
const planOf = new WeakMap<Page, Plan>()

/** What was read is old by now, and somebody looks at the page again. */
async function lookLater(page: Page, time: number) {
  await page.clock.setSystemTime(time)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
const banner = (page: Page) => page.getByRole('complementary', { name: 'Trial' })

/** [S4.15] [S4.16] [S9.7] */
walkInBrowser({
  machine: trialBannerMachine,
  model: {
    ...trialBannerModel,
    events: (snapshot) => {
      const { now, planId, dismissedOn } = snapshot.context
      return trialBannerModel.events(snapshot).filter((event) => {
        // The page knows what day it is before it knows anything else.
        if (event.type !== 'clock.ticked') return now > 0
        return event.now > now && event.dismissedOn === dismissedOn && (now === 0 || planId !== null)
      })
    },
  },
  holds: () => false,
  movesClock: true,
  open: async ({ page, server }) => {
    await page.clock.install({ time: NOW })
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const plan: Plan = { current: null, arrive, arrived }
    planOf.set(page, plan)
    await enrolled(page, server, 'Northwind Boots')
    await page.route('**/api/v1/subscription/current', async (route) => {
      await plan.arrived
      await route.fulfill({ json: plan.current })
    })
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Integrations' })).toBeVisible()
  },
  does: {
    // The first time it tells by itself.
    'clock.ticked': async ({ page }, { now }) => {
      if (now > NOW) await lookLater(page, now)
    },
    'subscription.read': async ({ page }, { planId, trialEnd }) => {
      const plan = planOf.get(page)!
      const isFirst = plan.current === null
      plan.current = subscription({
        plan_id: planId,
        status: 'trial',
        trial_end_date: trialEnd === null ? null : new Date(trialEnd).toISOString(),
      })
      plan.arrive()
      if (!isFirst) await lookLater(page, (await page.evaluate(() => Date.now())) + TTL + 1000)
    },
    'banner.dismissed': ({ page }) => button(page, 'Dismiss for today').click(),
  },
  sees: {
    'trialBanner.hidden': ({ page }) => expect(banner(page)).toBeHidden(),
    'trialBanner.dismissed': ({ page }) => expect(banner(page)).toBeHidden(),
    ...Object.fromEntries(
      ['blue', 'yellow', 'red'].map((tone) => [
        `trialBanner.shown.${tone}`,
        ({ page }: { page: Page }) => expect(banner(page)).toHaveAttribute('data-tone', tone),
      ]),
    ),
  },
})
