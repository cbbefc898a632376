import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { planChangeMachine } from '../../src/machines/billing/plan-change/plan-change.machine.ts'
import {
  isCurrentChoice,
  isOtherSeats,
  isSmallerChoice,
  type PlanChangeContext,
  type PlansAndSubscription,
  seatsMax,
  sellsMoreSeats,
  yearlyPrice,
} from '../../src/machines/billing/plan-change/plan-change.setup.ts'
import type { PlanChanged, Subscription } from '../../src/services/contract/billing.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { PAYMENT_URL, PREVIEW, planChangeModel } from './plan-change.model.ts'
import { plan, plans, renewal, subscription } from './samples.ts'

const LOADING = ['Could not load plan data format.', 'Failed to load subscription details. Please try again.']
const CHOOSING = [
  'Please select a plan.',
  'Please contact sales for this plan.',
  'This is already your current plan.',
  'Failed to update subscription.',
  'Failed to finalize subscription.',
  'This name is taken.',
  'Enter a number of seats from 0 to 35.',
]

/** [S4.12] [S4.13] [S4.14] [S5.8] [S8.12] */
describeModel({
  name: 'planChange',
  machine: planChangeMachine,
  model: planChangeModel,
  rig: (world) => {
    const { planId } = { planId: () => world.snapshot().context.planId }
    const locked = () => expect(world.snapshot().can({ type: 'dialog.closed' })).toBe(false)
    const asked = (id: string) => {
      locked()
      const { interval, renews, seats, subscription: now } = world.snapshot().context
      // Nothing is paid for a smaller plan.
      const isSmaller = planId() === 'free' || (planId() === 'starter' && now?.plan_id === 'pro')
      expect(world.children.get(id)?.input).toEqual({
        organizationId: 'o1',
        choice: {
          plan_id: planId(),
          interval,
          renew: renews && !isSmaller,
          ...(planId() === 'pro' && now?.seats !== undefined && { seats }),
        },
      })
    }
    return {
      oracles: {
        'planChange.refused': () => expect(world.snapshot().context.error).not.toBeNull(),
        'planChange.failed': () => expect(LOADING).toContain(world.snapshot().context.error),
        'planChange.choosing': () => {
          const { error } = world.snapshot().context
          if (error !== null) expect(CHOOSING).toContain(error)
        },
        'planChange.previewing': () => asked('previewPlan'),
        'planChange.confirming': () => expect(world.snapshot().context.preview?.over).toHaveLength(1),
        'planChange.submitting': () => asked('changePlan'),
        'planChange.awaitingBilling': () => expect([...world.children.keys()]).toEqual(['billingDetails']),
        'planChange.finalizing': () => asked('finalizeChange'),
        'planChange.goingToPayment': () => {
          locked()
          expect(world.children.get('goToPayment')?.input).toEqual({ url: PAYMENT_URL })
          // The plan has not changed: nothing says so.
          expect(world.effects.filter(({ name }) => name === 'announceChange').length).toBe(
            world.effects.filter(({ name }) => name === 'showToast').length,
          )
        },
        'planChange.updated': () => {
          locked()
          expect(world.effects.slice(-2)).toEqual([
            { name: 'announceChange', params: undefined },
            { name: 'showToast', params: { type: 'success', message: 'Subscription updated.' } },
          ])
        },
      },
    }
  },
})

/** Nobody comes back from a payment page. */
const awaitReturn = fromPromise(() => new Promise<void>(() => {}))

const contextOf = (more: Partial<PlanChangeContext>): PlanChangeContext => ({
  organizationId: 'o1',
  plans,
  subscription: subscription(),
  planId: null,
  interval: 'month',
  seats: null,
  renews: false,
  error: null,
  preview: null,
  payment: { url: '', failure: '' },
  ...more,
})

