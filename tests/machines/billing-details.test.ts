import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import {
  billingDetailsMachine,
  billingErrors,
  blankBilling,
  detailsOf,
  valuesOf,
} from '../../src/machines/billing/billing-details.machine.ts'
import { billingDialogMachine } from '../../src/machines/billing/billing-dialog.machine.ts'
import { renewalMachine } from '../../src/machines/billing/renewal.machine.ts'
import { upgradeMachine } from '../../src/machines/billing/upgrade.machine.ts'
import type { ToastRequest } from '../../src/machines/shell/toasts/toasts.types.ts'
import type { BillingDetails } from '../../src/services/contract/billing.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { billingDetailsModel, billingDialogModel, upgradeModel } from './billing.model.ts'
import { renewalModel } from './renewal.model.ts'
import { billingDetails } from './samples.ts'

/** [S8.11] */
describeModel({
  name: 'billingDetails',
  machine: billingDetailsMachine,
  model: billingDetailsModel,
  rig: (world) => {
    const toasts = () => world.effects.map(({ params }) => (params as { message: string }).message)
    return {
      oracles: {
        'billingDetails.loading': () => expect(world.snapshot().can({ type: 'form.submitted' })).toBe(false),
        'billingDetails.editing': () => {
          const { context } = world.snapshot()
          const defaults = toasts().includes('Failed to load country list. Using defaults.')
          expect(context.countries).toEqual(defaults ? ['US', 'CA', 'GB'] : ['NO', 'US'])
          if (context.error)
            expect(['Failed to save billing details.', 'This name is taken.']).toContain(context.error)
          for (const toast of toasts())
            expect([
              'Failed to load existing billing details.',
              'Failed to load country list. Using defaults.',
            ]).toContain(toast)
        },
        'billingDetails.saving': () => {
          const { opened } = world.snapshot().context
          expect(world.children.get('saveDetails')?.input).toEqual({
            organizationId: 'o1',
            details: billingDetails,
            opened: opened && detailsOf(opened),
          })
          expect(world.snapshot().can({ type: 'form.closed' })).toBe(false)
        },
        'billingDetails.saved': () => expect(world.snapshot().output).toEqual({ saved: true }),
        'billingDetails.closed': () => expect(world.snapshot().output).toEqual({ saved: false }),
      },
    }
  },
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** With answers of the server; an Error is none. */
async function open(details: BillingDetails | Error, countries: readonly string[] | Error) {
  const toasts: ToastRequest[] = []
  const answer = <Value>(value: Value | Error) =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value)
  const form = createActor(
    billingDetailsMachine.provide({
      actors: {
        loadDetails: fromPromise(() => answer(details)),
        loadCountries: fromPromise(() => answer(countries)),
        saveDetails: fromPromise(() => Promise.reject(new Error('no answer'))),
      },
      actions: { showToast: (_, toast) => void toasts.push(toast) },
    }),
    { input: { organizationId: 'o1' } },
  ).start()
  await settled()
  return { form, toasts: () => toasts.map(({ message }) => message) }
}

describe('the billing form', () => {
  it('[S8.11] continues without details that cannot be loaded, and says so; having none yet is no error', async () => {
    const broken = await open(new Error('no answer'), ['NO'])
    expect(broken.toasts()).toEqual(['Failed to load existing billing details.'])
    expect(broken.form.getSnapshot()).toMatchObject({ value: 'editing', context: { countries: ['NO'] } })
    const none = await open(Object.assign(new Error('x'), { status: 404 }), ['NO'])
    expect(none.toasts()).toEqual([])
  })

  it('[S8.11] offers US, CA and GB when the countries cannot be loaded', async () => {
    const { form, toasts } = await open(billingDetails, new Error('no answer'))
    expect(toasts()).toEqual(['Failed to load country list. Using defaults.'])
    expect(form.getSnapshot().context.countries).toEqual(['US', 'CA', 'GB'])
  })

  it('[S8.11] says that the details were not saved, and no longer knows what is stored', async () => {
    const { form } = await open(billingDetails, ['NO'])
    form.send({ type: 'form.submitted' })
    await settled()
    expect(form.getSnapshot()).toMatchObject({
      value: 'editing',
      context: { error: 'Failed to save billing details.', opened: null },
    })
  })

  it('[S5.3] names every required field that is empty', () => {
    expect(billingErrors(blankBilling)).toEqual({
      name: 'Please fill in the name field.',
      email: 'Please fill in the email field.',
      address_line1: 'Please fill in the address line 1 field.',
      city: 'Please fill in the city field.',
      postal_code: 'Please fill in the postal code field.',
      country: 'Please fill in the country field.',
    })
  })

  it.each(['ada', 'ada@', 'a b@c.d', 'ada@northwind'])('[S5.4] refuses %s as an email address', (email) => {
    expect(billingErrors({ ...valuesOf(billingDetails), email })).toEqual({
      email: 'Please enter a valid email address.',
    })
  })

  it('[S5.5] sends company, address_line2, phone and tax_id as null when empty, and no other', () => {
    expect(detailsOf({ ...blankBilling, company: ' ', name: ' Ada ' })).toEqual({
      ...blankBilling,
      name: 'Ada',
      company: null,
      address_line2: null,
      phone: null,
      tax_id: null,
    })
  })

  it('[S5.5] does not require a state', () => {
    expect(billingErrors(valuesOf(billingDetails))).toEqual({})
  })
})

/** [S2.35] */
describeModel({
  name: 'billingDialog',
  machine: billingDialogMachine,
  model: billingDialogModel,
  rig: (world) => ({
    oracles: {
      'billingDialog.closed': () => {
        const told = world.effects.map(({ name }) => name)
        expect([[], ['announceChange', 'showToast']]).toContainEqual(told)
      },
      'billingDialog.open': () => expect([...world.children.keys()]).toEqual(['billingDetails']),
    },
  }),
})

/** [S2.35] */
describeModel({
  name: 'upgrade',
  machine: upgradeMachine,
  model: upgradeModel,
  rig: (world) => ({
    oracles: {
      upgrade: () => expect([null, 'starter']).toContain(world.snapshot().context.largerPlanId),
      'upgrade.closed': () => expect(world.children.size).toBe(0),
      'upgrade.open': () =>
        expect(world.children.get('planChange')?.input).toEqual({
          organizationId: 'o1',
          planId: world.snapshot().context.planId,
        }),
    },
  }),
})

/** [43.8] */
describeModel({
  name: 'renewal',
  machine: renewalMachine,
  model: renewalModel,
  rig: (world) => {
    const asked = (renews: boolean) => () =>
      expect(world.children.get('setRenewal')?.input).toEqual({ organizationId: 'o1', renews })
    const stateIs = (state: string | undefined) => () =>
      expect(world.snapshot().context.renewal?.state).toBe(state)
    return {
      oracles: {
        'renewal.known.none': stateIs(undefined),
        'renewal.known.renewing': stateIs('renewing'),
        'renewal.known.pastDue': stateIs('past_due'),
        'renewal.known.canceled': stateIs('canceled'),
        'renewal.asking': () => expect([...world.children.keys()]).toEqual(['watchSubscription']),
        'renewal.stopping': asked(false),
        'renewal.resuming': asked(true),
        'renewal.openingCard': () => expect(world.children.has('openCard')).toBe(true),
        'renewal.goingToCard': () =>
          expect(world.children.get('goToCard')?.input).toEqual({ url: 'https://pay.example/card' }),
        'renewal.atCard': () => expect(world.children.has('awaitReturn')).toBe(true),
      },
    }
  },
})
