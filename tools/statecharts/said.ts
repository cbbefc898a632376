import type { Replay } from '../../tests/harness/model/record.ts'
import type { ChartState } from './chart.ts'

/** A drawing shows some of what a transition may say, not every case of it. */
const SHOWN_MAX = 2

/** The chart with the toasts that its walks have shown, where their text is made of what happened. */
export function withToasts(chart: ChartState, walks: readonly Replay[]): ChartState {
  const seen = new Map<string, Set<string>>()
  for (const { taken, toasts } of walks.flatMap(({ steps }) => steps))
    for (const id of taken) seen.set(id, new Set([...(seen.get(id) ?? []), ...toasts]))
  const visit = (state: ChartState): ChartState => ({
    ...state,
    transitions: state.transitions.map((one) =>
      one.says.length === 0 && one.actions.includes('showToast')
        ? { ...one, says: [...(seen.get(one.id) ?? [])].slice(0, SHOWN_MAX) }
        : one,
    ),
    states: state.states.map(visit),
  })
  return visit(chart)
}
