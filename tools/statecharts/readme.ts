import type { AnyStateMachine } from 'xstate'
import { AREAS } from './areas.ts'
import { chartOf, flat } from './chart.ts'
import type { Machines } from './charts.ts'
import { chartNameOf, chartsOf, isRegistry, usersOf } from './charts.ts'
import { type AllFigures, total } from './figures.ts'
import { capital, spaced } from './words.ts'

/** `S4.6, S4.7, S4.8` → `S4.6 to S4.8` */
export function clausesText(clauses: readonly string[]): string {
  const runs: string[][] = []
  for (const clause of clauses) {
    const [chapter, number] = clause.split('.')
    const last = runs.at(-1)?.at(-1)
    if (last === `${chapter}.${Number(number) - 1}`) runs.at(-1)!.push(clause)
    else runs.push([clause])
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]} to ${run.at(-1)}` : run.join(', '))).join(', ')
}

function sizeOf(name: string, machine: AnyStateMachine) {
  const chart = chartNameOf(machine)
  if (chart !== name) return `${/^[aeiou]/.test(chart) ? 'an' : 'a'} ${spaced(chart)}`
  const states = flat(chartOf(machine))
  const transitions = states.flatMap((state) => state.transitions).length
  return isRegistry(machine)
    ? `no states, ${transitions} events`
    : `${states.length} states, ${transitions} transitions`
}

const figuresTable = (figures: AllFigures) =>
  [...figures]
    .map(
      ([file, { width, height, text, crossings, length }]) =>
        `| [${file.replace(/(?:\/drawing)?\.svg$/, '')}](${file}) | ${width} × ${height} | ${text.toFixed(1)} | ${crossings} | ${length} |`,
    )
    .join('\n')

/** The index, for a code host. */
export function readmePage(
  machines: Machines,
  clauses: ReadonlyMap<string, readonly string[]>,
  figures: AllFigures,
): string {
  const charts = chartsOf(machines)
  const registries = [...charts.values()].filter(isRegistry).length
  const shared = [...charts.keys()].filter((name) => usersOf(name, machines).length > 0)
  const row = (name: string) => {
    const machine = machines.get(name)!
    const drawing = isRegistry(machine) ? [] : [`[drawing](${name}/drawing.svg)`]
    return `| ${[
      capital(spaced(machine.id)),
      machine.root.description ?? '',
      sizeOf(name, machine),
      [...drawing, `[behaviour](${name}/behaviour.md)`].join(', '),
      clausesText(clauses.get(name) ?? []),
    ].join(' | ')} |`
  }
  const areas = Object.entries(AREAS).map(
    ([area, names]) =>
      `## ${area}\n\n| machine | what it decides | size | | clauses |\n|---|---|---|---|---|\n${names.map(row).join('\n')}`,
  )
  const { crossings, length, smallest } = total(figures)
  return `# Statecharts

Every decision of the app is made by one of these ${machines.size - registries} machines; ${registries} more are registries, which keep actors and have no states. Each has a folder with a \`behaviour.md\`, which says in sentences what the machine does in each case, and, unless it is a registry, a drawing, which shows the states and what leads from one to another. The tests do all of that again, so a change of behaviour is a changed sentence, to be reviewed. ${charts.size - registries} charts are behind them: ${shared.length} (${shared.map(spaced).join(', ')}) are shared by machines with options of their own. They are drawn from \`src/machines\` by \`npm run statecharts\`; the tests fail when a drawing is stale. Do not edit.

An arrow lists everything that leads from one state to another, in the order in which it is tried. What stays in a state is a line in it; a line with → leads to the state that it names. A box in front of another one has a picture of its own inside. A small diamond decides at once.

In \`behaviour.md\`, a line without **then** has the outcome that was last told for the same event, and of states that hold side by side only those that changed are named.

\`npm run statecharts:site\` builds the pages for reviewers in \`dist/statecharts/index.html\`: journeys across machines as they were recorded in a browser, a map of the system, and a page for each machine with its screens, a simulator and every event in every state.

${areas.join('\n\n')}

## How easily they are read

${figures.size} pictures; the smallest text, where a picture fits 1,280 × 800 px, is ${smallest.toFixed(1)} px; ${crossings} crossings, ${length} px of arrows.

| picture | px | text | crossings | arrows |
|---|---|---|---|---|
${figuresTable(figures)}
`
}
