import type { NewKnowledgeIndex } from '../../../src/services/contract/indexes.ts'
import type { PassageSettings } from '../../../src/services/contract/knowledge-bases.ts'
import { violatesUnique } from '../../kernel/db/errors.ts'
import type { Tx } from '../../kernel/db/open.ts'
import { notFound, refusal } from '../../kernel/errors.ts'
import type { IndexesRepository, IndexRow } from './indexes.repository.ts'

type Base = { id: string; settings: PassageSettings }
type Parts = {
  indexes: IndexesRepository
  /** Announces a waiting index. */
  enqueue: () => void
  tell: (id: string) => Promise<void>
  /** Removes the passages of abandoned indexes. */
  sweep: () => Promise<unknown>
}

export type Indexes = ReturnType<typeof createIndexes>

/** A knowledge base's indexes: building, use, and restoring an earlier one. */
export const createIndexes = ({ indexes, enqueue, tell, sweep }: Parts) => {
  const shown = async (id: string) => {
    const row = await indexes.shown(id)
    if (!row) throw notFound('index')
    return row
  }

  const changed = async (id: string) => {
    await tell(id)
    return shown(id)
  }

  const insert = async (...args: Parameters<IndexesRepository['insert']>) => {
    const id = await indexes.insert(...args).catch((error: unknown) => {
      throw violatesUnique(error) ? refusal('index_under_way') : error
    })
    if (!id) throw notFound('knowledge_base')
    return id
  }

  const begin = (id: string) => {
    enqueue()
    return changed(id)
  }

  return {
    of: indexes.of,

    /**
     * Adds one for other settings, in the transaction that stores the rest of them.
     * @throws Refusal 409 while another index is being built
     */
    addForSettings: (tx: Tx, knowledgeBaseId: string, createdBy: string, settings: PassageSettings) =>
      insert({ knowledgeBaseId, origin: 'settings', createdBy, restoredNumber: null, settings }, tx),
    begin,

    /**
     * Reads everything again, or restores an earlier index. @throws Refusal 404 for an index of another base,
     * 409 while another one is being built or for one that was never in use
     */
    async create({ id, settings: current }: Base, createdBy: string, { restore }: NewKnowledgeIndex) {
      const row = { knowledgeBaseId: id, createdBy, settings: current }
      if (restore === undefined) return begin(await insert({ ...row, origin: 'asked', restoredNumber: null }))
      const earlier = await indexes.shown(restore)
      if (earlier?.knowledgeBaseId !== id) throw notFound('index')
      if (earlier.status !== 'replaced') throw refusal('not_earlier')
      const settings = { passage_size: earlier.passageSize, passage_overlap: earlier.passageOverlap }
      return begin(await insert({ ...row, origin: 'restored', restoredNumber: earlier.number, settings }))
    },

    /** @throws Refusal 409 for an index that is not being built */
    async cancel({ id }: IndexRow) {
      if (!(await indexes.cancel(id))) throw refusal('index_settled')
      await sweep()
      return changed(id)
    },

    /** Publishes it once it includes later changes. @throws Refusal 409 for one that awaits no decision */
    async publish({ id }: IndexRow) {
      if (!(await indexes.decide(id, 'publish'))) throw refusal('no_decision')
      enqueue()
      return changed(id)
    },

    /** @throws Refusal 409 for one that awaits no decision */
    async discard({ id }: IndexRow) {
      if (!(await indexes.decide(id, 'discard'))) throw refusal('no_decision')
      await sweep()
      return changed(id)
    },
  }
}
