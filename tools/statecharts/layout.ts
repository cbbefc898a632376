import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk.bundled.js'
import ELK from 'elkjs/lib/elk.bundled.js'
import { type ChartState, type ChartTransition, flat } from './chart.ts'
import { arrowsOf, boxOf, type Naming, stateLines, transitionLines } from './text.ts'

interface Layout {
  readonly graph: ElkNode
  /** By the id of a drawn edge; the arrow out of an initial dot has none. */
  readonly transitions: ReadonlyMap<string, ChartTransition>
}

const elk = new ELK()

export const INITIAL_DOT = 14
export const dotOf = (state: ChartState) => `${state.id}#initial`

const SPACING = {
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeLabel': '6',
  'elk.spacing.edgeNode': '18',
  'elk.spacing.edgeEdge': '14',
  'elk.layered.spacing.nodeNodeBetweenLayers': '28',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
}

// INCLUDE_CHILDREN crashes with cycleBreaking MODEL_ORDER and considerModelOrder NODES_AND_EDGES.
const LAYOUT = {
  ...SPACING,
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.edgeLabels.inline': 'true',
  'elk.json.edgeCoords': 'ROOT',
  'elk.json.shapeCoords': 'ROOT',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.padding': '[top=16,left=16,bottom=16,right=16]',
}

function nodeOf(state: ChartState, naming: Naming): ElkNode {
  const { width, height } = boxOf(stateLines(state, naming), 14, 10)
  if (state.states.length === 0) return { id: state.id, width: Math.max(width, 96), height }
  const dot: ElkNode = {
    id: dotOf(state),
    width: INITIAL_DOT,
    height: INITIAL_DOT,
    layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' },
  }
  return {
    id: state.id,
    layoutOptions: {
      ...SPACING,
      'elk.padding': `[top=${height + 14},left=22,bottom=22,right=22]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${height})`,
      'elk.direction': 'DOWN',
    },
    children: [
      ...(state.initial === null ? [] : [dot]),
      ...state.states.map((inner) => nodeOf(inner, naming)),
    ],
  }
}

/** Steps from the initial states: an arrow that goes forward is not reversed, so initial states come on top. */
function ranksOf(root: ChartState): ReadonlyMap<string, number> {
  const states = flat(root)
  const byId = new Map(states.map((state) => [state.id, state]))
  const parentOf = new Map(states.flatMap((state) => state.states.map(({ id }) => [id, state.id])))
  const ranks = new Map<string, number>()
  const enter = (id: string, rank: number) => {
    const state = byId.get(id)
    if (!state || ranks.has(id)) return
    ranks.set(id, rank)
    if (state.type === 'parallel') for (const region of state.states) enter(region.id, rank)
    else if (state.initial !== null) enter(state.initial, rank)
    for (let up = parentOf.get(id); up !== undefined && !ranks.has(up); up = parentOf.get(up))
      ranks.set(up, rank)
  }
  enter(root.id, 0)
  for (let rank = 0; [...ranks.values()].includes(rank); rank += 1)
    for (const state of states)
      if (ranks.get(state.id) === rank)
        for (const { to } of state.transitions) if (to !== null) enter(to, rank + 1)
  return ranks
}

/** Places every state, arrow and label; the same chart always gives the same places. */
export async function layOut(root: ChartState, naming: Naming): Promise<Layout> {
  const ranks = ranksOf(root)
  const rankOf = (id: string) => ranks.get(id) ?? 0
  const transitions = new Map<string, ChartTransition>()
  const edges: ElkExtendedEdge[] = []
  for (const state of flat(root)) {
    if (state.initial !== null)
      edges.push({
        id: `${state.id}#start`,
        sources: [dotOf(state)],
        targets: [state.initial],
        layoutOptions: {
          'elk.layered.priority.direction': '100',
          'elk.layered.priority.shortness': '10',
        },
      })
    for (const transition of arrowsOf(state)) {
      const target = transition.to ?? state.id
      const forward = rankOf(target) > rankOf(state.id)
      transitions.set(transition.id, transition)
      edges.push({
        id: transition.id,
        sources: [transition.from],
        targets: [target],
        labels: [{ text: transition.event, ...boxOf(transitionLines(transition, naming), 8, 4) }],
        layoutOptions: { 'elk.layered.priority.direction': forward ? '10' : '0' },
      })
    }
  }
  const graph = await elk.layout(
    { id: '#page', children: [nodeOf(root, naming)], edges },
    { layoutOptions: LAYOUT },
  )
  return { graph, transitions }
}
