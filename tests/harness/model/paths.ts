import { type StatePath, TestModel } from '@xstate/test'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { fakeActors } from './fakes.ts'
import { casesOf, type Model } from './model.ts'
import { plain } from './plain.ts'
import { allTransitions, firstStep, refusedIn, type Step, step } from './transitions.ts'

export interface CoveringPath extends StatePath<AnyMachineSnapshot, AnyEventObject> {
  readonly taken: readonly string[]
  /** What its steps show of the machine, as `shownBy` names it. */
  readonly shown: readonly string[]
  /** The transitions for which this path was chosen. */
  readonly covers: readonly string[]
}

type Guard = (args: unknown, params: unknown) => boolean

/** The machine with each of its plain guards writing down what it answered. */
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

/** Where inside the source of a transition the machine was; nothing when that is several places at once. */
function innerOf(from: AnyMachineSnapshot | null, transition: string): string {
  const source = `${transition.split(' | ')[0]}.`
  const inner = (from?._nodes ?? []).filter(({ id, type }) => type === 'atomic' && id.startsWith(source))
  return inner.length === 1 ? inner[0]!.id : ''
}

const TELLING = 'tells: '

/**
 * What a step shows: the transitions that were taken together out of a state, whether anything came of them that can be
 * seen from outside, and the guards that refused.
 */
function shownBy(from: AnyMachineSnapshot | null, event: AnyEventObject, done: Step): string[] {
  const refused = refusedIn(from, event, done).map((id) => `refuses: ${id}`)
  if (done.taken.length === 0) return refused
  const together = `${innerOf(from, done.taken[0] ?? '')}: ${done.taken.join(' + ')}`
  const isTelling =
    from === null ||
    done.effects.length > 0 ||
    plain([from.value, from.context]) !== plain([done.next.value, done.next.context])
  return [together, ...(isTelling ? [TELLING + together] : []), ...refused]
}

/** Longest first, and only those that add something of what paths meet. */
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

/** Breadth first: for each transition a shortest path that takes it, then the fewest of those paths. */
export function coveringPaths<Machine extends AnyStateMachine>(machine: Machine, model: Model<Machine>) {
  const { listening, oneSided } = listenToGuards(machine)
  const searched = listening.provide({ actors: fakeActors(machine, new Map(), model.snapshots) })
  const keyOf = (snapshot: AnyMachineSnapshot) =>
    JSON.stringify([snapshot.value, snapshot.status, model.key(snapshot as Parameters<typeof model.key>[0])])

  const first = firstStep(searched, model.input)
  const root: CoveringPath = {
    state: first.next,
    steps: [{ event: { type: 'xstate.init' }, state: first.next }],
    weight: 0,
    taken: first.taken,
    shown: shownBy(null, { type: 'xstate.init' }, first),
    covers: [],
  }
  const shortest = new Map(first.taken.map((id) => [id, root]))
  const showing = new Map(root.shown.map((what) => [what, root]))
  const seen = new Set([keyOf(root.state)])
  const queue = [root]
  const limit = model.limit ?? 50_000
  let tried = 0
  for (let path = queue.shift(); path; path = queue.shift()) {
    if (path.state.status !== 'active') continue
    for (const event of casesOf(model, path.state)) {
      tried += 1
      if (tried > limit) throw new Error(`over ${limit} steps: make key() coarser or give fewer cases`)
      const stepped = step(searched, path.state, event)
      const { next, taken } = stepped
      const shown = shownBy(path.state, event, stepped)
      if (shown.length === 0) continue
      const longer: CoveringPath = {
        state: next,
        steps: [...path.steps, { event, state: next }],
        weight: path.weight + 1,
        taken: [...path.taken, ...taken],
        shown: [...path.shown, ...shown],
        covers: [],
      }
      for (const what of shown) if (!showing.has(what)) showing.set(what, longer)
      for (const id of taken) if (!shortest.has(id)) shortest.set(id, longer)
      if (seen.has(keyOf(next))) continue
      seen.add(keyOf(next))
      queue.push(longer)
    }
  }

  const wanted = new Map([...showing].filter(([what]) => !showing.has(TELLING + what)))

  // createTestModel() refuses machines with invoke or after; the class does not.
  const testModel = new TestModel<AnyMachineSnapshot, AnyEventObject, unknown>(searched as never, {
    stateMatcher: (snapshot, key) => snapshot._nodes.some(({ id }) => id === key),
    serializeState: keyOf,
  })
  return {
    testModel,
    paths: fewest(new Set(shortest.values()), ({ taken }) => taken),
    /** Transitions taken in every company, to be seen where they can be, and every guard that refuses. */
    walks: fewest(new Set(wanted.values()), ({ shown }) => shown.filter((what) => wanted.has(what))),
    nodes: seen.size,
    unreached: allTransitions(searched).filter((id) => !shortest.has(id)),
    oneSidedGuards: oneSided(),
  }
}
