import { type ChartState, flat } from '../chart.ts'
import { htmlPage, MARK } from '../site/html.ts'
import { escaped, svgOf } from '../svg.ts'
import { viewsOf } from '../views.ts'
import { capital, eventWords, guardWords, spaced, stateWords } from '../words.ts'
import type { Change, MachineDiff } from './compare.ts'
import type { ChangedJourney } from './journeys.ts'

export interface ChangedMachine {
  readonly name: string
  readonly before: ChartState | undefined
  readonly after: ChartState | undefined
  readonly diff: MachineDiff
}

const MARKS: Readonly<Record<Change, string>> = { added: '+', removed: '−', changed: '≠' }

/** Drawings of a machine with marked changes; a transition's id may mean another one in the other version. */
async function marked(chart: ChartState, { states, transitions }: MachineDiff, shown: readonly Change[]) {
  const changeOf = (changes: ReadonlyMap<string, Change>, ids: readonly string[]) => {
    const change = ids.map((id) => changes.get(id)).find((one) => one && shown.includes(one))
    return change ? ` data-change="${change}"` : ''
  }
  const ids = new Map(flat(chart).map(({ id }) => [escaped(id), id]))
  const ways = new Map(flat(chart).flatMap((state) => state.transitions.map(({ id }) => [escaped(id), id])))
  const svgs = (await viewsOf(chart)).map(({ layout }) => svgOf(layout))
  return svgs
    .join('\n')
    .replace(
      /<g id="([^"]*)"/g,
      (all, id: string) => `${all.replace('id=', 'data-state=')}${changeOf(states, [ids.get(id) ?? ''])}`,
    )
    .replace(
      /data-t="([^"]*)"/g,
      (all, several: string) =>
        `${all}${changeOf(
          transitions,
          several.split('; ').map((id) => ways.get(id) ?? ''),
        )}`,
    )
}

const side = async (
  title: string,
  chart: ChartState | undefined,
  diff: MachineDiff,
  shown: readonly Change[],
) =>
  `<figure class="diagram"><figcaption>${title}</figcaption>${chart ? await marked(chart, diff, shown) : '<p class="quiet">There is no such machine.</p>'}</figure>`

function wordsOf({ before, after, diff }: ChangedMachine): string {
  const ways = new Map(
    [before, after].flatMap((chart) =>
      chart ? flat(chart).flatMap((state) => state.transitions.map((one) => [one.id, one] as const)) : [],
    ),
  )
  const items = [
    ...[...diff.states].map(([id, change]) => `${MARKS[change]} State ${stateWords(id)}: ${change}`),
    ...[...diff.transitions].map(([id, change]) => {
      const way = ways.get(id)!
      const guard = way.guard === null ? '' : ` ${guardWords(way.guard)}`
      const leads = way.to === null ? 'stays' : `leads to ${stateWords(way.to)}`
      return `${MARKS[change]} ${stateWords(way.from)}: ${capital(eventWords(way))}${guard}, ${leads}: ${change}`
    }),
  ]
  return `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}</ul>`
}

async function machineSection(changed: ChangedMachine): Promise<string> {
  const { name, before, after, diff } = changed
  const title = capital(spaced((after ?? before)!.key))
  return `<section aria-labelledby="${name}"><h2 id="${name}">${escaped(title)}</h2>
${wordsOf(changed)}
<div class="before-after">${await side('Before', before, diff, ['removed', 'changed'])}${await side('After', after, diff, ['added', 'changed'])}</div></section>`
}

const journeySection = ({ title, steps }: ChangedJourney) =>
  `<section><h2>${escaped(title)}</h2>${steps
    .map(
      ({ says, before, after }) =>
        `<h3>${escaped(says)}</h3><div class="before-after">${[before, after].map((picture) => `<figure>${picture === null ? '<p class="quiet">No such step.</p>' : `<img src="data:image/webp;base64,${picture}" alt="">`}</figure>`).join('')}</div>`,
    )
    .join('\n')}</section>`

const MARKING = `
.before-after{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1rem}
.before-after figure{margin:0}
.before-after figcaption{padding:.5rem .75rem;font-weight:600}
.before-after :is(img,svg){width:100%;height:auto}
[data-change=added]>rect{fill:var(--good-wash)!important;stroke:var(--good)!important;stroke-width:3}
[data-change=removed]>rect{fill:var(--accent-wash)!important;stroke:var(--accent)!important;stroke-width:3;stroke-dasharray:6 4}
[data-change=changed]>rect{fill:var(--mark)!important;stroke-width:3}
.arrow[data-change]>path{stroke-width:3.5}
text[data-change]{text-decoration:underline}`

/** The page for reviewing a pull request: every changed machine, before and after, and the changed journeys. */
export async function diffPage(
  revision: string,
  machines: readonly ChangedMachine[],
  journeys: readonly ChangedJourney[],
  style: string,
) {
  const sections: string[] = []
  for (const machine of machines) sections.push(await machineSection(machine))
  const list = machines.map(
    ({ name, after, before }) =>
      `<li><a href="#${name}">${escaped(capital(spaced((after ?? before)!.key)))}</a></li>`,
  )
  return htmlPage({
    title: `Statecharts: what changed since ${revision}`,
    style: style + MARKING,
    body: `<header><p class="top">${MARK}<span>Statecharts</span></p>
<h1>What changed</h1>
<p class="lead">Since ${escaped(revision)}: ${machines.length} ${machines.length === 1 ? 'machine' : 'machines'}${journeys.length === 0 ? '' : `, and the pictures of ${journeys.length} journeys`}. Green is added, red removed, yellow changed.</p>
<ul>${list.join('')}</ul></header>
<main id="main">${sections.join('\n')}
${journeys.map(journeySection).join('\n')}</main>`,
  })
}
