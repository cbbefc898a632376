import { type ChartState, type ChartTransition, flat } from './chart.ts'

/** A machine with more leaves than this is drawn folded, too. */
const LEAVES_MAX = 8
/** A state with fewer states inside is not worth folding. */
const INSIDE_MIN = 3

const isFoldable = (state: ChartState) => flat(state).length - 1 >= INSIDE_MIN

/** The outermost states that are folded; regions of a machine that is parallel, or of its one busy state, count as such. */
function foldsOf(root: ChartState): ChartState[] {
  const inner = root.states.filter(isFoldable)
  const [only] = inner
  return inner.length === 1 && only && flat(only).length > flat(root).length / 2 ? foldsOf(only) : inner
}

/** The parts that a large machine is folded into; none where it can be looked at as a whole. */
export const partsOf = (root: ChartState): readonly ChartState[] =>
  flat(root).filter(({ states }) => states.length === 0).length > LEAVES_MAX ? foldsOf(root) : []

const keyOf = ({ from, to, event, guard }: ChartTransition) => [from, to, event, guard].join('\n')

/** The machine with its parts shut: what leads out of a part, or into it, leads out of its box, or into it. */
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
    const inside = `${flat(part).length - 1} states inside.`
    const description = [part.description, inside].filter(Boolean).join(' ')
    return { ...part, type: 'atomic', initial: null, states: [], description, transitions }
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

/** One part by itself: what leads out of it stands as a line in the state that it leads out of. */
export function unfolded(part: ChartState): ChartState {
  const inside = new Set(flat(part).map(({ id }) => id))
  const visit = (state: ChartState): ChartState => ({
    ...state,
    transitions: state.transitions.map((one) =>
      one.to === null || inside.has(one.to) ? one : { ...one, to: null },
    ),
    states: state.states.map(visit),
  })
  return visit(part)
}
