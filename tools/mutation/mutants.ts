import {
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createMachine,
  not,
} from 'xstate'
import { allNodes } from '../../tests/harness/model/transitions.ts'

export type Change = 'removed' | 'guard negated' | 'guard removed' | 'other target'

/** One change of one transition. */
export interface Mutant {
  /** `<transition>: <change>`. */
  readonly id: string
  readonly change: Change
  /** Path of the transition in its machine's configuration. */
  readonly path: readonly (string | number)[]
  /** Index among the transitions at that path. */
  readonly index: number
  /** New target state, if the target is changed. */
  readonly target: string | null
}

type Config = Record<string, unknown>
type Listed = string | Config

const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** Paths of transitions in a state's configuration, with the events that XState names them by. */
function placesOf(node: AnyStateNode): { path: (string | number)[]; type: string }[] {
  const config = node.config as Config
  const invokes = listOf(config.invoke) as Config[]
  return [
    ...Object.keys((config.on ?? {}) as Config).map((type) => ({ path: ['on', type], type })),
    ...Object.keys((config.after ?? {}) as Config).map((delay) => ({
      path: ['after', delay],
      type: `xstate.after.${delay}.${node.id}`,
    })),
    ...(config.always === undefined ? [] : [{ path: ['always'], type: 'always' }]),
    ...(config.onDone === undefined ? [] : [{ path: ['onDone'], type: `xstate.done.state.${node.id}` }]),
    ...invokes.flatMap((invoke, place) =>
      (
        [
          ['onDone', `xstate.done.actor.${invoke.id}`],
          ['onError', `xstate.error.actor.${invoke.id}`],
          ['onSnapshot', `xstate.snapshot.${invoke.id}`],
        ] as const
      )
        .filter(([key]) => invoke[key] !== undefined)
        .map(([key, type]) => ({
          path: Array.isArray(config.invoke) ? ['invoke', place, key] : ['invoke', key],
          type,
        })),
    ),
  ]
}

/** The next state beside the target, else any other: never the machine itself. */
function otherTarget(machine: AnyStateMachine, target: AnyStateNode): string | null {
  const beside = Object.values(target.parent?.states ?? {})
  const next = beside[(beside.indexOf(target) + 1) % beside.length]
  if (next && next !== target) return next.id
  return (
    allNodes(machine.root).find((node) => node !== target && node.parent && node !== target.parent)?.id ??
    null
  )
}

/** Every mutant of a machine, in the order of its source. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  return allNodes(machine.root).flatMap((node) =>
    placesOf(node).flatMap(({ path, type }) => {
      const definitions: readonly AnyTransitionDefinition[] =
        type === 'always' ? (node.always ?? []) : (node.transitions.get(type) ?? [])
      return definitions.flatMap((definition, index) => {
        const place = [...node.path.flatMap((key) => ['states', key]), ...path]
        const mutant = (change: Change, target: string | null = null): Mutant => ({
          id: `${node.id} | ${type} | ${index}: ${change}`,
          change,
          path: place,
          index,
          target,
        })
        const target = definition.target?.[0] as AnyStateNode | undefined
        const other = target ? otherTarget(machine, target) : null
        return [
          mutant('removed'),
          ...(definition.guard === undefined ? [] : [mutant('guard negated'), mutant('guard removed')]),
          ...(other === null ? [] : [mutant('other target', other)]),
        ]
      })
    }),
  )
}

function changed(transition: Listed, { change, target }: Mutant): Config[] {
  const { guard, ...rest } = typeof transition === 'string' ? { target: transition } : transition
  switch (change) {
    case 'removed':
      return []
    case 'guard removed':
      return [rest]
    case 'guard negated':
      return [{ ...rest, guard: not(guard as never) }]
    case 'other target':
      return [{ ...rest, ...(guard !== undefined && { guard }), target: `#${target}` }]
  }
}

/** The configuration with one change; the original is not modified. */
export function mutate(config: object, mutant: Mutant): Config {
  const edit = (value: unknown, path: Mutant['path']): unknown => {
    const [key, ...rest] = path
    if (key === undefined)
      return listOf(value).flatMap((one, index) =>
        index === mutant.index ? changed(one as Listed, mutant) : [one],
      )
    if (Array.isArray(value)) return value.map((one, index) => (index === key ? edit(one, rest) : one))
    return { ...(value as Config), [key]: edit((value as Config)[key], rest) }
  }
  // A mutant with an endless loop stops instead of hanging.
  return { ...(edit(config, mutant.path) as Config), options: { maxIterations: 1000 } }
}

export const mutantMachine = (machine: AnyStateMachine, mutant: Mutant): AnyStateMachine =>
  createMachine(mutate(machine.config, mutant) as never, machine.implementations as never) as AnyStateMachine
