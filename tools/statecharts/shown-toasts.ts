import type { Replay } from '../../tests/harness/model/record.ts'
import type { ChartState } from './chart.ts'

/** A drawing shows some of a transition's texts, not every case. */
const SHOWN_MAX = 2

/** The chart with toasts seen in its walks, if their text depends on what happened. */
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
