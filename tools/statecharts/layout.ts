import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk.bundled.js'
import ELK from 'elkjs/lib/elk.bundled.js'
import type { Arrow, Drawing, DrawnState } from './drawing.ts'
import { boxOf } from './text.ts'

const elk = new ELK()

export type Direction = 'DOWN' | 'RIGHT'

/** Every state, arrow and label with its position. */
export interface Layout {
  readonly drawing: Drawing
  readonly graph: ElkNode
  /** By id of a drawn edge; the arrow of an initial dot has none. */
  readonly arrows: ReadonlyMap<string, Arrow>
}

export const INITIAL_DOT = 12
const CHOICE = 26
export const dotOf = ({ id }: DrawnState) => `${id}#initial`
export const allStates = (state: DrawnState): DrawnState[] => [state, ...state.states.flatMap(allStates)]

const SPACING = {
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.edgeNode': '12',
  'elk.spacing.edgeEdge': '10',
  'elk.layered.spacing.nodeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '9',
}

// INCLUDE_CHILDREN crashes with cycleBreaking MODEL_ORDER and considerModelOrder NODES_AND_EDGES.
const LAYOUT = {
  ...SPACING,
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.edgeLabels.inline': 'true',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.padding': '[top=2,left=2,bottom=2,right=2]',
}

export const STATE_PAD = [10, 7] as const
export const LABEL_PAD = [6, 3] as const

/** Regions without arrows to or from the outside are laid out separately, and packed. */
const PACKED = {
  'elk.algorithm': 'rectpacking',
  'elk.hierarchyHandling': 'SEPARATE_CHILDREN',
  'elk.aspectRatio': '1.3',
  'elk.spacing.nodeNode': '16',
}

const isPacked = ({ isParallel, states }: DrawnState, arrows: readonly Arrow[]) =>
  isParallel &&
  states.every((region) => {
    const inside = new Set(region.states.flatMap(allStates).map(({ id }) => id))
    const isWithin = (id: string) => id === region.id || inside.has(id)
    return arrows.every(
      ({ from, to }) => isWithin(from) === isWithin(to) && inside.has(from) === inside.has(to),
    )
  })

interface Placing {
  readonly direction: Direction
  readonly arrows: readonly Arrow[]
  /** State → how much narrower its content is than its heading. */
  readonly spare: ReadonlyMap<string, number>
}

function nodeOf(state: DrawnState, placing: Placing, isRegion = false): ElkNode {
  const { direction, arrows, spare } = placing
  if (state.shape === 'choice') return { id: state.id, width: CHOICE, height: CHOICE }
  const { width, height } = boxOf(state.lines, ...STATE_PAD)
  if (state.states.length === 0) return { id: state.id, width: Math.max(width, 72), height }
  const dot: ElkNode = {
    id: dotOf(state),
    width: INITIAL_DOT,
    height: INITIAL_DOT,
    layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' },
  }
  const packs = isPacked(state, arrows)
  return {
    id: state.id,
    layoutOptions: {
      ...(isRegion ? LAYOUT : SPACING),
      'elk.padding': `[top=${height + 6},left=14,bottom=14,right=${14 + (spare.get(state.id) ?? 0)}]`,
      'elk.direction': direction,
      ...(packs && PACKED),
    },
    children: [
      ...(state.initial === null ? [] : [dot]),
      ...state.states.map((inner) => nodeOf(inner, placing, packs)),
    ],
  }
}

