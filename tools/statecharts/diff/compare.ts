import { type ChartState, type ChartTransition, flat } from '../chart.ts'

export type Change = 'added' | 'removed' | 'changed'

/** Differences between two versions of a machine: ids of states and transitions in either. */
export interface MachineDiff {
  readonly states: ReadonlyMap<string, Change>
  readonly transitions: ReadonlyMap<string, Change>
}

const ownOf = ({ states: _, transitions: __, ...own }: ChartState) => JSON.stringify(own)

/** The same exit, whatever its index among its siblings. */
const keyOf = ({ from, event, guard }: ChartTransition) => JSON.stringify([from, event, guard])
const effectOf = ({ to, actions }: ChartTransition) => JSON.stringify([to, actions])

const transitionsOf = (chart: ChartState) => flat(chart).flatMap(({ transitions }) => transitions)

/** If one version is missing, everything in the other is added, or removed. */
export function compare(before: ChartState | undefined, after: ChartState | undefined): MachineDiff {
  const [old, now] = [before, after].map(
    (chart) => new Map((chart ? flat(chart) : []).map((state) => [state.id, state] as const)),
  ) as [Map<string, ChartState>, Map<string, ChartState>]
  const states = new Map<string, Change>()
  for (const [id, state] of now) {
    const earlier = old.get(id)
    if (!earlier) states.set(id, 'added')
    else if (ownOf(earlier) !== ownOf(state)) states.set(id, 'changed')
  }
  for (const id of old.keys()) if (!now.has(id)) states.set(id, 'removed')

  const [left, right] = [before, after].map(
    (chart) => new Map((chart ? transitionsOf(chart) : []).map((one) => [keyOf(one), one] as const)),
  ) as [Map<string, ChartTransition>, Map<string, ChartTransition>]
  const transitions = new Map<string, Change>()
  for (const [key, one] of right) {
    const earlier = left.get(key)
    if (!earlier) transitions.set(one.id, 'added')
    else if (effectOf(earlier) !== effectOf(one))
      transitions.set(one.id, 'changed').set(earlier.id, 'changed')
  }
  for (const [key, one] of left) if (!right.has(key)) transitions.set(one.id, 'removed')
  return { states, transitions }
}

export const isSame = ({ states, transitions }: MachineDiff) => states.size === 0 && transitions.size === 0
