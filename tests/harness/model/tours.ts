import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { explore } from './explore.ts'
import type { Model } from './model.ts'
import { allTransitions, step } from './transitions.ts'

interface TourStep {
  readonly event: AnyEventObject
  readonly state: AnyMachineSnapshot
  readonly taken: readonly string[]
}

/** A path from the first state; its first step is the start itself. */
type Tour = readonly TourStep[]

/** Cost of reopening a page, in steps: a path that is longer than a new one from the start is not taken. */
const COST_OF_OPENING = 4

/**
 * A few long paths that together take every transition that the model can cause. If opening costs more than a
 * step, as in a browser, they are faster than one short path per transition.
 */
export function coveringTours<Machine extends AnyStateMachine>(machine: Machine, model: Model<Machine>) {
  const { searched, keyOf, root, nodes, shortest } = explore(machine, model)
  const left = new Set(shortest.keys())

  /** Events up to the nearest transition not walked yet: `getShortestPaths` searches for states. */
  const nearest = (from: string): AnyEventObject[] | null => {
    const seen = new Set([from])
    const queue: { key: string; way: AnyEventObject[] }[] = [{ key: from, way: [] }]
    for (let at = queue.shift(); at; at = queue.shift())
      for (const { event, taken, to } of nodes.get(at.key) ?? []) {
        const way = [...at.way, event]
        if (taken.some((id) => left.has(id))) return way
        if (seen.has(to)) continue
        seen.add(to)
        queue.push({ key: to, way })
      }
    return null
  }

  const tours: Tour[] = []
  while (left.size > 0) {
    const tour: TourStep[] = [{ event: { type: 'xstate.init' }, state: root.state, taken: root.taken }]
    for (const id of root.taken) left.delete(id)
    const here = () => (tour.at(-1) as TourStep).state
    /** False if the path leads elsewhere than from the node's first snapshot, and to nothing new. */
    const walk = (way: readonly AnyEventObject[]) => {
      const before = left.size
      for (const event of way) {
        const { next, taken } = step(searched, here(), event)
        for (const id of taken) left.delete(id)
        tour.push({ event, state: next, taken })
      }
      return left.size < before
    }
    const fromStart = nearest(keyOf(root.state))
    if (!fromStart) break
    if (!walk(fromStart)) throw new Error(`${machine.id}: its start leads elsewhere each time`)
    for (let way = onward(); way; way = onward()) if (!walk(way)) break
    tours.push(tour)

    function onward() {
      const way = nearest(keyOf(here()))
      const anew = nearest(keyOf(root.state))
      return way && anew && way.length <= anew.length + COST_OF_OPENING ? way : null
    }
  }
  return { tours, unreached: allTransitions(searched).filter((id) => !shortest.has(id)) }
}
