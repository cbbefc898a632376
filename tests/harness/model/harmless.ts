import type { AnyStateMachine } from 'xstate'
import { type Cell, isWithin, reasonsOf, stateOf, unhandledCells } from './matrix.ts'
import { casesOf, type Model } from './model.ts'
import type { coveringPaths } from './paths.ts'
import { plain } from './plain.ts'
import { step } from './transitions.ts'

export const cellText = ({ state, event }: Cell) => `${event} in ${state}`

/** The results of each event declared harmless, in every situation of its state: none. */
export function effectsOfHarmless(
  machine: AnyStateMachine,
  model: Model<AnyStateMachine>,
  { searched, states }: Pick<ReturnType<typeof coveringPaths>, 'searched' | 'states'>,
) {
  const harmless = unhandledCells(machine).filter((cell) =>
    reasonsOf(machine, model, cell).some(({ kind }) => kind === 'harmless'),
  )
  const tried = new Set<string>()
  const faults: string[] = []
  for (const snapshot of states) {
    const cells = harmless.filter(({ state }) =>
      snapshot._nodes.some((node) => isWithin(stateOf(node), state)),
    )
    if (cells.length === 0) continue
    const cases = casesOf(model, snapshot)
    const before = plain([snapshot.value, snapshot.context])
    for (const cell of cells)
      for (const event of cases.filter(({ type }) => type === cell.event)) {
        tried.add(cellText(cell))
        // Another region may handle it.
        if (snapshot._nodes.some((node) => node.transitions.has(event.type))) continue
        const { next, effects } = step(searched, snapshot, event)
        const isSame = next === snapshot || plain([next.value, next.context]) === before
        if (!isSame || effects.length > 0) faults.push(cellText(cell))
      }
  }
  return { faults, untried: harmless.map(cellText).filter((text) => !tried.has(text)) }
}
