import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { type AnyEventObject, fromPromise } from 'xstate'
import {
  type BillingChange,
  billingDetailsMachine,
} from '../../../src/machines/billing/billing-details.machine.ts'
import { billingDialogMachine } from '../../../src/machines/billing/billing-dialog.machine.ts'
import { paymentReturnMachine } from '../../../src/machines/billing/payment-return.machine.ts'
import { planChangeMachine } from '../../../src/machines/billing/plan-change/plan-change.machine.ts'
import { isOtherSeats, seatsMax } from '../../../src/machines/billing/plan-change/plan-change.setup.ts'
import { renewalMachine } from '../../../src/machines/billing/renewal.machine.ts'
import { trialBannerMachine } from '../../../src/machines/billing/trial-banner.machine.ts'
import { upgradeMachine } from '../../../src/machines/billing/upgrade.machine.ts'
import { BillingDetailsCard } from '../../../src/ui/billing/payment-screen.tsx'
import { PaymentSuccessScreen } from '../../../src/ui/billing/payment-success-screen.tsx'
import { PricingScreen } from '../../../src/ui/billing/pricing-screen.tsx'
import { SubscriptionCard } from '../../../src/ui/billing/subscription-card.tsx'
import { TrialBanner } from '../../../src/ui/billing/trial-banner.tsx'
import { UpgradeDialog } from '../../../src/ui/billing/upgrade-dialog.tsx'
import { UpgradeOffer } from '../../../src/ui/billing/upgrade-offer.tsx'
import { UpgradePrompt } from '../../../src/ui/billing/upgrade-prompt.tsx'
import { Notice } from '../../../src/ui/parts/notice.tsx'
import { provided, still } from '../../harness/stage.tsx'
import {
  billingDialogModel,
  paymentReturnModel,
  trialBannerModel,
  upgradeModel,
} from '../../machines/billing.model.ts'
import { planChangeModel } from '../../machines/plan-change.model.ts'
import { renewalModel } from '../../machines/renewal.model.ts'
import { billingDetails, plans, subscription } from '../../machines/samples.ts'
import { alertIs, walkView } from './walk.tsx'
import { button, dialog } from './walk-form.tsx'

const main = () => page.getByRole('main')
const says = (title: string) => () => expect.element(page.getByRole('heading', { name: title })).toBeVisible()
const isGone = (place: Locator) => expect.element(place).not.toBeInTheDocument()

/** [S2.7] */
walkView({
  machine: paymentReturnMachine,
  model: paymentReturnModel,
  scene: (paymentReturn) => ({
    path: '/payment-success?order=r1',
    view: provided({ paymentReturn }, <PaymentSuccessScreen />),
    isPage: true,
  }),
  does: { 'check.requested': () => button('Check again').click() },
  sees: {
    'paymentReturn.confirming': says('One moment.'),
    'paymentReturn.late': says('Still processing.'),
    'paymentReturn.confirmed': says('Thank you.'),
    'paymentReturn.declined': says('Payment failed.'),
    'paymentReturn.missing': says('Payment not found.'),
  },
})

const details = dialog('Billing details')
/** The form of the details, which takes whatever is saved. */
const detailsForm = still(billingDetailsMachine).provide({
  actors: {
    loadDetails: fromPromise(async () => billingDetails),
    loadCountries: fromPromise(async (): Promise<readonly string[]> => ['NO', 'US']),
    saveDetails: fromPromise<unknown, BillingChange>(async () => billingDetails),
  },
})
const endForm = ({ output }: AnyEventObject) =>
  details()
    .getByRole('button', { name: output.saved ? /^Save / : 'Cancel' })
    .click()

const NO_DIALOG = 'the page of plans is no dialog that could be closed'
const changing = () => expect.element(button('One moment…')).toBeDisabled()

