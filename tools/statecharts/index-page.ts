import { htmlPage, MARK } from './html.ts'
import { countsOf, type Drawn, inBrowserText, onActorText, sumOf } from './pages.ts'
import { escaped } from './svg.ts'
import { capital, spaced } from './words.ts'

export const titleOf = ({ chart }: Drawn) => capital(spaced(chart.key))

function card(drawn: Drawn): string {
  const { name, chart, walks, notes } = drawn
  const counts = countsOf(chart, walks)
  const clauses = [...notes.clauses.keys()].join(' ')
  return `<li class="machine" data-find="${escaped(`${name} ${titleOf(drawn)} ${chart.description ?? ''} ${clauses}`.toLowerCase())}">
<img src="${name}.svg" alt="" loading="lazy">
<div><h2><a href="${name}.html">${escaped(titleOf(drawn))}</a></h2>
<p>${escaped(chart.description ?? '')}</p>
<small>${counts.states} states, ${counts.transitions} transitions · walked: actor ${counts.onActor}, browser ${counts.inBrowser}${counts.exceptions === 0 ? '' : `, ${counts.exceptions} cannot be`}</small></div></li>`
}

/** Every machine, to be found by name, purpose or clause. */
export function indexPage(drawings: readonly Drawn[]): string {
  const total = sumOf(drawings.map(({ chart, walks }) => countsOf(chart, walks)))
  return htmlPage({
    title: 'Lectern: statecharts',
    scripts: ['index.js'],
    body: `<header><p class="top">${MARK}<a href="index.html">Lectern</a></p>
<h1>Statecharts</h1>
<p class="lead">Every decision that the app makes is one of these machines. They are drawn from the code that runs; the tests walk each transition, and you can, too.</p>
<ul class="facts">
<li><b>${drawings.length}</b> machines</li>
<li><b>${total.states}</b> states</li>
<li><b>${total.transitions}</b> transitions</li>
<li>walked on actors: <b>${onActorText(total)}</b></li>
<li>in the browser: <b>${inBrowserText(total)}</b></li>
<li><b>${total.exceptions}</b> that no browser can cause</li>
</ul></header>
<main id="main">
<label class="vh" for="filter">Find a machine</label>
<input class="filter" id="filter" type="search" placeholder="Find by name, purpose or clause" autocomplete="off" hidden>
<p id="found" class="quiet" role="status"></p>
<ul class="machines">
${drawings.map(card).join('\n')}
</ul>
</main>`,
  })
}
