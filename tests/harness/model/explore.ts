import type { StatePath } from '@xstate/test'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { fakeActors } from './fakes.ts'
import { casesOf, type Model } from './model.ts'
import { plain } from './plain.ts'
import { firstStep, refusedIn, type Step, step } from './transitions.ts'

export interface CoveringPath extends StatePath<AnyMachineSnapshot, AnyEventObject> {
  readonly taken: readonly string[]
  /** Visible results of its steps, as named by `shownBy`. */
  readonly shown: readonly string[]
  /** The transitions that this path was chosen for. */
  readonly covers: readonly string[]
}

interface Edge {
  readonly event: AnyEventObject
  readonly taken: readonly string[]
  /** Key of the node that it leads to. */
  readonly to: string
}

export const TELLING = 'tells: '

/** The machine's position inside the source of a transition; empty if there are several at once. */
function innerOf(from: AnyMachineSnapshot | null, transition: string): string {
  const source = `${transition.split(' | ')[0]}.`
  const inner = (from?._nodes ?? []).filter(({ id, type }) => type === 'atomic' && id.startsWith(source))
  return inner.length === 1 ? inner[0]!.id : ''
}

/**
 * The result of a step: the transitions taken together, whether they had an effect visible from outside, and
 * the guards that refused.
 */
function shownBy(from: AnyMachineSnapshot | null, event: AnyEventObject, done: Step): string[] {
  const refused = refusedIn(from, event, done).map((id) => `refuses: ${id}`)
  if (done.taken.length === 0) return refused
  const together = `${innerOf(from, done.taken[0] ?? '')}: ${done.taken.join(' + ')}`
  const isTelling =
    from === null ||
    done.effects.length > 0 ||
    plain(from.value) !== plain(done.next.value) ||
    (from.context !== done.next.context && plain(from.context) !== plain(done.next.context))
  return [together, ...(isTelling ? [TELLING + together] : []), ...refused]
}

/**
 * Breadth first: every node that a model reaches, the steps between them, and shortest paths to each transition.
 * `getShortestPaths` knows only states: its paths take 73 % of the transitions, and it cannot search machines that name
 * their children (`tests/decisions.md`).
 */
export function explore<Machine extends AnyStateMachine>(machine: Machine, model: Model<Machine>) {
  const searched = machine.provide({ actors: fakeActors(machine, new Map(), model.snapshots) })
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
  const nodes = new Map<string, Edge[]>([[keyOf(root.state), []]])
  const queue = [root]
  const states = [root.state]
  const limit = model.limit ?? 50_000
  let tried = 0
  for (let path = queue.shift(); path; path = queue.shift()) {
    if (path.state.status !== 'active') continue
    const edges = nodes.get(keyOf(path.state)) ?? []
    for (const event of casesOf(model, path.state)) {
      tried += 1
      if (tried > limit) throw new Error(`over ${limit} steps: make key() coarser or give fewer cases`)
      const stepped = step(searched, path.state, event)
      const { next, taken } = stepped
      const shown = shownBy(path.state, event, stepped)
      if (shown.length === 0) continue
      const to = keyOf(next)
      if (taken.length > 0) edges.push({ event, taken, to })
      const newlyShown = shown.filter((what) => !showing.has(what))
      const newlyTaken = taken.filter((id) => !shortest.has(id))
      // Most steps lead to known nodes.
      if (newlyShown.length === 0 && newlyTaken.length === 0 && nodes.has(to)) continue
      const longer: CoveringPath = {
        state: next,
        steps: [...path.steps, { event, state: next }],
        weight: path.weight + 1,
        taken: [...path.taken, ...taken],
        shown: [...path.shown, ...shown],
        covers: [],
      }
      for (const what of newlyShown) showing.set(what, longer)
      for (const id of newlyTaken) shortest.set(id, longer)
      if (nodes.has(to)) continue
      nodes.set(to, [])
      states.push(next)
      queue.push(longer)
    }
  }
  return {
    searched,
    keyOf,
    root,
    /** The first snapshot of each node. */
    states: states as readonly AnyMachineSnapshot[],
    nodes: nodes as ReadonlyMap<string, readonly Edge[]>,
    /** Transition → a shortest path that takes it. */
    shortest,
    /** Result of a step → a shortest path to it. */
    showing,
  }
}