/** [S4.12] [S4.13] [S4.14] [S5.8] [S8.12] */
walkView({
  machine: planChangeMachine,
  model: {
    ...planChangeModel,
    // The chosen plan is not chosen again, and seats only where they are sold.
    events: (snapshot) =>
      planChangeModel
        .events(snapshot)
        .filter(
          (event) =>
            event.type !== 'dialog.closed' &&
            (event.type !== 'seats.picked' ||
              (seatsMax(snapshot.context) > 0 && event.seats !== snapshot.context.seats)) &&
            (event.type !== 'plan.picked' || event.planId !== snapshot.context.planId) &&
            (event.type !== 'interval.picked' || event.interval !== snapshot.context.interval) &&
            (event.type !== 'renewal.picked' || event.renews !== snapshot.context.renews),
        ),
  },
  actors: { billingDetails: detailsForm },
  scene: (planChange) => ({
    path: '/pricing',
    view: provided({ planChange }, <PricingScreen />),
  }),
  viewport: [1280, 1600],
  does: {
    'plan.picked': ({ planId }) => page.getByRole('radio', { name: new RegExp(`^${planId}`, 'i') }).click(),
    'interval.picked': () => page.getByText('Pay 10 months, get 12').click(),
    'renewal.picked': () => page.getByRole('checkbox', { name: /^Renew automatically/ }).click(),
    'form.submitted': () => button('Continue').click(),
    'seats.picked': ({ seats }) =>
      page.getByRole('spinbutton', { name: /^Additional seats/ }).fill(`${seats ?? ''}`),
    'change.confirmed': () => page.getByRole('button', { name: /^(Change to |Continue to payment)/ }).click(),
    'change.refused': () => page.getByRole('button', { name: /^Keep my / }).click(),
    'change.undone': () => button('Undo the change').click(),
    'retry.requested': () => button('Try Again').click(),
    'xstate.done.actor.billingDetails': endForm,
  },
  sees: {
    'planChange.loading': () => expect.element(main().getByLabelText('Loading')).toBeVisible(),
    'planChange.refused': async ({ context }) => {
      await expect.element(main().getByRole('alert')).toMatchTextContent(context.error ?? '?')
      await isGone(button('Try Again'))
    },
    'planChange.failed': ({ context }) =>
      expect.element(main().getByRole('alert')).toMatchTextContent(context.error ?? '?'),
    'planChange.choosing': async ({ context }) => {
      await isGone(page.getByRole('dialog'))
      await alertIs(main(), context.error)
      await expect
        .poll(() => page.getByRole('radio', { checked: true }).all())
        .toHaveLength(context.planId ? 2 : 1)
      await expect.poll(() => page.getByRole('radio').all()).toHaveLength(plans.length + 2)
    },
    'planChange.previewing': changing,
    'planChange.confirming': ({ context }) =>
      expect
        .element(page.getByRole('dialog', { name: /^Change to / }))
        .toMatchTextContent(isOtherSeats(context) ? 'Now, for the rest of the paid period' : '4 of 3'),
    'planChange.submitting': changing,
    'planChange.awaitingBilling': () => expect.element(details()).toBeVisible(),
    'planChange.finalizing': changing,
    'planChange.goingToPayment': () => expect.element(button('Opening the payment page…')).toBeDisabled(),
    'planChange.atPayment': () => expect.element(button('Opening the payment page…')).toBeDisabled(),
    'planChange.undoing': changing,
  },
  exceptions: {
    'planChange.loading | dialog.closed | 0': NO_DIALOG,
    'planChange.failed | dialog.closed | 0': NO_DIALOG,
    'planChange.refused | dialog.closed | 0': NO_DIALOG,
    'planChange.choosing | dialog.closed | 0': NO_DIALOG,
  },
})

const stopping = dialog('Stop the renewal?')

