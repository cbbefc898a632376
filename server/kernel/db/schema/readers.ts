import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { integrations } from './integrations.ts'
import { documents, knowledgeBases } from './knowledge.ts'
import { groups } from './provisioning.ts'

/** Readers of restricted content. A trigger on `memberships` removes people who leave. */
const readersOf = <Table extends string>(name: Table, column: string, thing: () => AnyPgColumn) =>
  pgTable(
    name,
    {
      thingId: uuid(column).notNull().references(thing, { onDelete: 'cascade' }),
      groupId: uuid().references(() => groups.id, { onDelete: 'cascade' }),
      userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    },
    (table) => [
      uniqueIndex(`${name}_user`).on(table.userId, table.thingId),
      uniqueIndex(`${name}_group`).on(table.groupId, table.thingId),
      index(`${name}_${column.replace(/_id$/, '').replace('knowledge_', '')}`).on(table.thingId),
      check(`${name}_one`, sql`num_nonnulls(${table.groupId}, ${table.userId}) = 1` as SQL),
    ],
  )

export const knowledgeBaseReaders = readersOf(
  'knowledge_base_readers',
  'knowledge_base_id',
  () => knowledgeBases.id,
)
/** A subset of its knowledge base's readers. */
export const documentReaders = readersOf('document_readers', 'document_id', () => documents.id)
/** Who can use a restricted assistant. */
export const integrationReaders = readersOf('integration_readers', 'integration_id', () => integrations.id)
