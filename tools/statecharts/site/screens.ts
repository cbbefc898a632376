import type { Journey } from '../../../tests/e2e/journeys/recording.ts'
import { type ChartState, flat } from '../chart.ts'

/** A picture of the screen, by its address relative to the machine's page. */
export interface Screen {
  readonly light: string
  readonly dark?: string
}

/** State → its screen. */
export type Screens = Readonly<Record<string, Screen>>

/** State → the screen after the first step of a journey that ends in it. */
function fromJourneys(journeys: readonly Journey[], machine: string): Map<string, Screen> {
  const found = new Map<string, Screen>()
  for (const { id, steps } of journeys)
    for (const { picture, happenings } of steps) {
      const last = happenings.findLast(
        (one) => (one.kind === 'change' || one.kind === 'start') && one.to === machine,
      )
      if (last && 'states' in last)
        for (const state of last.states)
          if (!found.has(state)) found.set(state, { light: `../journeys/${id}/${picture}` })
    }
  return found
}

/** Screens of a machine's states: their own pictures, else those of recorded journeys. */
export function screensOf(
  chart: ChartState,
  pictures: readonly string[],
  journeys: readonly Journey[],
): Screens {
  const address = (name: string) => `pictures/${encodeURIComponent(name)}`
  const recorded = fromJourneys(journeys, chart.id)
  return Object.fromEntries(
    flat(chart).flatMap(({ id }) => {
      const [light, dark] = [`${id}.light.webp`, `${id}.dark.webp`]
      if (!pictures.includes(light)) return recorded.has(id) ? [[id, recorded.get(id)!]] : []
      return [[id, { light: address(light), ...(pictures.includes(dark) && { dark: address(dark) }) }]]
    }),
  )
}