/** [43.8] */
walkView({
  machine: renewalMachine,
  model: renewalModel,
  scene: (renewal) => ({
    path: '/settings/subscription',
    view: provided({ renewal }, <SubscriptionCard />),
    data: { subscription: subscription(), plans },
  }),
  heard: ['subscription.read'],
  does: {
    'stop.requested': () => button('Stop renewal').click(),
    'stop.confirmed': () => stopping().getByRole('button', { name: 'Stop renewal' }).click(),
    'stop.refused': () => button('Keep renewal').click(),
    'resume.requested': () => button('Resume renewal').click(),
    'card.requested': () => button('Change card').click(),
  },
  sees: {
    'renewal.known.none': () => isGone(button('Change card')),
    'renewal.known.renewing': () =>
      expect.element(main()).toMatchTextContent('Visa ending in 4242 will be charged $19.00 on'),
    'renewal.known.pastDue': () =>
      expect.element(main().getByRole('alert')).toMatchTextContent('Visa ending in 4242 was declined.'),
    'renewal.known.canceled': () => expect.element(button('Resume renewal')).toBeVisible(),
    'renewal.asking': () => expect.element(stopping()).toBeVisible(),
    'renewal.stopping': () =>
      expect.element(stopping().getByRole('button', { name: 'Stop renewal' })).toBeDisabled(),
    'renewal.resuming': () => expect.element(button('Resume renewal')).toBeDisabled(),
    'renewal.openingCard': () => expect.element(button('Change card')).toBeDisabled(),
    'renewal.goingToCard': () => expect.element(button('Change card')).toBeDisabled(),
    'renewal.atCard': () => expect.element(button('Change card')).toBeDisabled(),
  },
})

const upgradeDialog = dialog('Upgrade your plan')

/** [S2.35] */
walkView({
  machine: upgradeMachine,
  model: {
    ...upgradeModel,
    // The dialog lies over everything that could be refused.
    events: (snapshot) =>
      upgradeModel.events(snapshot).filter(({ type, planId }) => {
        if (type === 'plan.refused') return !snapshot.hasTag('open')
        const { largerPlanId, seatsPlanId } = snapshot.context
        return planId === undefined || planId === largerPlanId || planId === seatsPlanId
      }),
  },
  actors: { planChange: still(planChangeMachine) },
  scene: (upgrade) => ({
    view: (
      <>
        <UpgradePrompt collapsed={false} />
        <Notice tone="error">
          The Free plan has room for 3 integrations.
          <UpgradeOffer code="plan_limit" />
        </Notice>
        <UpgradeDialog />
      </>
    ),
    logic: { upgrade },
    data: {
      subscription: subscription({ plan_id: 'free', status: 'free', interval: null, period_end: null }),
    },
  }),
  heard: ['plan.refused'],
  does: {
    'planUpgrade.opened': ({ planId }) =>
      page
        .getByRole(
          planId === undefined ? 'complementary' : 'alert',
          planId === undefined ? { name: 'Upgrade' } : {},
        )
        .getByRole('button', { name: planId === 'pro' ? 'Add seats' : 'Upgrade' })
        .click(),
    'xstate.done.actor.planChange': () => button('Not now').click(),
  },
  sees: {
    'upgrade.closed': () => isGone(upgradeDialog()),
    'upgrade.open': () => expect.element(upgradeDialog()).toBeVisible(),
  },
})

/** [S2.35] */
walkView({
  machine: billingDialogMachine,
  model: billingDialogModel,
  actors: { billingDetails: detailsForm },
  scene: (billingDialog) => ({
    path: '/payment',
    view: provided({ billingDialog }, <BillingDetailsCard />),
    data: { billingDetails },
  }),
  does: {
    'dialog.opened': () => button('Edit details').click(),
    'xstate.done.actor.billingDetails': endForm,
  },
  sees: {
    'billingDialog.closed': () => isGone(details()),
    'billingDialog.open': () => expect.element(details()).toBeVisible(),
  },
})

const banner = () => page.getByRole('complementary', { name: 'Trial' })

/** [S4.15] [S4.16] [S9.7] */
walkView({
  machine: trialBannerMachine,
  model: trialBannerModel,
  scene: (trialBanner) => ({ view: <TrialBanner />, logic: { trialBanner } }),
  heard: ['clock.ticked', 'subscription.read'],
  does: { 'banner.dismissed': () => button('Dismiss for today').click() },
  sees: {
    'trialBanner.hidden': () => isGone(banner()),
    'trialBanner.dismissed': () => isGone(banner()),
    ...Object.fromEntries(
      ['blue', 'yellow', 'red'].map((tone) => [
        `trialBanner.shown.${tone}`,
        () => expect.element(banner()).toHaveAttribute('data-tone', tone),
      ]),
    ),
  },
})
