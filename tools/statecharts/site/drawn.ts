import type { Journey } from '../../../tests/e2e/journeys/recording.ts'
import type { Matrix } from '../../../tests/harness/model/matrix.ts'
import { type ChartState, flat } from '../chart.ts'
import type { Use } from '../charts.ts'
import type { Notes } from '../notes.ts'
import { capital, spaced } from '../words.ts'
import type { View } from './views.ts'
import type { MachineWalks } from './walks.ts'

/** Everything that is known of a machine when its page is written. */
export interface Drawn {
  readonly name: string
  readonly chart: ChartState
  readonly views: readonly View[]
  readonly notes: Notes
  readonly walks: MachineWalks
  /** Those that it has a lane in. */
  readonly journeys: readonly Journey[]
  /** Names of files in `pictures`. */
  readonly pictures: readonly string[]
  readonly matrix: Matrix | undefined
  /** The machines that are the same chart. */
  readonly uses: readonly Use[]
}

export const titleOf = ({ chart }: Pick<Drawn, 'chart'>) => capital(spaced(chart.key))

interface Counts {
  readonly states: number
  readonly transitions: number
  readonly onActor: number
  readonly inBrowser: number
  readonly exceptions: number
}

const walkedOf = (ids: readonly string[], counts: Readonly<Record<string, unknown>>) =>
  ids.filter((id) => counts[id] !== undefined).length

export function countsOf(chart: ChartState, walks: MachineWalks): Counts {
  const states = flat(chart)
  const ids = states.flatMap((state) => state.transitions.map(({ id }) => id))
  return {
    states: states.length,
    transitions: ids.length,
    onActor: walkedOf(ids, walks.actor),
    inBrowser: walkedOf(ids, walks.browser),
    exceptions: walkedOf(ids, walks.exceptions),
  }
}

export const sumOf = (counts: readonly Counts[]): Counts => {
  const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0)
  return {
    states: sum('states'),
    transitions: sum('transitions'),
    onActor: sum('onActor'),
    inBrowser: sum('inBrowser'),
    exceptions: sum('exceptions'),
  }
}

const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.floor((100 * part) / whole))

export const onActorText = ({ onActor, transitions }: Counts) =>
  `${onActor} of ${transitions} (${percent(onActor, transitions)} %)`

/** What a browser cannot cause is not asked of it. */
export const inBrowserText = ({ inBrowser, transitions, exceptions }: Counts) =>
  `${inBrowser} of ${transitions - exceptions} (${percent(inBrowser, transitions - exceptions)} %)`
