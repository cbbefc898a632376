import { inArray } from 'drizzle-orm'
import type { SearchMode } from '../../../src/services/contract/knowledge-bases.ts'
import type { SearchSettings } from '../../../src/services/contract/search.ts'
import type { Db } from '../../kernel/db/open.ts'
import { knowledgeBases } from '../../kernel/db/schema/index.ts'

/** Search settings by the id of the knowledge base. */
export type SettingsByBase = ReadonlyMap<string, SearchSettings>

export const readSettings = async (db: Db, knowledgeBaseIds: string[]): Promise<SettingsByBase> => {
  if (knowledgeBaseIds.length === 0) return new Map()
  const rows = await db
    .select({ id: knowledgeBases.id, settings: knowledgeBases.settings })
    .from(knowledgeBases)
    .where(inArray(knowledgeBases.id, knowledgeBaseIds))
  return new Map(rows.map(({ id, settings }) => [id, settings]))
}

export const modesOf = (settings: SettingsByBase): ReadonlyMap<string, SearchMode> =>
  new Map([...settings].map(([id, { mode }]) => [id, mode]))

/** Whether any knowledge base excludes hits by rank or score. */
export const isLimited = (settings: SettingsByBase) =>
  [...settings.values()].some(({ top_k, score_threshold }) => top_k !== null || score_threshold > 0)
