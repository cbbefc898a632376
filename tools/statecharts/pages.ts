import type { Matrix } from '../../tests/harness/model/matrix.ts'
import { type ChartState, flat } from './chart.ts'
import type { Notes } from './sources.ts'
import type { MachineWalks } from './walks.ts'

/** Everything that is known of a machine when its page is written. */
export interface Drawn {
  readonly name: string
  readonly chart: ChartState
  readonly svg: string
  readonly mermaid: string
  readonly notes: Notes
  readonly walks: MachineWalks
  /** Names of files in `pictures/<name>/`. */
  readonly pictures: readonly string[]
  readonly matrix: Matrix | undefined
}

interface Counts {
  readonly states: number
  readonly transitions: number
  readonly onActor: number
  readonly inBrowser: number
  readonly exceptions: number
}

const walkedOf = (ids: readonly string[], counts: Readonly<Record<string, unknown>>) =>
  ids.filter((id) => counts[id] !== undefined).length

export function countsOf(chart: ChartState, walks: MachineWalks): Counts {
  const states = flat(chart)
  const ids = states.flatMap((state) => state.transitions.map(({ id }) => id))
  return {
    states: states.length,
    transitions: ids.length,
    onActor: walkedOf(ids, walks.actor),
    inBrowser: walkedOf(ids, walks.browser),
    exceptions: walkedOf(ids, walks.exceptions),
  }
}

export const sumOf = (counts: readonly Counts[]): Counts => {
  const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0)
  return {
    states: sum('states'),
    transitions: sum('transitions'),
    onActor: sum('onActor'),
    inBrowser: sum('inBrowser'),
    exceptions: sum('exceptions'),
  }
}

const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.floor((100 * part) / whole))

export const onActorText = ({ onActor, transitions }: Counts) =>
  `${onActor} of ${transitions} (${percent(onActor, transitions)} %)`

/** What a browser cannot cause is not asked of it. */
export const inBrowserText = ({ inBrowser, transitions, exceptions }: Counts) =>
  `${inBrowser} of ${transitions - exceptions} (${percent(inBrowser, transitions - exceptions)} %)`

const sizeOf = ({ chart, walks }: Drawn) => {
  const { states, transitions } = countsOf(chart, walks)
  return `${states} states, ${transitions} transitions`
}

/** For a code host, which draws the Mermaid blocks. */
export function readmePage(drawings: readonly Drawn[]): string {
  const total = sumOf(drawings.map(({ chart, walks }) => countsOf(chart, walks)))
  const rows = drawings.map((drawn) => {
    const counts = countsOf(drawn.chart, drawn.walks)
    const walked = `${counts.onActor} | ${counts.inBrowser}${counts.exceptions === 0 ? '' : ` (${counts.exceptions} cannot)`}`
    const clauses = [...drawn.notes.clauses.keys()].join(', ')
    return `| [${drawn.name}](#${drawn.name}) | ${drawn.chart.description ?? ''} | ${sizeOf(drawn)} | ${walked} | ${clauses} |`
  })
  const sections = drawings.map(
    ({ name, mermaid }) =>
      `\n## ${name}\n\n[drawing](${name}.svg) · [as data](${name}.json) · [recorded walk](${name}.walk.txt)\n\n\`\`\`mermaid\n${mermaid}\`\`\``,
  )
  return `# Statecharts

Drawn from \`src/machines\` by \`npm run statecharts\`; the tests fail when they are stale. Do not edit.
In a checkout, open \`index.html\`: every machine with its states as people see them, its transitions in words, and a simulator, offline.
A \`.walk.txt\` says line by line what a machine does: each change of behaviour is a difference there, to be reviewed.

Walked on actors: ${onActorText(total)}. In the browser: ${inBrowserText(total)}; ${total.exceptions} transitions that neither a person nor the network can cause.

| machine | what it decides | size | walked on the actor | in the browser | clauses |
|---|---|---|---|---|---|
${rows.join('\n')}
${sections.join('\n')}
`
}
