import type { Matrix, MatrixCell } from '../../../tests/harness/model/matrix.ts'
import { escaped } from '../svg.ts'
import { capital, eventWords, stateWords } from '../words.ts'
import { anchorOf } from './html.ts'

const KINDS = { never: 'cannot come', harmless: 'is ignored' } as const

const inWords = (event: string) => capital(eventWords({ kind: 'event', event }))

function cellOf(cell: MatrixCell, state: string): string {
  switch (cell.kind) {
    case 'handled':
      return `<td><a href="#${anchorOf(state)}" aria-label="handled">●</a></td>`
    case 'elsewhere':
      return '<td><span class="quiet" role="img" aria-label="handled beside it">·</span></td>'
    default:
      return `<td><a class="${cell.kind}" href="#reason-${cell.reason}" aria-label="${KINDS[cell.kind]}, ${cell.reason}">${cell.reason}</a></td>`
  }
}

/** Every event in every state: handled, or the reason why not. */
export function matrixSection({ id, events, states, cellAt, reasons }: Matrix): string {
  if (events.length === 0) return ''
  const heads = states.map(
    (state) => `<th scope="col"><span>${escaped(stateWords(`${id}.${state}`))}</span></th>`,
  )
  const rows = events.map(
    (event) =>
      `<tr><th scope="row">${escaped(inWords(event))}</th>${states.map((state) => cellOf(cellAt(state, event), `${id}.${state}`)).join('')}</tr>`,
  )
  const items = reasons.map(
    ({ kind, text }, index) =>
      `<li id="reason-${index + 1}"><b class="${kind}">${capital(KINDS[kind])}.</b> ${escaped(text)}</li>`,
  )
  return `<section aria-labelledby="matrix"><h2 id="matrix">Events and states</h2>
<p class="quiet">● is handled; · is handled in a state beside it; a number says why the event is not handled there. The tests fail where a reason is missing.</p>
<div class="matrix" tabindex="0" role="group" aria-label="Events and states"><table>
<thead><tr><td></td>${heads.join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
<ol class="reasons">${items.join('\n')}</ol>
</section>`
}
