import type { Journey } from '../../../tests/e2e/journeys/recording.ts'
import { AREAS } from '../areas.ts'
import { escaped } from '../svg.ts'
import { countsOf, type Drawn, sumOf, titleOf, walkedItems } from './drawn.ts'
import { htmlPage, MARK } from './html.ts'
import { MAP_PAGE } from './system-map.ts'

function machineRow(drawn: Drawn): string {
  const { name, chart, notes } = drawn
  const clauses = [...notes.clauses.keys()].join(' ')
  const words = `${name} ${titleOf(drawn)} ${chart.description ?? ''} ${clauses}`.toLowerCase()
  return `<li class="machine" data-find="${escaped(words)}"><img src="${name}/drawing.svg" alt="" loading="lazy"><div><h3><a href="${name}/index.html">${escaped(titleOf(drawn))}</a></h3>
<p>${escaped(chart.description ?? '')}</p></div></li>`
}

const journeyCard = ({ id, title, question, steps }: Journey) =>
  `<li class="journey"><img src="journeys/${id}/${steps.at(-1)?.picture ?? ''}" alt="" loading="lazy" width="960" height="600"><div><h3><a href="journeys/${id}/index.html">${escaped(title)}</a></h3>
<p>${escaped(question)}</p><small>${steps.length} steps</small></div></li>`

const journeyList = (journeys: readonly Journey[]) =>
  journeys.length === 0
    ? '<p class="quiet">No journeys are recorded yet: <code>npm run statecharts:site</code> records them in a browser.</p>'
    : `<ul class="journeys">${journeys.map(journeyCard).join('\n')}</ul>`

/** Journeys first, then the system, then every machine, searchable by name, purpose or clause. */
export function indexPage(drawings: readonly Drawn[], journeys: readonly Journey[], map: string): string {
  const total = sumOf(drawings.map(countsOf))
  const rows = new Map(drawings.map((drawn) => [drawn.name, machineRow(drawn)] as const))
  const areas = Object.entries(AREAS).map(
    ([area, names]) =>
      `<section class="area-of-machines"><h3>${area}</h3><ul class="machines">${names.map((name) => rows.get(name)!).join('\n')}</ul></section>`,
  )
  return htmlPage({
    title: 'Lectern: statecharts',
    scripts: ['index.js'],
    body: `<header><p class="top">${MARK}<a href="index.html">Lectern</a></p>
<h1>How Lectern behaves</h1>
<p class="lead">What people do, step by step; the system behind it; and every machine that decides. Recorded and drawn from the code that runs.</p></header>
<main id="main">
<section aria-labelledby="journeys"><h2 id="journeys">Journeys</h2>
${journeyList(journeys)}</section>
<section aria-labelledby="system"><h2 id="system">Map of the system</h2>
<p><a href="${MAP_PAGE}">Who starts and tells whom</a>, as a drawing and in words.</p>
<div class="diagram map-preview" inert aria-hidden="true">${map}</div></section>
<section aria-labelledby="machines"><h2 id="machines">Machines</h2>
<ul class="facts">
<li><b>${drawings.length}</b> machines</li>
<li><b>${total.states}</b> states</li>
<li><b>${total.transitions}</b> transitions</li>
${walkedItems(drawings)}
</ul>
<label class="vh" for="filter">Find a machine</label>
<input class="filter" id="filter" type="search" placeholder="Find by name, purpose or clause" autocomplete="off" hidden>
<p id="found" class="quiet" role="status"></p>
${areas.join('\n')}</section>
</main>`,
  })
}