describe('[S4.13] [S8.12] a payment address that cannot be followed', () => {
  const order = async (changes: object[]) => {
    const actor = createActor(
      planChangeMachine.provide({
        actors: {
          loadPlans: fromPromise(async () => ({ plans, subscription: subscription() })),
          changePlan: fromPromise(async () => changes.shift() as PlanChanged),
          awaitReturn,
          goToPayment: fromPromise<void, { url: string }>(async ({ input }) => {
            throw new Error(`not followed: ${input.url}`)
          }),
          billingDetails: fromPromise(async () => ({ saved: true })) as never,
        },
        actions: { announceChange: () => expect.unreachable('nothing was updated') },
      }),
      { input: { organizationId: 'o1', planId: 'pro' } },
    ).start()
    await waitFor(actor, (snapshot) => snapshot.matches('choosing'))
    actor.send({ type: 'form.submitted' })
    const { context } = await waitFor(actor, (one) => one.matches('choosing') && one.context.error !== null)
    return context.error
  }

  it.each(['', '/pay', 'http://elsewhere.test/pay'])('updates nothing: %j', async (payment_url) => {
    expect(await order([{ payment_url }])).toBe('Failed to update subscription.')
    expect(await order([{ billing_required: true }, { payment_url }])).toBe(
      'Failed to finalize subscription.',
    )
  })
})

describe('[43.8] the seats of another plan', () => {
  const business = [...plans, plan('business', 199, { members: 50, seat_price: 4, seats_max: 450 })]
  const choose = async (more: Partial<Subscription>, wanted?: number | null) => {
    const asked: object[] = []
    const loaded: PlansAndSubscription = {
      plans: business,
      subscription: subscription({ plan_id: 'business', ...more }),
    }
    const actor = createActor(
      planChangeMachine.provide({
        actors: {
          loadPlans: fromPromise(async () => loaded),
          previewPlan: fromPromise(async ({ input }) => {
            asked.push({ preview: input.choice })
            return PREVIEW
          }),
          changePlan: fromPromise(async ({ input }) => {
            asked.push({ change: input.choice })
            return { payment_url: PAYMENT_URL }
          }),
          awaitReturn,
          goToPayment: fromPromise(() => new Promise<void>(() => {})),
        },
      }),
      { input: { organizationId: 'o1', planId: null } },
    ).start()
    await waitFor(actor, (snapshot) => snapshot.matches('choosing'))
    actor.send({ type: 'plan.picked', planId: 'pro' })
    if (wanted !== undefined) actor.send({ type: 'seats.picked', seats: wanted })
    actor.send({ type: 'form.submitted' })
    await waitFor(
      actor,
      ({ value, context }) =>
        value === 'confirming' || value === 'goingToPayment' || value === 'updated' || context.error !== null,
    )
    return asked
  }
  const ordered = { plan_id: 'pro', interval: 'month', renew: false }
  const next = { plan_id: 'pro', interval: 'month', seats: 5, paid: false } as const

  it('are the planned ones when it is paid for, with nothing to confirm', async () => {
    expect(await choose({ seats: 0, next, renewable: true })).toEqual([{ change: { ...ordered, seats: 5 } }])
  })

  it.each([
    ['the server’s choice until a number is given', { seats: 10 }, undefined, {}],
    ['the server’s choice again without a number', { seats: 10 }, null, {}],
    ['those that are given', { seats: 10 }, 3, { seats: 3 }],
    ['none if there are none now', { seats: 0 }, undefined, { seats: 0 }],
  ] as const)('are %s', async (_, more, wanted, seats) => {
    expect(await choose(more, wanted)).toEqual([{ preview: { ...ordered, ...seats } }])
  })
})

describe('the billing period', () => {
  const YEARLY = { plan_id: 'pro', interval: 'year' } as const
  const intervalWith = async (planId: string | null, more: Partial<Subscription>) => {
    const loaded = { plans, subscription: subscription({ ...YEARLY, ...more }) }
    const actor = createActor(
      planChangeMachine.provide({ actors: { loadPlans: fromPromise(async () => loaded), awaitReturn } }),
      { input: { organizationId: 'o1', planId } },
    ).start()
    const { context } = await waitFor(actor, (snapshot) => snapshot.matches('choosing'))
    return context.interval
  }
  const next = { plan_id: 'starter', interval: 'month', paid: false } as const

  it.each([
    [
      'the planned one of the plan whose next period can be paid',
      'starter',
      { renewable: true, next },
      'month',
    ],
    ['the present one before that', 'starter', { next }, 'year'],
    ['the present one of another plan', 'pro', { renewable: true, next }, 'year'],
    ['the present one if none is planned', 'pro', { renewable: true }, 'year'],
  ] as const)('is %s', async (_, planId, more, interval) => {
    expect(await intervalWith(planId, more)).toBe(interval)
  })
})

