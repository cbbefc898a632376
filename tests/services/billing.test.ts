import { describe, expect, it, vi } from 'vitest'
import { createActor, fromCallback, SimulatedClock, waitFor } from 'xstate'
import {
  paymentAddress,
  provideBillingDialog,
  providePlanChange,
} from '../../src/services/billing/billing.provide.ts'
import { plansOf } from '../../src/services/billing/billing-api.ts'
import { provideRenewal } from '../../src/services/billing/renewal.provide.ts'
import { HttpError } from '../../src/services/http/errors.ts'
import { reportPlanRefusals } from '../../src/services/http/refusal-reports.ts'
import { PlanCatalog } from '../../src/services/wire/billing.ts'
import { listener, standIn } from '../harness/system.ts'
import { billingDetails } from '../machines/samples.ts'

const pro = { name: 'Pro', price: 59 }
const filled = { ...pro, description: '', is_contact_only: false, features: [] }

describe('plans', () => {
  it('[S7.35] are read from a list and from a map by plan id', () => {
    const read = (body: unknown) => plansOf(PlanCatalog.parse(body))
    expect(read([{ id: 'pro', ...pro }])).toEqual([{ id: 'pro', ...filled }])
    expect(read({ pro, enterprise: { name: 'Enterprise', price: 'Custom' } })).toEqual([
      { id: 'pro', ...filled },
      { ...filled, id: 'enterprise', name: 'Enterprise', price: 'Custom' },
    ])
  })

  it('[session 42] are read although the price of one is odd', () => {
    const plans = plansOf(
      PlanCatalog.parse([
        { id: 'pro', ...pro },
        { id: 'text', name: 'Text', price: '49.50' },
        { id: 'odd', name: 'Odd', price: 'from 10 €' },
        { id: 'none', name: 'None' },
      ]),
    )
    expect(plans.map(({ price }) => price)).toEqual([59, 49.5, 'Custom', 'Custom'])
  })

  it.each([[null], ['plans'], [[{ id: 'pro' }]], [{ pro: { price: 'cheap' } }], [[1]]])(
    '[S8.12] %j is no format of plans',
    (body) => expect(PlanCatalog.safeParse(body).success).toBe(false),
  )
})

describe('billing details', () => {
  const missing = new HttpError({ status: 404, body: null, text: '', retryAfter: null })
  const person = { first_name: 'Ada', last_name: 'Holm', email: 'ada@example.test' }
  const opened = async (details: () => Promise<never>, me: () => Promise<unknown>) => {
    const api = { details, countries: async () => ['NO'] }
    const machine = provideBillingDialog({ api, profile: { me }, cache: {} } as never)
    const dialog = createActor(machine, { input: { organizationId: 'o1' } }).start()
    dialog.send({ type: 'dialog.opened' })
    const form = dialog.getSnapshot().children.billingDetails!
    const { context } = await waitFor(form, (snapshot) => snapshot.matches('editing'))
    dialog.stop()
    return context.values
  }

  it('begin with the name and email of the person, where none were saved', async () => {
    const values = await opened(
      () => Promise.reject(missing),
      async () => person,
    )
    expect(values).toMatchObject({ name: 'Ada Holm', email: 'ada@example.test', city: '' })
  })

  it('begin empty where the person cannot be read', async () => {
    const values = await opened(
      () => Promise.reject(missing),
      () => Promise.reject(new Error('offline')),
    )
    expect(values).toMatchObject({ name: '', email: '' })
  })

  it('are saved as changed here: what another owner changed meanwhile stays', async () => {
    const saveDetails = vi.fn().mockRejectedValueOnce(new Error('offline'))
    const theirs = { ...billingDetails, address_line1: 'Quay 2', tax_id: 'NO 1' }
    const details = vi.fn().mockResolvedValueOnce(billingDetails).mockResolvedValue(theirs)
    const api = { details, saveDetails, countries: async () => ['NO'] }
    const cache = { invalidateQueries: async () => {} }
    const machine = provideBillingDialog({ api, cache } as never)
    const dialog = createActor(machine, { input: { organizationId: 'o1' } }).start()
    dialog.send({ type: 'dialog.opened' })
    const form = dialog.getSnapshot().children.billingDetails!
    await waitFor(form, (snapshot) => snapshot.matches('editing'))
    const submit = (email: string) => {
      form.send({ type: 'field.changed', name: 'email', value: email })
      form.send({ type: 'form.submitted' })
    }
    submit('bob@example.test')
    await waitFor(form, (snapshot) => snapshot.matches('editing'))
    expect(saveDetails).toHaveBeenLastCalledWith(
      expect.objectContaining({ details: { ...theirs, email: 'bob@example.test' } }),
    )
    // The answer was lost: what is stored is not known, so all of it is saved.
    submit(billingDetails.email)
    await waitFor(dialog, (snapshot) => snapshot.matches('closed'))
    expect(saveDetails).toHaveBeenLastCalledWith(expect.objectContaining({ details: billingDetails }))
  })
})

