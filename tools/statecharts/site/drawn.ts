import type { Journey } from '../../../tests/e2e/journeys/recording.ts'
import type { Matrix } from '../../../tests/harness/model/matrix.ts'
import { type ChartState, flat } from '../chart.ts'
import type { Notes } from '../notes.ts'
import { capital, spaced } from '../words.ts'
import type { Screens } from './screens.ts'
import type { MachineWalks } from './walks.ts'

/** A picture of a machine, as shown on its page. */
export interface Shown {
  readonly file: string
  readonly label: string
  readonly svg: string
}

/** All data for a machine's page. */
export interface Drawn {
  readonly name: string
  readonly chart: ChartState
  /** The overview, or the whole machine, comes first. */
  readonly shown: readonly Shown[]
  /** The whole machine with the code's names. */
  readonly technical: string
  readonly notes: Notes
  /** Undefined if no test run was counted. */
  readonly walks: MachineWalks | undefined
  /** Journeys in which it has a lane. */
  readonly journeys: readonly Journey[]
  readonly screens: Screens
  /** File names in `pictures`. */
  readonly pictures: readonly string[]
  readonly matrix: Matrix | undefined
  /** Names of machines with the same chart; for a user of a shared chart, only the chart's. */
  readonly sharedWith: readonly string[]
}

export const titleOf = ({ chart }: Pick<Drawn, 'chart'>) => capital(spaced(chart.key))

interface Counts {
  readonly states: number
  readonly transitions: number
  readonly onActor: number
  readonly inBrowser: number
  readonly exceptions: number
}

const walkedOf = (ids: readonly string[], counts: Readonly<Record<string, unknown>> = {}) =>
  ids.filter((id) => counts[id] !== undefined).length

export function countsOf({ chart, walks }: Pick<Drawn, 'chart' | 'walks'>): Counts {
  const states = flat(chart)
  const ids = states.flatMap((state) => state.transitions.map(({ id }) => id))
  return {
    states: states.length,
    transitions: ids.length,
    onActor: walkedOf(ids, walks?.actor),
    inBrowser: walkedOf(ids, walks?.browser),
    exceptions: walkedOf(ids, walks?.exceptions),
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

/** Events that a browser cannot cause are not required of it. */
export const inBrowserText = ({ inBrowser, transitions, exceptions }: Counts) =>
  `${inBrowser} of ${transitions - exceptions} (${percent(inBrowser, transitions - exceptions)} %)`

/** Walks of the last test run, as list items; empty if none was counted. */
export function walkedItems(drawings: readonly Drawn[]): string {
  if (drawings.every(({ walks }) => walks === undefined)) return ''
  const counts = sumOf(drawings.map(countsOf))
  const items = [`walked on the actor: <b>${onActorText(counts)}</b>`]
  if (counts.inBrowser > 0) {
    const never = counts.exceptions === 0 ? '' : `, ${counts.exceptions} cannot be`
    items.push(`in the browser: <b>${inBrowserText(counts)}</b>${never}`)
  }
  return items.map((item) => `<li>${item}</li>`).join('\n')
}
