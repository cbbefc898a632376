import { describe, expect, it } from 'vitest'
import { assign, createMachine, emit, fromCallback, fromObservable, fromPromise, setup } from 'xstate'
import { describeModel } from '../harness/model/describe-model.ts'
import { type Model, snapshotEvent } from '../harness/model/model.ts'
import { coveringPaths } from '../harness/model/paths.ts'
import { firstStep, step } from '../harness/model/transitions.ts'
import { problemsOf } from '../harness/model/well-formed.ts'

const notProvided = (): never => {
  throw new Error('not provided')
}

const stepper = setup({ types: {} as { events: { type: 'step' } } }).createMachine({
  id: 'stepper',
  initial: 'one',
  states: { one: { on: { step: 'two' } }, two: {} },
})

/** One of each kind of child, of delay and of ending. */
const kitchen = setup({
  types: {} as {
    context: { level: number }
    events: { type: 'order.placed' } | { type: 'bell.rung' } | { type: 'kitchen.closed' }
    emitted: { type: 'served' }
  },
  actors: {
    cook: fromPromise<number>(notProvided),
    bell: fromCallback(notProvided),
    thermometer: fromObservable<number, undefined>(notProvided),
    stepper,
  },
  actions: {
    tellServed: emit({ type: 'served' }),
    remember: assign({ level: (_, { level }: { level: number }) => level }),
    print: notProvided,
  },
  guards: { isHot: (_, { level }: { level: number }) => level > 50 },
  delays: { patience: 1000, grace: 1000 },
}).createMachine({
  id: 'kitchen',
  context: { level: 0 },
  invoke: { src: 'bell', id: 'bell' },
  initial: 'idle',
  on: { 'kitchen.closed': '.closed' },
  states: {
    idle: { on: { 'order.placed': 'cooking' } },
    cooking: {
      entry: 'print',
      invoke: [
        { src: 'cook', id: 'cook', onDone: { target: 'ready', actions: 'tellServed' }, onError: 'idle' },
        {
          src: 'thermometer',
          id: 'thermometer',
          onSnapshot: {
            guard: { type: 'isHot', params: ({ event }) => ({ level: event.snapshot.context ?? 0 }) },
            target: 'ready',
            actions: {
              type: 'remember',
              params: ({ event }) => ({ level: event.snapshot.context ?? 0 }),
            },
          },
        },
      ],
      after: { patience: 'idle' },
    },
    ready: {
      invoke: { src: 'stepper', id: 'stepper', systemId: 'stepper' },
      on: { 'bell.rung': 'idle' },
      after: { grace: 'idle' },
    },
    closed: { type: 'final' },
  },
})

const kitchenModel: Model<typeof kitchen> = {
  events: (snapshot) => [
    { type: 'order.placed' },
    { type: 'bell.rung' },
    { type: 'kitchen.closed' },
    ...(snapshot.children.thermometer
      ? [20, 80].map((context) => snapshotEvent('thermometer', { context }))
      : []),
  ],
  answers: () => ({ cook: [1, new Error('burnt')] }),
  key: ({ context }) => context.level,
  sentBy: { 'bell.rung': 'bell' },
}

describeModel({
  name: 'a machine with every kind of child',
  machine: kitchen,
  model: kitchenModel,
  rig: (world) => ({
    oracles: {
      'kitchen.cooking': () => {
        expect([...world.children.keys()].sort()).toEqual(['bell', 'cook', 'thermometer'])
        expect(world.effects.at(-1)).toMatchObject({ name: 'print' })
      },
      'kitchen.closed': () => expect(world.children.size).toBe(0),
    },
  }),
})

describe('the harness refuses', () => {
  it('names that do not exist and inline functions', () => {
    const machine = createMachine({
      id: 'bad',
      initial: 'one',
      invoke: { src: fromPromise(async () => 1) },
      states: {
        one: {
          entry: () => undefined,
          after: { soon: 'one', 100: 'one' },
          on: { go: { guard: () => true, target: 'one' } },
        },
      },
    })
    expect(problemsOf(machine, undefined)).toEqual([
      'bad: an invoke has an inline source',
      'bad: an invoke has no id',
      'bad.one: inline function among its actions',
      'bad.one: inline function among its guards',
      "bad.one: '100' is not among the delays of setup",
      "bad.one: 'soon' is not among the delays of setup",
    ])
  })

  it('an initial state that does not exist', () => {
    const machine = setup({}).createMachine({ id: 'bad', initial: 'nowhere' as never, states: { one: {} } })
    expect(problemsOf(machine, undefined)).toEqual([expect.stringContaining("starts as 'error'")])
  })

  it('transitions out of reach and guards that always answer the same', () => {
    const machine = setup({
      types: {} as { events: { type: 'go' } | { type: 'never' } },
      guards: { isTrue: () => true, isUnused: () => true },
    }).createMachine({
      id: 'bad',
      initial: 'one',
      states: {
        one: { on: { go: [{ guard: 'isTrue', target: 'two' }, { target: 'one' }], never: 'two' } },
        two: {},
      },
    })
    const { unreached, oneSidedGuards } = coveringPaths(machine, {
      events: () => [{ type: 'go' }],
      key: () => null,
    })
    expect(unreached).toEqual(['bad.one | go | 1', 'bad.one | never | 0'])
    expect(oneSidedGuards).toEqual([
      'isTrue is never false',
      'isUnused is never true',
      'isUnused is never false',
    ])
  })
})

it('an actor that its own step stops is no request, and one that a step replaces is', () => {
  const machine = setup({
    types: {} as { events: { type: 'entered' } | { type: 'passed' } },
    actors: { child: fromCallback(notProvided) },
  }).createMachine({
    initial: 'outside',
    states: {
      outside: { on: { entered: 'inside', passed: 'passing' } },
      passing: { invoke: { src: 'child', id: 'child' }, always: 'outside' },
      inside: { invoke: { src: 'child', id: 'child' }, on: { entered: { target: 'inside', reenter: true } } },
    },
  })
  const namesOf = (from: Parameters<typeof step>[1], type: string) => {
    const { next, effects } = step(machine, from, { type })
    return { next, names: effects.map(({ name }) => name) }
  }
  const { next: outside } = firstStep(machine, undefined)
  expect(namesOf(outside, 'passed').names).toEqual([])
  const inside = namesOf(outside, 'entered')
  expect(inside.names).toEqual(['start child'])
  expect(namesOf(inside.next, 'entered').names).toEqual(['start child'])
})
