import type { ChartState, ChartTransition } from './chart.ts'

const waysOn = ({ transitions }: ChartState, event: string) =>
  transitions.filter((one) => one.kind === 'event' && one.event === event)

const signOf = (ways: readonly ChartTransition[]) =>
  JSON.stringify(ways.map(({ to, guard, actions }) => [to, guard, actions]))

const isChoice = ({ transitions }: ChartState) => transitions.some(({ kind }) => kind === 'always')

/** Events that leave every state of a region in the same way. */
function eventsOfAll({ transitions, states }: ChartState): string[] {
  const resting = states.filter((state) => !isChoice(state))
  const [first, ...others] = resting
  if (!first || others.length === 0) return []
  return [...new Set(first.transitions.map(({ event }) => event))].filter((event) => {
    const ways = waysOn(first, event)
    return (
      ways.length > 0 &&
      ways.every(({ to }) => to !== null) &&
      transitions.every((one) => one.event !== event) &&
      others.every((other) => signOf(waysOn(other, event)) === signOf(ways))
    )
  })
}

/** Transitions shared by all states of a region leave the region once; the id lists all of them. */
export function withSharedWays(state: ChartState): ChartState {
  const states = state.states.map(withSharedWays)
  const events = state.type === 'parallel' ? [] : eventsOfAll({ ...state, states })
  const shared = events.flatMap((event) => {
    const [first = [], ...others] = states.filter((one) => !isChoice(one)).map((one) => waysOn(one, event))
    return first.map(
      (way, place): ChartTransition => ({
        ...way,
        id: [way, ...others.map((ways) => ways[place]!)].map(({ id }) => id).join('; '),
        from: state.id,
      }),
    )
  })
  const isShared = ({ kind, event }: ChartTransition) => kind === 'event' && events.includes(event)
  return {
    ...state,
    transitions: [...state.transitions, ...shared],
    states: states.map((one) =>
      isChoice(one) ? one : { ...one, transitions: one.transitions.filter((way) => !isShared(way)) },
    ),
  }
}
