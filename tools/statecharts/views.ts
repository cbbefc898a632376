import type { ChartState } from './chart.ts'
import { type Drawing, drawingOf, type Naming, type Told, type Widths } from './drawing.ts'
import { type Figures, figuresOf, READABLE, STAGE, textIn } from './figures.ts'
import { folded, grouped, partsOf, unfolded, withGroup } from './fold.ts'
import { type Direction, type Layout, layOut, ranksOf } from './layout.ts'
import { withSharedWays } from './shared-ways.ts'
import { SMALLEST } from './text.ts'

/** A picture of a machine: all of it, an overview, or the inside of a part. */
export interface View {
  /** Id of the state shown; for the whole machine, its root's. */
  readonly id: string
  readonly chart: ChartState
  readonly layout: Layout
  readonly figures: Figures
}

const WIDTHS: readonly Widths[] = [
  { state: 230, cause: 200 },
  { state: 190, cause: 130 },
  { state: 300, cause: 260 },
]
const DIRECTIONS: readonly Direction[] = ['DOWN', 'RIGHT']

type Level = (ranks: ReadonlyMap<string, number>) => Told

const rise = (ranks: ReadonlyMap<string, number>, from: string, to: string) =>
  (ranks.get(to) ?? 0) - (ranks.get(from) ?? 0)

/**
 * The less fits, the fewer transitions are arrows: failures become lines first, then ways back, then ways that
 * skip states.
 */
const LEVELS: readonly Level[] = [
  () => () => false,
  () =>
    ({ isFailure }) =>
      isFailure,
  (ranks) =>
    ({ from, to, isFailure }) =>
      isFailure || rise(ranks, from, to) < -1,
  (ranks) =>
    ({ from, to, isFailure }) =>
      isFailure || rise(ranks, from, to) <= 0,
  (ranks) =>
    ({ from, to, isFailure }) =>
      isFailure || rise(ranks, from, to) !== 1,
]

/** Number of these levels that are tried before a machine is folded. */
const FULL = 2

interface Placed {
  readonly layout: Layout
  readonly figures: Figures
}

const stageText = ({ figures }: Placed) => textIn(figures, STAGE)

/** Far from readable: no other width or direction fixes that. */
const HOPELESS = 0.6 * READABLE

/** The most readable of all layouts of a drawing; the first that needs no shrinking is used. */
async function best(drawings: readonly Drawing[]): Promise<Placed> {
  let found: Placed | undefined
  for (const direction of DIRECTIONS)
    for (const drawing of drawings) {
      const layout = await layOut(drawing, direction)
      const placed = { layout, figures: figuresOf(layout.graph) }
      if (!found || stageText(placed) > stageText(found)) found = placed
      if (stageText(found) === SMALLEST || stageText(found) < HOPELESS) return found
    }
  return found!
}

const isReadable = (placed: Placed) => stageText(placed) >= READABLE

async function placedAt(
  chart: ChartState,
  naming: Naming,
  levels: readonly Level[],
  before?: Placed,
): Promise<Placed> {
  const ranks = ranksOf(drawingOf(chart, naming, WIDTHS[0]!))
  let found = before
  for (const level of levels) {
    const told = level(ranks)
    const placed = await best(WIDTHS.map((widths) => drawingOf(chart, naming, widths, told)))
    if (!found || stageText(placed) > stageText(found)) found = placed
    if (isReadable(found)) break
  }
  return found!
}

/** A machine with closed parts: the first readable way to do that, else the last. */
async function overviewOf(chart: ChartState, naming: Naming) {
  let found: { parts: readonly ChartState[]; outer: ChartState; placed: Placed } | undefined
  for (const parts of partsOf(chart)) {
    if (found && isReadable(found.placed)) break
    const outer = folded(chart, parts)
    found = { parts, outer, placed: await placedAt(outer, naming, LEVELS) }
  }
  return found
}

async function picturesOf(chart: ChartState, naming: Naming): Promise<View[]> {
  const whole = await placedAt(chart, naming, LEVELS.slice(0, FULL))
  if (isReadable(whole)) return [{ id: chart.id, chart, ...whole }]
  const {
    parts,
    outer,
    placed: overview,
  } = (await overviewOf(chart, naming)) ?? {
    parts: [],
    outer: chart,
    placed: await placedAt(chart, naming, LEVELS.slice(FULL), whole),
  }
  const group = isReadable(overview) ? undefined : grouped(outer)
  const inner: View[] = []
  for (const part of parts) inner.push(...(await picturesOf(unfolded(part), naming)))
  if (!group) return [{ id: chart.id, chart: outer, ...overview }, ...inner]
  return [...(await picturesOf(withGroup(outer, group), naming)), ...inner]
}

/** A machine's pictures: one if that is readable, else an overview and its parts. */
export const viewsOf = (chart: ChartState, naming: Naming = 'plain') =>
  picturesOf(withSharedWays(chart), naming)
