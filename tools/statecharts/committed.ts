import type { AnyStateMachine } from 'xstate'
import { recordWalks, walksText } from '../../tests/harness/model/record.ts'
import { chartOf } from './chart.ts'
import { chartsOf, isRegistry, type Use, usesOf } from './charts.ts'
import type { Machines, Models } from './machines.ts'
import { readNotes } from './notes.ts'
import { readmePage } from './readme.ts'
import { svgOf } from './svg.ts'
import { capital, spaced } from './words.ts'

export const DRAWINGS = 'docs/statecharts'

const useRow = ({ title, description, begins, without, says }: Use) =>
  `| ${[title, description, begins, without.join(', '), says.join('<br>')].join(' | ')} |`

/** Who else is this chart, and what each has of its own. */
const usesText = (uses: readonly Use[]) =>
  uses.length === 0
    ? ''
    : `Used by:\n\n| machine | what it decides | begins as | without | says when something is wrong |\n|---|---|---|---|---|\n${uses.map(useRow).join('\n')}\n\n`

/** What a machine does, in sentences that are read in review and done again by the tests. */
export const behaviourText = (machine: AnyStateMachine, uses: readonly Use[], walks: string) =>
  `# ${capital(spaced(machine.id))}\n\n${machine.root.description ?? ''}\n\n${usesText(uses)}${walks}`

/** The files of docs/statecharts by name, byte for byte the same for the same machines and models. */
export async function committedFiles(root: string, machines: Machines, models: Models) {
  const files = new Map<string, string>()
  for (const [name, chart] of chartsOf(machines)) {
    const { machine } = chart
    const model = models.get(name)
    if (!isRegistry(machine)) files.set(`${name}/drawing.svg`, await svgOf(chartOf(machine)))
    if (model)
      files.set(
        `${name}/behaviour.md`,
        behaviourText(machine, usesOf(chart, models), walksText(recordWalks(machine, model))),
      )
  }
  const clauses = new Map([...machines].map(([name, { id }]) => [name, readNotes(root, name, id).clauses]))
  files.set('README.md', readmePage(machines, clauses))
  return files
}
