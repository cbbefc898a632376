import type { AnyStateMachine } from 'xstate'
import { AREAS } from './areas.ts'
import { chartOf, flat } from './chart.ts'
import { chartNameOf, chartsOf, isRegistry } from './charts.ts'
import type { Machines } from './machines.ts'
import { capital, spaced } from './words.ts'

function sizeOf(machine: AnyStateMachine) {
  const states = flat(chartOf(machine))
  const transitions = states.flatMap((state) => state.transitions).length
  return isRegistry(machine)
    ? `no states, ${transitions} events`
    : `${states.length} states, ${transitions} transitions`
}

/** The index, for a code host. */
export function readmePage(
  machines: Machines,
  clauses: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): string {
  const charts = chartsOf(machines)
  const registries = [...charts.values()].filter(({ machine }) => isRegistry(machine)).length
  const shared = [...charts.values()].filter(({ users }) => users.size > 0).length
  const linksOf = (name: string, machine: AnyStateMachine) => {
    const drawing = isRegistry(machine) ? [] : [`[drawing](${name}/drawing.svg)`]
    return [...drawing, `[behaviour](${name}/behaviour.md)`].join(', ')
  }
  const row = (name: string) => {
    const machine = machines.get(name)!
    const chart = chartNameOf(machine)
    const size = chart === name ? sizeOf(machine) : `a ${spaced(chart)}`
    return `| ${[
      capital(spaced(machine.id)),
      machine.root.description ?? '',
      size,
      linksOf(chart, charts.get(chart)!.machine),
      [...(clauses.get(name)?.keys() ?? [])].join(', '),
    ].join(' | ')} |`
  }
  const areas = Object.entries(AREAS).map(
    ([area, names]) =>
      `## ${area}\n\n| machine | what it decides | size | | clauses |\n|---|---|---|---|---|\n${names.map(row).join('\n')}`,
  )
  return `# Statecharts

Every decision of the app is made by one of these ${charts.size - registries} charts. ${shared} of them are shared: several machines use each with options of their own, and all together are ${machines.size - registries - shared} machines. ${registries} more machines are registries: they keep actors and have no states. They are drawn from \`src/machines\` by \`npm run statecharts\`; the tests fail when a drawing is stale. Do not edit.

A drawing shows the states and what leads from one to another. Its \`behaviour.md\` says in sentences what the machine does in each case; the tests do it all again, so a change of behaviour is a changed sentence, to be reviewed. Of a chart that several machines use it also lists what each of them has of its own.

\`npm run statecharts:site\` builds the pages for reviewers in \`dist/statecharts/index.html\`: journeys across machines as they were recorded in a browser, a map of the system, and a page for each chart with its screens, a simulator and every event in every state.

${areas.join('\n\n')}
`
}
