import type { StatePath } from '@xstate/test'
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { fakeActors } from './fakes.ts'
import { casesOf, type Model } from './model.ts'
import { firstStep, refusedIn, step } from './transitions.ts'

export interface CoveringPath extends StatePath<AnyMachineSnapshot, AnyEventObject> {
  readonly taken: readonly string[]
  /** Transitions whose guard said no in the last step. */
  readonly refused: readonly string[]
  /** The transitions for which this path was chosen. */
  readonly covers: readonly string[]
}

interface Edge {
  readonly event: AnyEventObject
  readonly taken: readonly string[]
  /** Key of the node that it leads to. */
  readonly to: string
}

/** Breadth first: every node that a model reaches, what leads from one to another, and shortest paths. */
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
    refused: refusedIn(null, { type: 'xstate.init' }, first),
    covers: [],
  }
  const shortest = new Map(first.taken.map((id) => [id, root]))
  const refusing = new Map(root.refused.map((id) => [id, root]))
  const nodes = new Map<string, Edge[]>([[keyOf(root.state), []]])
  const queue = [root]
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
      const refused = refusedIn(path.state, event, stepped)
      if (taken.length === 0 && refused.length === 0) continue
      const to = keyOf(next)
      if (taken.length > 0) edges.push({ event, taken, to })
      const longer: CoveringPath = {
        state: next,
        steps: [...path.steps, { event, state: next }],
        weight: path.weight + 1,
        taken: [...path.taken, ...taken],
        refused,
        covers: [],
      }
      for (const id of refused) if (!refusing.has(id)) refusing.set(id, longer)
      for (const id of taken) if (!shortest.has(id)) shortest.set(id, longer)
      if (nodes.has(to)) continue
      nodes.set(to, [])
      queue.push(longer)
    }
  }
  return {
    searched,
    keyOf,
    root,
    nodes: nodes as ReadonlyMap<string, readonly Edge[]>,
    /** Transition → a shortest path that takes it. */
    shortest,
    /** Guarded transition → a shortest path on which it is refused. */
    refusing,
  }
}
