import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { knowledgeBases } from './knowledge.ts'
import { groups } from './provisioning.ts'

/** Who may read a restricted knowledge base. The trigger on `memberships` takes whoever leaves out of it. */
export const knowledgeBaseReaders = pgTable(
  'knowledge_base_readers',
  {
    knowledgeBaseId: uuid()
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    groupId: uuid().references(() => groups.id, { onDelete: 'cascade' }),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('knowledge_base_readers_user').on(table.userId, table.knowledgeBaseId),
    uniqueIndex('knowledge_base_readers_group').on(table.groupId, table.knowledgeBaseId),
    index('knowledge_base_readers_base').on(table.knowledgeBaseId),
    check('knowledge_base_readers_one', sql`num_nonnulls(${table.groupId}, ${table.userId}) = 1`),
  ],
)
