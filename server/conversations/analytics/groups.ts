import { calibrated, type Scale } from '../../knowledge/retrieval/model-scale.ts'
import { dot } from '../../knowledge/retrieval/vectors.ts'

/**
 * Two questions with at least this similarity are counted as one. Measured: paraphrases reach 0.57 to 0.92, different
 * questions about the same shop at most 0.53, and the same question about another country 0.80.
 */
const SAME_MEANING = 0.6

/**
 * Groups by meaning: each item joins the first group whose first member is similar, or begins one. Without a
 * scale nothing is similar, and an item without a vector is similar to none. Largest first; vectors have length 1.
 */
export function groupByMeaning<Item extends { vector: Float32Array; model: string | null }>(
  items: readonly Item[],
  scale: Scale | null,
): Item[][] {
  const groups: Item[][] = []
  for (const item of items) {
    const near = groups.find(
      ([first]) =>
        scale !== null &&
        item.vector.length > 0 &&
        first?.model === item.model &&
        first.vector.length === item.vector.length &&
        calibrated(dot(first.vector, item.vector), scale) >= SAME_MEANING,
    )
    if (near) near.push(item)
    else groups.push([item])
  }
  return groups.sort((a, b) => b.length - a.length)
}

/** Groups by key, keeping the order. */
export function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
