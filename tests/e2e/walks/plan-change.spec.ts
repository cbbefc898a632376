import type { Page } from '@playwright/test'
import { planChangeMachine } from '../../../src/machines/plan-change/plan-change.machine.ts'
import type { Subscription } from '../../../src/services/contract/billing.ts'
import type { Reply } from '../../harness/scripted-server.ts'
import { PAYMENT_URL, planChangeModel } from '../../machines/plan-change.model.ts'
import { plans, subscription } from '../../machines/samples.ts'
import { expect, test } from '../gateway.ts'
import { TALL } from '../layout.ts'
import { enrolled } from '../models/accounts.ts'
import { billing } from '../models/billing.ts'
import { type Stage, walkInBrowser } from './walk.ts'

const at = (path: string) => `/api/v1/subscription/${path}`
const HELD = ['plans', 'preview', 'change', 'undo'].map(at)

interface Script {
  /** Whether the plans are asked for. */
  isAsked: boolean
  subscription: Subscription
  /** Reads of the subscription that wait for the plans that they are read with. */
  readonly reads: (() => Promise<void>)[]
}
const scripts = new WeakMap<Page, Script>()
const scriptOf = (page: Page) => scripts.get(page)!

const answerPlans = async ({ page, network }: Stage, reply: Reply, next = subscription()) => {
  const script = scriptOf(page)
  script.subscription = next
  await network.answer(reply, `GET ${at('plans')}`)
  script.isAsked = false
  for (const read of script.reads.splice(0)) await read()
}
const failure = (error: { detail?: string }) => ({
  status: error.detail ? 409 : 500,
  body: { detail: error.detail ?? null, code: 'x' },
})
const changing = ({ page }: { page: Page }) =>
  expect(page.getByRole('button', { name: 'One moment…' })).toBeDisabled()
const billingIn = (page: Page) => page.getByRole('dialog', { name: 'Billing details' })
const change = ({ network }: Stage, reply: Reply) => network.answer(reply, `POST ${at('change')}`)

test.use({ viewport: TALL })

const NO_DIALOG = 'the page of plans is no dialog that could be closed'

/** [S4.12] [S4.13] [S4.14] [S5.8] [S8.12] */
walkInBrowser({
  machine: planChangeMachine,
  model: {
    ...planChangeModel,
    answers: (snapshot) => ({ ...planChangeModel.answers?.(snapshot), goToPayment: [undefined] }),
  },
  holds: ({ path }) => HELD.includes(path),
  open: async ({ page, server }) => {
    await enrolled(page, server, 'Northwind Boots')
    const script: Script = { isAsked: false, subscription: subscription(), reads: [] }
    scripts.set(page, script)
    await page.route(`**${at('plans')}`, (route) => {
      script.isAsked = true
      return route.continue()
    })
    await page.route(`**${at('current')}`, (route) => {
      const read = () => route.fulfill({ json: script.subscription })
      return script.isAsked ? void script.reads.push(read) : read()
    })
    // The payment page is not reached: what is walked is the page that leads there.
    await page.route('https://pay.example/checkout?**', (route) => route.abort('aborted'))
    await page.goto('/pricing')
  },
  does: {
    'plan.picked': ({ page }, { planId }) => billing(page).choose(planId),
    'interval.picked': ({ page }) => page.getByText('Yearly').click(),
    'form.submitted': ({ page }) => billing(page).continue(),
    'downgrade.confirmed': ({ page }) => page.getByRole('button', { name: /^Change to / }).click(),
    'downgrade.refused': ({ page }) => page.getByRole('button', { name: 'Keep my plan' }).click(),
    'change.undone': ({ page }) => page.getByRole('button', { name: 'Undo the change' }).click(),
    'retry.requested': ({ page }) => page.getByRole('button', { name: 'Try Again' }).click(),
    'xstate.done.actor.loadPlans': (stage, { output }) =>
      answerPlans(stage, { body: output.plans }, output.subscription),
    'xstate.error.actor.loadPlans': (stage, { error }) =>
      answerPlans(stage, error.name === 'MalformedAnswerError' ? { body: '"plans"' } : failure(error)),
    'xstate.done.actor.reloadPlans': (stage, { output }) =>
      answerPlans(stage, { body: output.plans }, output.subscription),
    'xstate.error.actor.reloadPlans': (stage, { error }) => answerPlans(stage, failure(error)),
    'xstate.done.actor.previewPlan': ({ network }, { output }) =>
      network.answer({ body: output }, `GET ${at('preview')}`),
    'xstate.error.actor.previewPlan': ({ network }, { error }) =>
      network.answer(failure(error), `GET ${at('preview')}`),
    'xstate.done.actor.changePlan': (stage, { output }) => change(stage, { body: output }),
    'xstate.error.actor.changePlan': (stage, { error }) => change(stage, failure(error)),
    'xstate.done.actor.finalizeChange': (stage, { output }) => change(stage, { body: output }),
    'xstate.error.actor.finalizeChange': (stage, { error }) => change(stage, failure(error)),
    'xstate.done.actor.undoChange': ({ network }) =>
      network.answer({ body: subscription() }, `POST ${at('undo')}`),
    'xstate.error.actor.undoChange': ({ network }, { error }) =>
      network.answer(failure(error), `POST ${at('undo')}`),
    'xstate.done.actor.goToPayment': ({ page }) =>
      page.evaluate(() => {
        dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      }),
    'xstate.done.actor.billingDetails': async ({ page }, { output }) => {
      if (!output.saved) return billingIn(page).getByRole('button', { name: 'Cancel' }).click()
      await billing(page).fillIn({})
      await billingIn(page).getByRole('button', { name: 'Save and continue' }).click()
    },
  },
  sees: {
    'planChange.loading': ({ page }) => expect(page.getByRole('main').getByLabel('Loading')).toBeVisible(),
    'planChange.failed': ({ page }, { context }) =>
      expect(page.getByRole('alert')).toContainText(context.error ?? ''),
    'planChange.choosing': async ({ page }, { context }) => {
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(context.error ? [context.error] : [])
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(context.planId ? 2 : 1)
      await expect(page.getByRole('radio')).toHaveCount(plans.length + 2)
    },
    'planChange.previewing': changing,
    'planChange.confirming': async ({ page }) =>
      expect(page.getByRole('dialog', { name: /^Change to / })).toContainText('4 of 3'),
    'planChange.submitting': changing,
    'planChange.awaitingBilling': ({ page }) => expect(billingIn(page)).toBeVisible(),
    'planChange.finalizing': changing,
    'planChange.goingToPayment': ({ page }) =>
      expect(page.getByRole('button', { name: 'Going to the payment page…' })).toBeDisabled(),
    'planChange.undoing': changing,
    'planChange.updated': async ({ page }) =>
      expect(page.getByText('Subscription updated.').first()).toBeVisible(),
  },
  exceptions: {
    'planChange.loading | dialog.closed | 0': NO_DIALOG,
    'planChange.failed | dialog.closed | 0': NO_DIALOG,
    'planChange.choosing | dialog.closed | 0': NO_DIALOG,
    'planChange.goingToPayment | xstate.error.actor.goToPayment | 0': `${PAYMENT_URL} is an address that is followed; those that are not have a test of their own`,
  },
})
