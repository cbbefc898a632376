import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { findMachines, findModels } from '../../tools/statecharts/machines.ts'
import { type Cell, covers, isWithin, reasonsOf, stateOf, unhandledCells } from '../harness/model/matrix.ts'
import { casesOf, type Model } from '../harness/model/model.ts'
import { coveringPaths } from '../harness/model/paths.ts'
import { plain } from '../harness/model/plain.ts'
import { step } from '../harness/model/transitions.ts'

const root = join(import.meta.dirname, '../..')
/** One sentence is about one thing. */
const CELLS_MAX = 40

const cellText = ({ state, event }: Cell) => `${event} in ${state}`

/** What comes of each event that is said to be harmless, in every situation of its state: nothing. */
function effectsOfHarmless(machine: AnyStateMachine, model: Model<AnyStateMachine>) {
  const harmless = unhandledCells(machine).filter((cell) =>
    reasonsOf(machine, model, cell).some(({ kind }) => kind === 'harmless'),
  )
  const { searched, states } = coveringPaths(machine, model)
  const tried = new Set<string>()
  const faults: string[] = []
  for (const snapshot of states) {
    const cells = harmless.filter(({ state }) =>
      snapshot._nodes.some((node) => isWithin(stateOf(node), state)),
    )
    const cases = cells.length > 0 ? casesOf(model, snapshot) : []
    for (const cell of cells)
      for (const event of cases.filter(({ type }) => type === cell.event)) {
        tried.add(cellText(cell))
        const { next, effects } = step(searched, snapshot, event)
        const isSame = plain([next.value, next.context]) === plain([snapshot.value, snapshot.context])
        // Another region may handle it.
        const isAlone = !snapshot._nodes.some((node) => node.transitions.has(event.type))
        if (isAlone && (!isSame || effects.length > 0)) faults.push(cellText(cell))
      }
  }
  return { faults, untried: harmless.map(cellText).filter((text) => !tried.has(text)) }
}

describe('events that a state does not handle', async () => {
  const machines = await findMachines(root)
  const models = await findModels(root, machines)

  it.each([...machines])('%s: is impossible there, or harmless, for one reason', (name, machine) => {
    const model = models.get(name)!
    const cells = unhandledCells(machine)
    const wrong = cells
      .map((cell) => ({ cell, reasons: reasonsOf(machine, model, cell) }))
      .filter(({ reasons }) => reasons.length !== 1)
      .map(({ cell, reasons }) => `${cellText(cell)}: ${reasons.length} reasons`)
    expect(wrong, 'say it among `unhandled` of the model').toEqual([])
  })

  it.each([...machines])('%s: no reason is out of date or too general', (name, machine) => {
    const cells = unhandledCells(machine)
    const wrong = (models.get(name)!.unhandled ?? []).flatMap((entry) => {
      const covered = cells.filter((cell) => covers(entry, cell))
      const isUsed = (events: readonly string[], states: readonly string[]) =>
        covered.some(
          ({ event, state }) => events.includes(event) && states.some((one) => isWithin(state, one)),
        )
      return [
        ...entry.events.filter((event) => !isUsed([event], entry.in)),
        ...entry.in.filter((state) => state === '' || !isUsed(entry.events, [state])),
        ...(covered.length > CELLS_MAX ? [`${covered.length} cells: ${entry.never ?? entry.harmless}`] : []),
      ]
    })
    expect(wrong).toEqual([])
  })

  it.each([...machines])('%s: what is harmless changes nothing and asks for nothing', (name, machine) => {
    expect(effectsOfHarmless(machine, models.get(name)!)).toEqual({ faults: [], untried: [] })
  })
})
