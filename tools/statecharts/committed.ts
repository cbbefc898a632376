import type { AnyStateMachine } from 'xstate'
import type { Model } from '../../tests/harness/model/model.ts'
import { recordWalks, walksText } from '../../tests/harness/model/record.ts'
import { chartOf } from './chart.ts'
import type { Machines, Models } from './machines.ts'
import { readNotes } from './notes.ts'
import { readmePage } from './readme.ts'
import { svgOf } from './svg.ts'
import { capital, spaced } from './words.ts'

export const DRAWINGS = 'docs/statecharts'

/** What a machine does, in sentences that are read in review and done again by the tests. */
export const behaviourText = (machine: AnyStateMachine, walks: string) =>
  `# ${capital(spaced(machine.id))}\n\n${machine.root.description ?? ''}\n\n${walks}`

const behaviourOf = (machine: AnyStateMachine, model: Model<AnyStateMachine>) =>
  behaviourText(machine, walksText(recordWalks(machine, model)))

/** The files of docs/statecharts by name, byte for byte the same for the same machines and models. */
export async function committedFiles(root: string, machines: Machines, models: Models) {
  const files = new Map<string, string>()
  const charts = new Map([...machines].map(([name, machine]) => [name, chartOf(machine)] as const))
  for (const [name, machine] of machines) {
    const model = models.get(name)
    files.set(`${name}/drawing.svg`, await svgOf(charts.get(name)!))
    if (model) files.set(`${name}/behaviour.md`, behaviourOf(machine, model))
  }
  const clauses = new Map([...machines].map(([name, { id }]) => [name, readNotes(root, name, id).clauses]))
  files.set('README.md', readmePage(charts, clauses))
  return files
}
