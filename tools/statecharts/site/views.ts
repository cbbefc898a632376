import type { ChartState } from '../chart.ts'
import { folded, partsOf, unfolded } from '../fold.ts'
import { svgOf } from '../svg.ts'
import type { Naming } from '../text.ts'
import { stateWords } from '../words.ts'

/** One way to look at a machine. */
export interface View {
  readonly id: string
  readonly label: string
  readonly drawings: Readonly<Record<Naming, string>>
}

const drawn = async (chart: ChartState) => ({
  plain: await svgOf(chart, 'plain'),
  technical: await svgOf(chart, 'technical'),
})

/** The machine as a whole; before it the folded one, and after it each of its parts, where it is large. */
export async function viewsOf(chart: ChartState): Promise<View[]> {
  const whole = { id: 'whole', label: 'Whole machine', drawings: await drawn(chart) }
  const parts = partsOf(chart)
  if (parts.length === 0) return [whole]
  const overview = { id: 'overview', label: 'Overview', drawings: await drawn(folded(chart, parts)) }
  const inner = await Promise.all(
    parts.map(async (part) => ({
      id: part.id,
      label: stateWords(part.id),
      drawings: await drawn(unfolded(part)),
    })),
  )
  return [overview, whole, ...inner]
}
