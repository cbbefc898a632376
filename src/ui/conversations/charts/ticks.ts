/** Maximum number of lines above the one at zero. */
const MOST = 4
const STEPS = [1, 2, 5, 10]

/** The whole, round values of an axis from 0 to the first one that is at least `most`. */
export function ticksOf(most: number): readonly number[] {
  const magnitude = 10 ** Math.floor(Math.log10(most / MOST))
  const step = Math.max(1, magnitude * STEPS.find((size) => most / (size * magnitude) <= MOST)!)
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, place) => place * step)
}
