import type { ElkEdgeSection, ElkNode, ElkPoint } from 'elkjs/lib/elk.bundled.js'
import type { TransitionKind } from './chart.ts'
import type { DrawnState } from './drawing.ts'
import { allStates, dotOf, INITIAL_DOT, LABEL_PAD, type Layout, STATE_PAD } from './layout.ts'
import { fileOf, OVERVIEW } from './names.ts'
import { heightOf, isBold, type Line, SMALLEST } from './text.ts'

const FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans Condensed', sans-serif"

/** The identity's light and dark colours; programs without `light-dark()` draw the light ones. */
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
  `rect{${both('stroke', CONTROL)}}`,
  `.state>rect{${both('fill', RAISED)};${both('stroke', INK_2)};stroke-width:1.25}`,
  `.sheet,.arrow rect{${both('fill', SHEET)}}`,
  '.sheet{stroke:none}',
  `text{white-space:pre;${both('fill', INK)}}`,
  '.b,.name{font-weight:600}',
  '.arrow path{fill:none;stroke-width:1.5}',
].join('')

/** Rules needed only by some drawings, by class. */
const RULES: Readonly<Record<string, string>> = {
  nest: `.nest>rect{${both('fill', SHEET)};${both('stroke', CONTROL)}}`,
  page: `.page>rect{${both('fill', PAPER)}}`,
  region: '.region>rect{stroke-dasharray:6 4}',
  choice: `.choice>path{${both('fill', INK_2)}}`,
  dot: `.dot{${both('fill', INK_2)}}`,
  note: `.note{font-style:italic;${both('fill', INK_2)}}`,
  says: '.says{font-style:italic}',
  guard: `.guard{${both('fill', INK_2)}}`,
  action: `.action{${both('fill', INK_2)}}`,
  tag: `.tag{${both('fill', INK_3)}}`,
  actor: `.actor{${both('fill', GOOD)}}`,
  place: `.place{${both('fill', ACCENT)}}`,
  always: '.always path{stroke-dasharray:4 3}',
}

/** For the kinds in a drawing. */
const kindStyle = (kind: keyof typeof COLOURS) => {
  const colour = COLOURS[kind]
  return `.${kind}>rect,.${kind}>path{${both('stroke', colour)}}tspan.${kind},#to-${kind}{${both('fill', colour)}}`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char)

/** Several transitions are marked as one: the separator is in none of their names. */
const marked = (ids: readonly string[] = []) =>
  ids.length === 0 ? '' : ` data-t="${escaped(ids.join('; '))}"`

/** Whole pixels: tenths are invisible. */
const px = (value: number) => String(Math.round(value))