describe('a payment_url', () => {
  const at = (url: string, base = '', origin = 'http://lectern.test') => paymentAddress(url, base, origin)

  it('[S4.13] is followed when it is https or of this origin', () => {
    expect(at('https://checkout.stripe.com/c/pay/1')).toBe('https://checkout.stripe.com/c/pay/1')
    expect(at('http://lectern.test/checkout')).toBe('http://lectern.test/checkout')
    expect(at('http://api.test/checkout', 'http://api.test/v')).toBe('http://api.test/checkout')
    expect(at('http://lectern.test/checkout', '/lectern')).toBe('http://lectern.test/checkout')
  })

  it.each([
    '',
    ' ',
    'pay',
    '/checkout?token=t',
    '?token=t',
    'http://elsewhere.test/pay',
    '//elsewhere.test/pay',
    '/\\elsewhere.test/pay',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:http://elsewhere.test/1',
    'http://',
  ])('[S4.13] is not followed: %s', (url) => expect(at(url)).toBeNull())
})

describe('a payment page', () => {
  const LONG = 60_000 // ms
  const renewal = { state: 'renewing' }
  const current = { plan_id: 'free', status: 'free', interval: null, next: null, renewal }
  /** A tab that goes to a page if nothing keeps it. */
  const tabOf = (goes: boolean) => {
    const tab = new EventTarget()
    const assign = () => goes && tab.dispatchEvent(new Event('pagehide'))
    return Object.assign(tab, { location: { origin: 'https://lectern.test', assign } })
  }
  const begin = <Machine extends Parameters<typeof createActor>[0]>(
    provide: (payment: never) => Machine,
    tab: object,
    input: object,
  ) => {
    const clock = new SimulatedClock()
    const api = {
      plans: async () => [{ id: 'pro', ...filled }],
      current: async () => current,
      change: async () => ({ payment_url: 'https://pay.example/1' }),
      cardPage: async () => ({ url: 'https://pay.example/2' }),
    }
    const cache = { setQueryData: () => {}, invalidateQueries: async () => {} }
    const machine = provide({ api, cache, tab, apiBase: '', profile: {} } as never)
    return { actor: createActor(machine, { input, clock } as never).start(), clock }
  }
  const ordered = async (goes: boolean) => {
    const tab = tabOf(goes)
    const { actor, clock } = begin(providePlanChange, tab, { organizationId: 'o1', planId: 'pro' })
    await waitFor(actor, (change) => change.matches('choosing'))
    actor.send({ type: 'form.submitted' })
    await waitFor(actor, (change) => change.matches(goes ? 'atPayment' : 'goingToPayment'))
    clock.increment(LONG)
    return { tab, actor }
  }

  it('leaves the plan to be chosen where the person stays or stops it', async () => {
    const { actor } = await ordered(false)
    expect(actor.getSnapshot()).toMatchObject({ value: 'choosing', context: { planId: 'pro', error: null } })
  })

  it('locks the plan until the browser brings back the page that it has left', async () => {
    const { tab, actor } = await ordered(true)
    expect(actor.getSnapshot().value).toBe('atPayment')
    tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(actor, (change) => change.matches('choosing'))
  })

  it('reads the plan again where the page was left late', async () => {
    const { tab, actor } = await ordered(false)
    tab.dispatchEvent(new Event('pagehide'))
    tab.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await waitFor(actor, (change) => change.matches('loading'))
  })

  it('leaves the card to be changed where the person stays or stops it', async () => {
    const { actor, clock } = begin(
      (payment) =>
        provideRenewal(payment).provide({
          actors: {
            watchSubscription: fromCallback(({ sendBack }) =>
              sendBack({ type: 'subscription.read', renewal } as never),
            ),
          },
        }),
      tabOf(false),
      { organizationId: 'o1' },
    )
    actor.send({ type: 'card.requested' })
    await waitFor(actor, (one) => one.matches('goingToCard'))
    clock.increment(LONG)
    expect(actor.getSnapshot().value).toEqual({ known: 'renewing' })
  })
})

describe('a refusal by plan', () => {
  const refusal = {
    detail: 'The Free plan has room for 3 integrations.',
    code: 'plan_limit',
    limit: 'integrations',
    used: 3,
    max: 3,
    upgrade_plan_id: 'starter',
  }
  const call = { method: 'POST', path: '/', headers: {}, body: undefined, signal: undefined } as const

  it('is reported, and handled as usual', async () => {
    const told: unknown[] = []
    const root = listener()
    standIn(root, 'upgrade', (event) => told.push(event))
    const send = (status: number, body: unknown) =>
      reportPlanRefusals(async () => ({ status, body, text: '', retryAfter: null }), root)(call)
    expect((await send(402, refusal)).body).toEqual(refusal)
    await send(402, { detail: 'Pay.', code: 'other' })
    await send(403, refusal)
    expect(told).toEqual([{ type: 'plan.refused', planId: 'starter', seatsPlanId: null }])
  })
})
