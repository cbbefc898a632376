import ELK, { type ElkNode } from 'elkjs/lib/elk.bundled.js'
import type { Journey } from '../../../tests/e2e/journeys/recording.ts'
import { kebab } from '../names.ts'
import { escaped } from '../svg.ts'
import { type Drawn, titleOf } from './drawn.ts'
import { htmlPage, MARK } from './html.ts'

export const MAP_PAGE = 'map.html'

/** One machine starts another, or sends it something; both by page name. */
interface Tie {
  readonly kind: 'starts' | 'tells'
  readonly from: string
  readonly to: string
  readonly events: readonly string[]
}

/** Ties seen in journeys, and those in the charts themselves. */
export function tiesOf(drawings: readonly Drawn[], journeys: readonly Journey[]): Tie[] {
  const names = new Set(drawings.map(({ name }) => name))
  const ties = new Map<string, Tie>()
  const add = (kind: Tie['kind'], fromId: string, toId: string, event?: string) => {
    const [from, to] = [kebab(fromId), kebab(toId)]
    if (!names.has(from) || !names.has(to) || from === to) return
    const key = `${kind} ${from} ${to}`
    const events = ties.get(key)?.events ?? []
    ties.set(key, {
      kind,
      from,
      to,
      events: event === undefined || events.includes(event) ? events : [...events, event].sort(),
    })
  }
  for (const { chart } of drawings) for (const actor of invokedBy(chart)) add('starts', chart.id, actor)
  for (const { starts, tells } of journeys) {
    for (const [from, to] of starts) add('starts', from, to)
    for (const [from, to, event] of tells) if (!event.startsWith('xstate.')) add('tells', from, to, event)
  }
  return [...ties.values()].sort((a, b) => `${a.from} ${a.to}`.localeCompare(`${b.from} ${b.to}`))
}

const invokedBy = (state: Drawn['chart']): string[] => [...state.invokes, ...state.states.flatMap(invokedBy)]

const HEIGHT = 34
/** Width of a letter, and beside the name, in px. */
const [LETTER, BESIDE] = [7.4, 26]

const LAYOUT = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': '14',
  'elk.spacing.edgeNode': '10',
  'elk.spacing.edgeEdge': '8',
  'elk.layered.spacing.nodeNodeBetweenLayers': '56',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
}

const marker = (kind: string) =>
  `<marker id="map-${kind}" class="${kind}" viewBox="0 0 10 10" refX="9" refY="5" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9" orient="auto"><path d="M0 0L10 5L0 10z"/></marker>`

const titlesOf = (drawings: readonly Drawn[]) =>
  new Map(drawings.map((drawn) => [drawn.name, titleOf(drawn)] as const))

/** Machines that start or notify others, with their ties; each links to its page. */
export async function systemMap(drawings: readonly Drawn[], ties: readonly Tie[]): Promise<string> {
  const titles = titlesOf(drawings)
  const tied = new Set(ties.flatMap(({ from, to }) => [from, to]))
  const graph: ElkNode = {
    id: 'page',
    children: [...tied].map((id) => ({
      id,
      height: HEIGHT,
      width: titles.get(id)!.length * LETTER + BESIDE,
    })),
    edges: ties.map(({ kind, from, to }) => ({
      id: `${kind} ${from} ${to}`,
      sources: [from],
      targets: [to],
      layoutOptions: { 'elk.layered.priority.direction': kind === 'starts' ? '10' : '0' },
    })),
  }
  const page: ElkNode = await new ELK().layout(graph, { layoutOptions: LAYOUT })
  const lines = (page.edges ?? []).flatMap(({ id, sections = [] }) => {
    const [kind = ''] = id.split(' ')
    return sections.map(({ startPoint, bendPoints = [], endPoint }) => {
      const points = [startPoint, ...bendPoints, endPoint].map(({ x, y }) => `${x} ${y}`)
      return `<path class="tie ${kind}" d="M${points.join('L')}" marker-end="url(#map-${kind})"/>`
    })
  })
  const machines = (page.children ?? []).map(
    ({ id, x = 0, y = 0, width = 0, height = 0 }) =>
      `<a href="${id}/index.html"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/><text x="${x + width / 2}" y="${y + height / 2 + 4.5}" text-anchor="middle">${escaped(titles.get(id)!)}</text></a>`,
  )
  return `<svg class="map" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${page.height}" style="min-width:${Math.round((page.width ?? 0) * 0.7)}px" role="group" aria-label="The machines and who starts and tells whom; the table below says the same">
<defs>${marker('starts')}${marker('tells')}</defs>${lines.join('')}${machines.join('')}</svg>`
}

/** The map as a list. */
export function tieList(drawings: readonly Drawn[], ties: readonly Tie[]): string {
  const titles = titlesOf(drawings)
  const link = (name: string) => `<a href="${name}/index.html">${escaped(titles.get(name)!)}</a>`
  const rows = drawings.flatMap(({ name }) => {
    const own = ties.filter(({ from }) => from === name)
    if (own.length === 0) return []
    const starts = own.filter(({ kind }) => kind === 'starts').map(({ to }) => link(to))
    const tells = own
      .filter(({ kind }) => kind === 'tells')
      .map(({ to, events }) => `${link(to)} <small class="quiet">${escaped(events.join(', '))}</small>`)
    return [
      `<tr><th scope="row">${link(name)}</th><td data-label="starts">${starts.join(', ')}</td><td data-label="tells">${tells.join('<br>')}</td></tr>`,
    ]
  })
  return `<table class="ties"><thead><tr><th scope="col">Machine</th><th scope="col">Starts</th><th scope="col">Tells</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
}

/** Which machines start, own and notify others. */
export const mapPage = (map: string, list: string) =>
  htmlPage({
    title: 'Map of the system: statecharts',
    body: `<header><p class="top">${MARK}<a href="index.html">Statecharts</a></p>
<h1>Map of the system</h1>
<p class="lead">A machine starts others, which end with it, and tells others by name. What stands here was seen in the recorded journeys, or is read from the charts; a machine that belongs to its screen alone stands under Machines.</p>
<ul class="facts"><li><span class="key starts"></span> starts, and owns</li><li><span class="key tells"></span> tells something</li></ul></header>
<main id="main"><div class="diagram map-frame" tabindex="0" role="group" aria-label="Map">${map}</div>
<h2>In words</h2>
${list}</main>`,
  })