/** Lines of text; text in the default style has no markup of its own. */
function textBlock(lines: readonly Line[], x: number, top: number): string[] {
  let bottom = top
  return lines.map((line) => {
    bottom += heightOf(line)
    const spans = line.spans.map((span) => {
      const colour = span.style === 'event' ? '' : ` ${span.style}`
      const classes = isBold(span) && span.style !== 'name' ? `b${colour}` : span.style
      return `<tspan class="${classes}">${escaped(span.text)}</tspan>`
    })
    const place = `x="${px(x)}" y="${px(bottom - line.size * 0.32)}"`
    const size = line.size === SMALLEST ? '' : ` font-size="${line.size}"`
    return `<text ${place}${size}${marked(line.ids)}>${spans.join('')}</text>`
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

/** Boxes, drawn under the arrows, and their texts, drawn over them. */
function stateShapes({ drawing: { root }, graph }: Layout): { boxes: string[]; texts: string[] } {
  const states = new Map(allStates(root).map((state) => [state.id, state]))
  const dots = new Set([...states.values()].map(dotOf))
  const boxes: string[] = []
  const texts: string[] = []
  const draw = (node: ElkNode, parent: DrawnState | null) => {
    const { id, x = 0, y = 0, width = 0, height = 0 } = node
    const radius = INITIAL_DOT / 2
    if (dots.has(id)) boxes.push(`<circle class="dot" cx="${px(x + radius)}" cy="${px(y + radius)}" r="5"/>`)
    const state = states.get(id)
    if (!state) return
    const nest = state.states.length > 0
    const classes = [
      state.shape === 'choice' ? 'choice' : 'state',
      nest && 'nest',
      !parent && 'page',
      parent?.isParallel && 'region',
    ]
    const shapes =
      state.shape === 'choice'
        ? [
            `<path d="M${px(x + width / 2)} ${px(y)}l${px(width / 2)} ${px(height / 2)}l${px(-width / 2)} ${px(height / 2)}l${px(-width / 2)} ${px(-height / 2)}z"/>`,
          ]
        : [
            ...(state.shape === 'part' ? [rect(x + 4, y - 4, width, height, 8)] : []),
            rect(x, y, width, height, 8),
            ...(state.shape === 'final' ? [rect(x + 3, y + 3, width - 6, height - 6, 6)] : []),
          ]
    const members = state.members.length === 0 ? '' : ` data-members="${escaped(state.members.join(' '))}"`
    const title = state.title && `<title>${escaped(state.title)}</title>`
    boxes.push(
      `<g id="${escaped(id)}" class="${classes.filter(Boolean).join(' ')}"${members}>${title}${shapes.join('')}</g>`,
    )
    const [padX, padY] = STATE_PAD
    const block = textBlock(state.lines, x + padX, y + padY)
    if (state.shape === 'part') texts.push(`<a href="${fileOf(id)}">`, ...block, '</a>')
    else if (!parent && id.includes('.'))
      texts.push(`<a href="${OVERVIEW}">`, block[0]!, '</a>', ...block.slice(1))
    else texts.push(...block)
    for (const child of node.children ?? []) draw(child, state)
  }
  for (const child of graph.children ?? []) draw(child, null)
  return { boxes, texts }
}

const markerOf = (kind: string) =>
  `<marker id="to-${kind}" viewBox="0 0 10 10" refX="9" refY="5" markerUnits="userSpaceOnUse" markerWidth="11" markerHeight="11" orient="auto"><path d="M0 0L10 5L0 10z"/></marker>`

const KINDS = Object.keys(COLOURS) as (keyof typeof COLOURS)[]
const CLASSES = /class="([^"]*)"/g

/** A drawing made without a browser and shown without loading fonts. */
export function svgOf(layout: Layout): string {
  const { graph, drawing, arrows } = layout
  const { boxes, texts } = stateShapes(layout)
  const heads = new Set<string>()
  const lines = (graph.edges ?? []).map(({ id, sections = [], labels = [] }) => {
    const arrow = arrows.get(id)
    const kind = arrow?.kind ?? 'initial'
    heads.add(kind)
    const paths = sections.map((section) => `<path d="${pathOf(section)}" marker-end="url(#to-${kind})"/>`)
    const [padX, padY] = LABEL_PAD
    const texts = labels.flatMap(({ x = 0, y = 0, width = 0, height = 0 }) => [
      rect(x, y, width, height, 5),
      ...textBlock(arrow!.lines, x + padX, y + padY),
    ])
    return `<g class="arrow ${kind}"${marked(arrow?.ids)}>${paths.join('')}${texts.join('')}</g>`
  })
  const content = [...boxes, ...lines, ...texts].join('\n')
  const used = new Set([...content.matchAll(CLASSES)].flatMap(([, names = '']) => names.split(' ')))
  const rules = Object.entries(RULES).flatMap(([name, rule]) => (used.has(name) ? [rule] : []))
  const [width, height] = [px(graph.width ?? 0), px(graph.height ?? 0)]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONTS}" font-size="${SMALLEST}">
<title>${escaped(drawing.title)}</title>
<style>${STYLE}${rules.join('')}${KINDS.filter((kind) => used.has(kind))
    .map(kindStyle)
    .join('')}</style>
<defs>${[...heads].map(markerOf).join('')}</defs>
<rect class="sheet" width="100%" height="100%"/>
${content}
</svg>
`
}
