import type { ElkEdgeSection, ElkNode, ElkPoint } from 'elkjs/lib/elk.bundled.js'
import { type ChartState, flat, type TransitionKind } from './chart.ts'
import { dotOf, INITIAL_DOT, layOut } from './layout.ts'
import { heightOf, isBold, type Line, type Naming, stateLines, transitionLines } from './text.ts'

/** Light and dark, as the identity has them; programs that know no `light-dark()` draw the light ones. */
const PAPER = ['#FAF7F0', '#14130F']
const SHEET = ['#FFFDF8', '#1C1A15']
const RAISED = ['#FFFFFF', '#24211B']
const INK = ['#1D1B16', '#EFEAE0']
const INK_2 = ['#5C574B', '#B3AB9B']
const INK_3 = ['#726C5E', '#968E7E']
const CONTROL = ['#8C8473', '#7A7261']
const ACCENT = ['#9C2F1F', '#F0876F']
const GOOD = ['#2C6A43', '#7CC796']

const COLOURS: Readonly<Record<TransitionKind | 'initial', readonly string[]>> = {
  event: INK,
  done: GOOD,
  error: ACCENT,
  after: ['#84590B', '#E2B04C'],
  always: INK_3,
  finished: GOOD,
  initial: INK_2,
}

const both = (property: 'fill' | 'stroke', [light, dark]: readonly string[]) =>
  `${property}:${light};${property}:light-dark(${light},${dark})`

const STYLE = [
  'svg{color-scheme:light dark}',
  `.state>rect{${both('fill', RAISED)};${both('stroke', INK_2)};stroke-width:1.25}`,
  `.nest>rect{${both('fill', SHEET)};${both('stroke', CONTROL)}}`,
  `.page>rect{${both('fill', PAPER)}}`,
  '.region>rect{stroke-dasharray:6 4}',
  `.sheet{${both('fill', SHEET)}}`,
  `text{${both('fill', INK)}}`,
  `.halo{paint-order:stroke;${both('stroke', SHEET)};stroke-width:3;stroke-opacity:.85}`,
  `.note{${both('fill', INK_2)};font-style:italic}`,
  `.tag{${both('fill', INK_3)}}`,
  `.actor{${both('fill', GOOD)}}`,
  `.action,.guard{${both('fill', INK_2)}}`,
  '.edge{fill:none;stroke-width:1.5}',
  '.always.edge{stroke-dasharray:4 3}',
  `.label>rect{${both('fill', SHEET)};stroke-width:1}`,
  `.dot{${both('fill', INK_2)}}`,
  ...Object.entries(COLOURS).map(
    ([kind, colour]) =>
      `.${kind}.edge,.${kind}.label>rect{${both('stroke', colour)}}.${kind}.label .event,#to-${kind} path{${both('fill', colour)}}`,
  ),
].join('')

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)

const px = (value: number) => String(Math.round(value * 10) / 10)

function textBlock(lines: readonly Line[], x: number, top: number, anchor: 'start' | 'middle'): string[] {
  let bottom = top
  return lines.map((line) => {
    bottom += heightOf(line)
    const weight = isBold(line) ? ' font-weight="600"' : ''
    const mark = line.transition === undefined ? '' : ` data-t="${escaped(line.transition)}"`
    const place = `x="${px(x)}" y="${px(bottom - line.size * 0.35)}" font-size="${line.size}"`
    return `<text class="${line.style}"${mark} ${place} text-anchor="${anchor}"${weight}>${escaped(line.text)}</text>`
  })
}

const rect = (x: number, y: number, width: number, height: number, radius: number) =>
  `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" rx="${radius}"/>`

const CORNER = 8

