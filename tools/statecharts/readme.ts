import { AREAS } from './areas.ts'
import { type ChartState, flat } from './chart.ts'
import { capital, spaced } from './words.ts'

const sizeOf = (chart: ChartState) => {
  const states = flat(chart)
  return `${states.length} states, ${states.flatMap(({ transitions }) => transitions).length} transitions`
}

/** The index, for a code host. */
export function readmePage(
  charts: ReadonlyMap<string, ChartState>,
  clauses: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): string {
  const row = (name: string) => {
    const chart = charts.get(name)!
    const links = `[drawing](${name}/drawing.svg), [behaviour](${name}/behaviour.md)`
    return `| ${capital(spaced(chart.key))} | ${chart.description ?? ''} | ${sizeOf(chart)} | ${links} | ${[...(clauses.get(name)?.keys() ?? [])].join(', ')} |`
  }
  const areas = Object.entries(AREAS).map(
    ([area, names]) =>
      `## ${area}\n\n| machine | what it decides | size | | clauses |\n|---|---|---|---|---|\n${names.map(row).join('\n')}`,
  )
  return `# Statecharts

Every decision of the app is made by one of these ${charts.size} machines. They are drawn from \`src/machines\` by \`npm run statecharts\`; the tests fail when a drawing is stale. Do not edit.

A drawing shows the states and what leads from one to another. Its \`behaviour.md\` says in sentences what the machine does in each case; the tests do it all again, so a change of behaviour is a changed sentence, to be reviewed.

\`npm run statecharts:site\` builds the pages for reviewers in \`dist/statecharts/index.html\`: journeys across machines as they were recorded in a browser, a map of the system, and a page for each machine with its screens, a simulator and every event in every state.

${areas.join('\n\n')}
`
}
