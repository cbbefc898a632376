import type { GoldenResult } from '../../kernel/db/schema/golden.ts'

const share = (results: GoldenResult[], places: number) =>
  results.filter(({ place }) => place !== null && place <= places).length / results.length

/** Recall within the first results, and the mean of 1 / place; needs at least one result. */
export const figuresOf = (results: GoldenResult[]) => ({
  recall: { at_1: share(results, 1), at_5: share(results, 5), at_10: share(results, 10) },
  mrr: results.reduce((sum, { place }) => sum + (place === null ? 0 : 1 / place), 0) / results.length,
})
