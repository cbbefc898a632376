import type { AnyStateMachine } from 'xstate'
import type { Model } from '../../tests/harness/model/model.ts'
import { type Replay, recordWalks, walksText } from '../../tests/harness/model/record.ts'
import { type ChartState, chartOf, flat } from './chart.ts'
import type { Machines } from './charts.ts'
import { chartNameOf, isRegistry, usersOf } from './charts.ts'
import type { AllFigures, Figures } from './figures.ts'
import { withFormDescriptions } from './form-descriptions.ts'
import type { Models } from './machines.ts'
import { fileOf } from './names.ts'
import { type Notes, readNotes } from './notes.ts'
import { clausesText, readmePage } from './readme.ts'
import { svgOf } from './svg.ts'
import { type View, viewsOf } from './views.ts'
import { capital, spaced, stateWords } from './words.ts'

export const DRAWINGS = 'docs/statecharts'

/** A drawing shows some of a transition's texts, not every case. */
const SHOWN_MAX = 2

/** The chart with toasts seen in its walks, if their text depends on what happened. */
function withToasts(chart: ChartState, walks: readonly Replay[]): ChartState {
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

/** A machine for its drawings: in its own words, with visible texts and clauses. */
function toldChart(
  machine: AnyStateMachine,
  model: Model<AnyStateMachine> | undefined,
  walks: readonly Replay[],
  { clauses }: Pick<Notes, 'clauses'>,
): ChartState {
  const chart = withToasts(chartOf(machine), walks)
  const text = clausesText([...clauses.keys()])
  return {
    ...(model ? withFormDescriptions(chart, machine, model) : chart),
    ...(text !== '' && { clauses: text }),
  }
}

/** Descriptions of states, by id. */
export const descriptionsOf = (chart: ChartState) =>
  new Map(flat(chart).flatMap(({ id, description }) => (description === null ? [] : [[id, description]])))

const titleOf = (name: string, machines: Machines) => capital(spaced(machines.get(name)!.id))
const linkTo = (name: string, machines: Machines) => `[${titleOf(name, machines)}](../${name}/behaviour.md)`

/** The chart that a machine shares, or the machines that share this one. */
function sharedText(name: string, machines: Machines): string {
  const chart = chartNameOf(machines.get(name)!)
  if (chart !== name) return `\nIt shares the chart of every ${spaced(chart)}: ${linkTo(chart, machines)}.\n`
  const users = usersOf(name, machines)
  return users.length === 0
    ? ''
    : `\nThe chart of ${users.map((user) => linkTo(user, machines)).join(', ')}.\n`
}

export const partName = (id: string) =>
  `${stateWords(id.replace('#after', ''))}${id.endsWith('#after') ? ', and what follows' : ''}`

const picturesText = (title: string, views: readonly View[]) => {
  const [whole, ...parts] = views
  if (!whole) return ''
  const inside = parts.map(({ id }) => `[${partName(id)}](${fileOf(id)})`).join(', ')
  return `![${title}](${fileOf(whole.id)})\n\n${inside === '' ? '' : `Inside: ${inside}.\n\n`}`
}

/** A machine's behaviour in sentences, which are reviewed and repeated by the tests. */
export function behaviourText(
  name: string,
  machines: Machines,
  views: readonly View[],
  clauses: readonly string[],
  walks: string,
): string {
  const machine = machines.get(name)!
  const title = titleOf(name, machines)
  const asked = clauses.length === 0 ? '' : `Clauses: ${clausesText(clauses)}.\n\n`
  return `# ${title}\n\n${machine.root.description ?? ''}\n\n${asked}${picturesText(title, views)}${walks}${sharedText(name, machines)}`
}

/** A machine with its drawings and descriptions. */
export interface Told {
  readonly name: string
  readonly machine: AnyStateMachine
  readonly model: Model<AnyStateMachine> | undefined
  readonly notes: Notes
  readonly walks: readonly Replay[]
  readonly chart: ChartState
  readonly views: readonly View[]
}

export async function tellMachines(root: string, machines: Machines, models: Models): Promise<Told[]> {
  const told: Told[] = []
  for (const [name, machine] of machines) {
    const model = models.get(name)
    const notes = readNotes(root, name, machine.id)
    const walks = model ? recordWalks(machine, model) : []
    const chart = toldChart(machine, model, walks, notes)
    told.push({ name, machine, model, notes, walks, chart, views: await viewsOf(chart) })
  }
  return told
}

/** The files of docs/statecharts by name, byte for byte the same for the same machines and models. */
export function committedFiles(machines: Machines, told: readonly Told[]) {
  const files = new Map<string, string>()
  const figures: Map<string, Figures> & AllFigures = new Map()
  const clauses = new Map<string, readonly string[]>()
  for (const { name, machine, notes, walks, chart, views } of told) {
    const shown = isRegistry(machine) ? [] : views
    for (const view of shown) {
      files.set(`${name}/${fileOf(view.id)}`, svgOf(view.layout))
      figures.set(`${name}/${fileOf(view.id)}`, view.figures)
    }
    clauses.set(name, [...notes.clauses.keys()])
    files.set(
      `${name}/behaviour.md`,
      behaviourText(name, machines, shown, clauses.get(name)!, walksText(walks, descriptionsOf(chart))),
    )
  }
  files.set('README.md', readmePage(machines, clauses, figures))
  return { files, figures }
}