describe('plans', () => {
  it('[S9.8] cost $49 per month with yearly billing instead of $59, saving $118', () => {
    expect(yearlyPrice(plan('pro', 59))).toEqual({ perMonth: 49, perYear: 590, saving: 118 })
  })

  it('[S9.8] use their own yearly price', () => {
    expect(yearlyPrice(plan('pro', 59, { price_yearly: 500 }))).toEqual({
      perMonth: 41,
      perYear: 500,
      saving: 208,
    })
    expect(yearlyPrice(plan('pro', 59, { price_yearly: null }))?.perYear).toBe(590)
    expect(yearlyPrice(plan('enterprise', 'Custom'))).toBeNull()
  })

  it.each([
    ['the same by the month', { planId: 'starter' }, true],
    ['the same by the year', { planId: 'starter', interval: 'year' }, false],
    ['another', { planId: 'pro' }, false],
    ['the one that is tried', { planId: 'starter', subscription: subscription({ status: 'trial' }) }, false],
    ['the same near its end', { planId: 'starter', subscription: subscription({ renewable: true }) }, false],
    [
      'Free, by the year, for who has it',
      {
        planId: 'free',
        interval: 'year',
        subscription: subscription({ plan_id: 'free', status: 'free', interval: null }),
      },
      true,
    ],
  ] as const)('[S5.8] recognize the current plan: %s', (_, more, isCurrent) => {
    expect(isCurrentChoice(contextOf(more as Partial<PlanChangeContext>))).toBe(isCurrent)
  })

  it('recognize a smaller plan, and a planned change that can be paid for', () => {
    expect(isSmallerChoice(contextOf({ planId: 'free' }))).toBe(true)
    expect(isSmallerChoice(contextOf({ planId: 'pro' }))).toBe(false)
    expect(isSmallerChoice(contextOf({ planId: 'enterprise' }))).toBe(false)
    const next = { plan_id: 'starter', interval: 'month', paid: false } as const
    const payable = subscription({ plan_id: 'pro', renewable: true, next })
    expect(isSmallerChoice(contextOf({ planId: 'starter', subscription: payable }))).toBe(false)
  })

  it.each([
    ['more than there are', { seats: 3 }, [false, true]],
    ['fewer than there are', { seats: 1 }, [false, true]],
    ['those that there are', { seats: 2 }, [true, false]],
    ['those that were planned to become fewer', { seats: 2, next: 1 }, [true, true]],
    ['the fewer that are planned', { seats: 1, next: 1 }, [true, false]],
    ['more by the year', { seats: 3, interval: 'year' }, [false, false]],
    ['more, on a plan that is tried', { seats: 3, status: 'trial' }, [false, false]],
  ] as const)('[43.8] recognize a change of seats alone: %s', (_, choice, [isCurrent, isOther]) => {
    const {
      seats,
      next,
      interval = 'month',
      status = 'paid',
    } = { next: undefined, ...choice } as {
      seats: number
      next?: number
      interval?: 'month' | 'year'
      status?: 'paid' | 'trial'
    }
    const planned = next === undefined ? null : { plan_id: 'pro', interval, seats: next, paid: false }
    const context = contextOf({
      planId: 'pro',
      interval,
      seats,
      subscription: subscription({ plan_id: 'pro', status, seats: 2, next: planned }),
    })
    expect([isCurrentChoice(context), isOtherSeats(context)]).toEqual([isCurrent, isOther])
  })

  it('[43.8] have seats where the server sells them', () => {
    const sold = { planId: 'pro', subscription: subscription({ seats: 0 }) }
    expect(seatsMax(contextOf(sold))).toBe(35)
    expect(seatsMax(contextOf({ ...sold, planId: 'starter' }))).toBe(0)
    // A server that says only what the specification lists.
    expect(seatsMax(contextOf({ ...sold, subscription: subscription() }))).toBe(0)
  })

  it('[43] have no more seats while the renewal is not paid: the server would refuse them', () => {
    const [, , pro] = plans
    const paid = subscription({ plan_id: 'pro', seats: 2 })
    const unpaid = { ...paid, renewal: renewal({ state: 'past_due' }) }
    expect(sellsMoreSeats(paid, pro)).toBe(true)
    expect(sellsMoreSeats({ ...paid, seats: 35 }, pro)).toBe(false)
    expect(sellsMoreSeats({ ...paid, status: 'trial' }, pro)).toBe(false)
    expect(sellsMoreSeats(unpaid, pro)).toBe(false)
    expect(seatsMax(contextOf({ planId: 'pro', subscription: paid }))).toBe(35)
    expect(seatsMax(contextOf({ planId: 'pro', subscription: unpaid }))).toBe(2)
  })
})
