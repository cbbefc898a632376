import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findMachines, findModels } from '../../tools/statecharts/machines.ts'
import { cellText } from '../harness/model/harmless.ts'
import { covers, isWithin, reasonsOf, unhandledCells } from '../harness/model/matrix.ts'

const root = join(import.meta.dirname, '../..')
/** One sentence is about one thing. */
const CELLS_MAX = 40

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
})
