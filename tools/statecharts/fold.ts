import { type ChartState, type ChartTransition, flat } from './chart.ts'
import { stateWords } from './words.ts'

/** A state with fewer inner states is not worth folding. */
const INSIDE_MIN = 2

/** A machine with one part and few other states can be folded inside that part. */
const ASIDE_MAX = 4

const isFoldable = (state: ChartState) => flat(state).length - 1 >= INSIDE_MIN

/** States that can be folded: if nearly all of a machine is in one state, first those inside it, then that one. */
export function partsOf(root: ChartState): readonly (readonly ChartState[])[] {
  const outer = root.states.filter(isFoldable)
  const [only] = outer
  if (!only) return []
  return outer.length === 1 && root.states.length <= ASIDE_MAX ? [...partsOf(only), outer] : [outer]
}

/** Ids reachable from the initial state without passing `without`. */
function reached({ initial, states }: ChartState, without: string): ReadonlySet<string> {
  const places = new Map(states.flatMap((state) => flat(state).map(({ id }) => [id, state.id] as const)))
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id) || id === without) return
    seen.add(id)
    const state = states.find((one) => one.id === id)
    for (const { to } of state ? flat(state).flatMap(({ transitions }) => transitions) : []) {
      const place = places.get(to ?? '')
      if (place) visit(place)
    }
  }
  visit(initial ?? '')
  return seen
}

const GROUP_MIN = 3

/** Among states without parts: the one that is the only way to about half of the others, with these. */
export function grouped(root: ChartState): ChartState | undefined {
  const { states, initial } = root
  const groups = states
    .filter(({ id }) => id !== initial)
    .map((first) => {
      const others = reached(root, first.id)
      return [first, ...states.filter((state) => state !== first && !others.has(state.id))]
    })
    .filter(({ length }) => length >= GROUP_MIN && length < states.length - 1)
  const distance = (group: readonly ChartState[]) => Math.abs(group.length - states.length / 2)
  const [group] = groups.sort((a, b) => distance(a) - distance(b))
  const [first] = group ?? []
  if (!group || !first) return undefined
  return {
    ...first,
    id: `${first.id}#after`,
    type: 'compound',
    description: `${first.description ?? ''} And what comes after it.`.trim(),
    initial: first.id,
    tags: [],
    invokes: [],
    entry: [],
    exit: [],
    says: [],
    transitions: [],
    members: group.flatMap((state) => flat(state).map(({ id }) => id)),
    states: group,
  }
}

/** A chart with some of its states merged. */
export const withGroup = (root: ChartState, group: ChartState): ChartState => ({
  ...root,
  states: root.states.flatMap((state) =>
    state.id === group.initial ? [group] : group.states.includes(state) ? [] : [state],
  ),
})

const keyOf = ({ from, to, event, guard }: ChartTransition) => [from, to, event, guard].join('\n')

/** The machine with closed parts: arrows into or out of a part lead to or from its box. */
export function folded(root: ChartState, parts: readonly ChartState[]): ChartState {
  const outer = new Map(parts.flatMap((part) => flat(part).map(({ id }) => [id, part.id] as const)))
  const lifted = (transition: ChartTransition): ChartTransition => ({
    ...transition,
    from: outer.get(transition.from) ?? transition.from,
    to: transition.to === null ? null : (outer.get(transition.to) ?? transition.to),
  })
  const shut = (part: ChartState): ChartState => {
    const leaving = flat(part)
      .flatMap(({ transitions }) => transitions)
      .map(lifted)
      .filter(({ to }) => to !== null && to !== part.id)
    const transitions = [...new Map(leaving.map((one) => [keyOf(one), one])).values()]
    const inside = `▸ ${flat(part).length - 1} states inside`
    return { ...part, type: 'atomic', initial: null, states: [], inside, transitions }
  }
  const visit = (state: ChartState): ChartState => {
    if (parts.includes(state)) return shut(state)
    const { initial } = state
    return {
      ...state,
      initial: initial === null ? null : (outer.get(initial) ?? initial),
      transitions: state.transitions.map(lifted),
      states: state.states.map(visit),
    }
  }
  return visit(root)
}

/** A part drawn separately: transitions out of it are lines in their source states. */
export function unfolded(part: ChartState): ChartState {
  const inside = new Set(flat(part).map(({ id }) => id))
  const visit = (state: ChartState): ChartState => ({
    ...state,
    transitions: state.transitions.map((one) =>
      one.to === null || inside.has(one.to) ? one : { ...one, to: null, leads: stateWords(one.to) },
    ),
    states: state.states.map(visit),
  })
  return visit(part)
}
