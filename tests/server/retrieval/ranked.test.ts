import { describe, expect, it } from 'vitest'
import { EMPTY_RANKING, mergeRanked, type Ranked } from '../../../server/knowledge/retrieval/ranked.ts'

/** A search that found these passages in this order. */
const found = (...ids: string[]): Ranked => ({
  ...EMPTY_RANKING,
  byVector: new Map(ids.map((id, index) => [id, index + 1])),
  cosines: new Map(ids.map((id, index) => [id, 1 - index / 10])),
  fused: ids.map((id, index) => ({ id, score: 1 - index / 10 })),
  compared: 9,
})
const order = (...searches: Ranked[]) => mergeRanked(searches).fused.map(({ id }) => id)

describe('several searches as one', () => {
  it('leave one list, and an empty one, unchanged', () => {
    const only = found('a', 'b')
    expect(mergeRanked([only])).toBe(only)
    expect(mergeRanked([])).toBe(EMPTY_RANKING)
  })

  it('rank results of several queries above results of one', () => {
    expect(order(found('a', 'b', 'c'), found('c', 'x'), found('c', 'y'))).toEqual(['c', 'a', 'b', 'x', 'y'])
  })

  it('let no single written query push out what the question finds', () => {
    const junk = Array.from({ length: 8 }, (_, index) => `junk ${index}`)
    expect(order(found('a', 'b', 'c'), found(...junk)).slice(0, 3)).toEqual(['a', 'b', 'c'])
  })

  it('keep the best place and score of each passage', () => {
    const merged = mergeRanked([found('a', 'b'), found('b')])
    expect(merged.fused.find(({ id }) => id === 'b')?.score).toBe(1)
    expect(merged.byVector.get('b')).toBe(1)
    expect(merged.cosines.get('b')).toBe(1)
    expect(merged.compared).toBe(9)
  })
})