/** Distances from the initial states: forward arrows are not reversed, so initial states are on top. */
export function ranksOf({ root, arrows }: Drawing): ReadonlyMap<string, number> {
  const states = allStates(root)
  const byId = new Map(states.map((state) => [state.id, state]))
  const parentOf = new Map(states.flatMap((state) => state.states.map(({ id }) => [id, state.id])))
  const ranks = new Map<string, number>()
  const enter = (id: string, rank: number) => {
    const state = byId.get(id)
    if (!state || ranks.has(id)) return
    ranks.set(id, rank)
    if (state.isParallel) for (const region of state.states) enter(region.id, rank)
    else if (state.initial !== null) enter(state.initial, rank)
    for (let up = parentOf.get(id); up !== undefined && !ranks.has(up); up = parentOf.get(up))
      ranks.set(up, rank)
  }
  enter(root.id, 0)
  for (let rank = 0; [...ranks.values()].includes(rank); rank += 1)
    for (const state of states)
      if (ranks.get(state.id) === rank)
        for (const { from, to } of arrows) if (from === state.id) enter(to, rank + 1)
  return ranks
}

const nodeIn = (node: ElkNode, id: string): ElkNode | undefined =>
  node.id === id
    ? node
    : node.children?.map((child) => nodeIn(child, id)).find((found) => found !== undefined)

/** An arrow from a state to one inside it starts at its upper edge, which has its texts: it begins below them. */
function beginBelowHeading({ sources, sections = [] }: ElkExtendedEdge, graph: ElkNode, { root }: Drawing) {
  const state = allStates(root).find(({ id, states }) => id === sources[0] && states.length > 0)
  const top = state && nodeIn(graph, state.id)?.y
  for (const { startPoint, bendPoints = [], endPoint } of sections) {
    const next = bendPoints[0] ?? endPoint
    if (top === undefined || startPoint.x !== next.x || Math.abs(startPoint.y - top) > 1) continue
    const below = top + boxOf(state!.lines, ...STATE_PAD).height
    if (next.y > below) startPoint.y = below
  }
}

/** A compound node crossed by arrows ignores its minimum size: padding makes it as wide as its heading. */
const missingWidths = (graph: ElkNode, { root }: Drawing) =>
  new Map(
    allStates(root)
      .filter(({ states }) => states.length > 0)
      .map(({ id, lines }) => {
        const missing = boxOf(lines, ...STATE_PAD).width - (nodeIn(graph, id)?.width ?? 0)
        return [id, Math.ceil(missing)] as const
      })
      .filter(([, missing]) => missing > 0),
  )

/** Places every state, arrow and label; the same drawing always has the same layout. */
export async function layOut(drawing: Drawing, direction: Direction): Promise<Layout> {
  const ranks = ranksOf(drawing)
  const rankOf = (id: string) => ranks.get(id) ?? 0
  const starts = allStates(drawing.root).flatMap((state): ElkExtendedEdge[] =>
    state.initial === null
      ? []
      : [
          {
            id: `${state.id}#start`,
            sources: [dotOf(state)],
            targets: [state.initial],
            layoutOptions: {
              'elk.layered.priority.direction': '100',
              'elk.layered.priority.shortness': '10',
            },
          },
        ],
  )
  const arrows = new Map(drawing.arrows.map((arrow) => [`${arrow.from} → ${arrow.to}`, arrow]))
  const edges = [...arrows].map(
    ([id, { from, to, lines }]): ElkExtendedEdge => ({
      id,
      sources: [from],
      targets: [to],
      labels: lines.length === 0 ? [] : [{ text: id, ...boxOf(lines, ...LABEL_PAD) }],
      layoutOptions: { 'elk.layered.priority.direction': rankOf(to) > rankOf(from) ? '10' : '0' },
    }),
  )
  const place = (spare: ReadonlyMap<string, number>) =>
    elk.layout(
      {
        id: '#page',
        children: [nodeOf(drawing.root, { direction, arrows: drawing.arrows, spare })],
        edges: [...starts, ...edges].map((edge) => structuredClone(edge)),
      },
      { layoutOptions: { ...LAYOUT, 'elk.direction': direction } },
    )
  const first = await place(new Map())
  const spare = missingWidths(first, drawing)
  const graph = spare.size === 0 ? first : await place(spare)
  for (const edge of graph.edges ?? []) beginBelowHeading(edge, graph, drawing)
  return { drawing, graph, arrows }
}
