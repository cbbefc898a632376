import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { passages } from '../../kernel/db/schema/index.ts'
import type { Hit } from './hit.ts'
import { passageRows, UNSCORED } from './passage-rows.ts'
import { SERVED } from './served.ts'

/** Only the best hits get neighbours: the context of weaker hits is rarely relevant. */
const HITS_WITH_NEIGHBOURS = 4

export type Neighbours = (hits: readonly Hit[]) => Promise<Hit[]>

/**
 * The passages before and after the best hits, in the order of those hits, because an answer often continues in the
 * next passage. Their scores are 0, so they affect no decision.
 */
export const createNeighbours =
  (db: Db): Neighbours =>
  async (hits) => {
    const best = hits.slice(0, HITS_WITH_NEIGHBOURS)
    if (best.length === 0) return []
    const own = await db
      .select({ id: passages.id, documentId: passages.documentId, position: passages.position })
      .from(passages)
      .where(
        inArray(
          passages.id,
          best.map(({ passageId }) => passageId),
        ),
      )
    const neighbours = own.map(({ documentId, position }) =>
      and(eq(passages.documentId, documentId), inArray(passages.position, [position - 1, position + 1])),
    )
    if (neighbours.length === 0) return []
    const rows = await passageRows(db, SERVED, or(...neighbours))
    const taken = new Set(hits.map(({ passageId }) => passageId))
    const positionOf = new Map(own.map(({ id, position }) => [id, position]))
    return best.flatMap((hit) =>
      [-1, 1].flatMap((step): Hit[] => {
        const position = (positionOf.get(hit.passageId) ?? Number.NaN) + step
        const row = rows.find((one) => one.documentId === hit.documentId && one.position === position)
        if (!row || taken.has(row.passageId)) return []
        taken.add(row.passageId)
        const { position: _, ...passage } = row
        return [{ ...hit, ...passage, ...UNSCORED }]
      }),
    )
  }
