import type { Journey } from '../../../tests/e2e/journeys/recording.ts'
import type { Matrix } from '../../../tests/harness/model/matrix.ts'
import { type ChartState, flat } from '../chart.ts'
import type { Notes } from '../notes.ts'
import { capital, spaced } from '../words.ts'
import type { Screens } from './screens.ts'
import type { MachineWalks } from './walks.ts'

/** One picture of a machine, as its page shows it. */
export interface Shown {
  readonly file: string
  readonly label: string
  readonly svg: string
}

/** Everything that is known of a machine when its page is written. */
export interface Drawn {
  readonly name: string
  readonly chart: ChartState
  /** Its overview, or the whole of it, is the first. */
  readonly shown: readonly Shown[]
  /** The whole of it with every name as the code has it. */
  readonly technical: string
  readonly notes: Notes
  /** None where no run of the tests was counted. */
  readonly walks: MachineWalks | undefined
  /** Those that it has a lane in. */
  readonly journeys: readonly Journey[]
  readonly screens: Screens
  /** Names of files in `pictures`. */
  readonly pictures: readonly string[]
  readonly matrix: Matrix | undefined
  /** Names of the machines that are the same chart; of a user, that of the chart alone. */
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

/** What a browser cannot cause is not asked of it. */
export const inBrowserText = ({ inBrowser, transitions, exceptions }: Counts) =>
  `${inBrowser} of ${transitions - exceptions} (${percent(inBrowser, transitions - exceptions)} %)`

/** What the last run of the tests walked, as items of a list; nothing where none was counted. */
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