/** An orthogonal line with rounded corners. */
function pathOf({ startPoint, bendPoints = [], endPoint }: ElkEdgeSection): string {
  const points = [startPoint, ...bendPoints, endPoint]
  const corners = bendPoints.map((corner, index) => {
    const before = points[index] as ElkPoint
    const after = points[index + 2] as ElkPoint
    const reach = (to: ElkPoint) => Math.hypot(to.x - corner.x, to.y - corner.y)
    const radius = Math.min(CORNER, reach(before) / 2, reach(after) / 2)
    const towards = (to: ElkPoint) => {
      const part = radius / (reach(to) || 1)
      return `${px(corner.x + (to.x - corner.x) * part)} ${px(corner.y + (to.y - corner.y) * part)}`
    }
    return `L${towards(before)}Q${px(corner.x)} ${px(corner.y)} ${towards(after)}`
  })
  return `M${px(startPoint.x)} ${px(startPoint.y)}${corners.join('')}L${px(endPoint.x)} ${px(endPoint.y)}`
}

/** The boxes, to lie under the arrows, and their texts, to lie over them. */
function stateShapes(root: ChartState, page: ElkNode, naming: Naming): { boxes: string[]; texts: string[] } {
  const states = new Map(flat(root).map((state) => [state.id, state]))
  const dots = new Set([...states.values()].map(dotOf))
  const boxes: string[] = []
  const texts: string[] = []
  const draw = (node: ElkNode, parent: ChartState | null) => {
    const { id, x = 0, y = 0, width = 0, height = 0 } = node
    const radius = INITIAL_DOT / 2
    if (dots.has(id)) boxes.push(`<circle class="dot" cx="${px(x + radius)}" cy="${px(y + radius)}" r="6"/>`)
    const state = states.get(id)
    if (!state) return
    const nest = state.states.length > 0
    const classes = ['state', nest && 'nest', !parent && 'page', parent?.type === 'parallel' && 'region']
    boxes.push(
      `<g id="${escaped(id)}" class="${classes.filter(Boolean).join(' ')}"><title>${escaped(id)}</title>`,
      rect(x, y, width, height, 10),
      ...(state.type === 'final' ? [rect(x + 4, y + 4, width - 8, height - 8, 7)] : []),
      '</g>',
    )
    texts.push(
      ...textBlock(
        stateLines(state, naming),
        nest ? x + 14 : x + width / 2,
        y + 10,
        nest ? 'start' : 'middle',
      ),
    )
    for (const child of node.children ?? []) draw(child, state)
  }
  for (const child of page.children ?? []) draw(child, null)
  return { boxes, texts }
}

const MARKERS = Object.keys(COLOURS).map(
  (kind) =>
    `<marker id="to-${kind}" viewBox="0 0 10 10" refX="9" refY="5" markerUnits="userSpaceOnUse" markerWidth="12" markerHeight="12" orient="auto"><path d="M0 0L10 5L0 10z"/></marker>`,
)

/** A drawing that needs no browser to be made and no font to be read. */
export async function svgOf(root: ChartState, naming: Naming = 'plain'): Promise<string> {
  const { graph, transitions } = await layOut(root, naming)
  const { boxes, texts } = stateShapes(root, graph, naming)
  const lines: string[] = []
  const labels: string[] = []
  for (const { id, sections = [], labels: places = [] } of graph.edges ?? []) {
    const transition = transitions.get(id)
    const kind = transition?.kind ?? 'initial'
    const mark = transition ? ` data-t="${escaped(id)}"` : ''
    for (const section of sections)
      lines.push(`<path class="edge ${kind}"${mark} d="${pathOf(section)}" marker-end="url(#to-${kind})"/>`)
    if (!transition) continue
    for (const { x = 0, y = 0, width = 0, height = 0 } of places)
      labels.push(
        `<g class="label ${kind}"${mark}>`,
        rect(x, y, width, height, 6),
        ...textBlock(transitionLines(transition, naming), x + width / 2, y + 4, 'middle'),
        '</g>',
      )
  }
  const [width, height] = [px(graph.width ?? 0), px(graph.height ?? 0)]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Helvetica, Arial, 'Liberation Sans', sans-serif">`,
    `<title>${escaped(root.key)}</title>`,
    `<style>${STYLE}</style>`,
    `<defs>${MARKERS.join('')}</defs>`,
    '<rect class="sheet" width="100%" height="100%"/>',
    ...boxes,
    ...lines,
    '<g class="halo">',
    ...texts,
    '</g>',
    ...labels,
    '</svg>',
    '',
  ].join('\n')
}
