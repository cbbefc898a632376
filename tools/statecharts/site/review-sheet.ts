import { escaped } from '../svg.ts'
import { capital } from '../words.ts'
import { type Drawn, titleOf } from './drawn.ts'
import { htmlPage } from './html.ts'

export const REVIEW_SHEET = 'review-sheet.html'

const SPECIFIED = 'the specification'
const OURS = 'the team, where it is silent'

interface Decision {
  readonly text: string
  readonly by: string
  readonly clause: string
}

/** Decisions about a machine, by whom, and under which clause. */
function decisionsOf({ notes, matrix }: Drawn): Decision[] {
  const specified = [...notes.clauses].flatMap(([clause, says]) =>
    (says.length > 0 ? says : ['It is walked by the tests.']).map((text) => ({
      text,
      by: SPECIFIED,
      clause,
    })),
  )
  const ours = (matrix?.reasons ?? []).map(({ text }) => ({ text, by: OURS, clause: '' }))
  return [...specified, ...ours]
}

/** To print, read in a meeting, and sign. */
export function reviewSheet(drawn: Drawn): string {
  const rows = decisionsOf(drawn).map(
    ({ text, by, clause }) =>
      `<tr><td data-label="Decided">${escaped(capital(text))}</td><td data-label="Who said so">${by}</td><td data-label="Clause">${clause}</td><td data-label="Agreed">☐</td><td data-label="Remark"></td></tr>`,
  )
  const title = titleOf(drawn)
  return htmlPage({
    title: `${title}: review sheet`,
    up: '../',
    body: `<header><p class="top"><a href="index.html">${escaped(title)}</a></p>
<h1>Review of ${escaped(title)}</h1>
<p class="lead">${escaped(drawn.chart.description ?? '')}</p></header>
<main id="main" class="review">
<img src="drawing.svg" alt="Drawing of ${escaped(title)}">
<table><thead><tr><th scope="col">Decided</th><th scope="col">Who said so</th><th scope="col">Clause</th><th scope="col">Agreed</th><th scope="col">Remark</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
<p class="signed">Reviewed by <span></span> on <span></span></p>
</main>`,
  })
}
