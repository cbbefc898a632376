import { TestModel } from '@xstate/test'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { type CoveringPath, explore, TELLING } from './explore.ts'
import type { Model } from './model.ts'
import { allTransitions } from './transitions.ts'

type Guard = (args: unknown, params: unknown) => boolean

/** The machine with each of its plain guards recording its answers. */
function listenToGuards(machine: AnyStateMachine) {
  const answers = new Map<string, Set<boolean>>()
  const guards = Object.entries(machine.implementations.guards ?? {}).map(([name, guard]) => {
    if (typeof guard !== 'function' || 'check' in guard) return [name, guard]
    const seen = new Set<boolean>()
    answers.set(name, seen)
    return [
      name,
      (args: unknown, params: unknown) => {
        const answer = (guard as Guard)(args, params)
        seen.add(answer)
        return answer
      },
    ]
  })
  const oneSided = () =>
    [...answers].flatMap(([name, seen]) =>
      [true, false].filter((side) => !seen.has(side)).map((side) => `${name} is never ${side}`),
    )
  return { listening: machine.provide({ guards: Object.fromEntries(guards) }), oneSided }
}

/** Longest first, and only those that cover something new. */
function fewest(
  paths: Iterable<CoveringPath>,
  meets: (path: CoveringPath) => readonly string[],
): CoveringPath[] {
  const covered = new Set<string>()
  return [...paths]
    .sort((a, b) => b.weight - a.weight)
    .flatMap((path) => {
      const covers = [...new Set(meets(path).filter((id) => !covered.has(id)))]
      for (const id of covers) covered.add(id)
      return covers.length > 0 ? [{ ...path, covers }] : []
    })
}

function pathsOver(machine: AnyStateMachine, model: Model<AnyStateMachine>) {
  const { listening, oneSided } = listenToGuards(machine)
  const { searched, keyOf, states, nodes, shortest, showing } = explore(listening, model)
  const wanted = new Map([...showing].filter(([what]) => !showing.has(TELLING + what)))

  // createTestModel() refuses machines with invoke or after; the class does not.
  const testModel = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(searched as never, {
    stateMatcher: (snapshot, key) => snapshot._nodes.some(({ id }) => id === key),
    serializeState: keyOf,
  })
  return {
    testModel,
    paths: fewest(new Set(shortest.values()), ({ taken }) => taken),
    /** Transitions in every combination, seen where they can be, and every guard that refuses. */
    walks: fewest(new Set(wanted.values()), ({ shown }) => shown.filter((what) => wanted.has(what))),
    searched,
    states,
    nodes: nodes.size,
    unreached: allTransitions(searched).filter((id) => !shortest.has(id)),
    oneSidedGuards: oneSided(),
  }
}

const known = new WeakMap<AnyStateMachine, WeakMap<object, ReturnType<typeof pathsOver>>>()

/**
 * The fewest paths over every transition, and over every possible result of a step. A machine with its model is
 * searched once: several tests of one process request it.
 */
export function coveringPaths<Machine extends AnyStateMachine>(machine: Machine, model: Model<Machine>) {
  const ofMachine = known.get(machine) ?? new WeakMap()
  known.set(machine, ofMachine)
  const paths = ofMachine.get(model) ?? pathsOver(machine, model as unknown as Model<AnyStateMachine>)
  ofMachine.set(model, paths)
  return paths
}
