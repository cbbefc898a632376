import { type SQL, sql } from 'drizzle-orm'
import type { ReadAccess } from '../../knowledge/readers/may-read.ts'
import { basesOf, type Person, sqlAny } from './person.ts'

/** How a row refers to its organization. */
const WITHIN = {
  itself: (organizationId: string) => sql`t.organization_id = ${organizationId}`,
  base: (organizationId: string) => sql`t.knowledge_base_id in ${basesOf({ organizationId })}`,
  assistant: (organizationId: string) =>
    sql`t.integration_id in (select id from integrations where organization_id = ${organizationId})`,
}

/** Work and decisions for others. It stays after erasure, without its author. */
export const MADE: readonly {
  table: string
  by: string
  at: string
  within: keyof typeof WITHIN
  named?: string
}[] = [
  { table: 'knowledge_bases', by: 'created_by', at: 'created_at', within: 'itself' },
  { table: 'documents', by: 'created_by', at: 'created_at', within: 'base', named: 'name' },
  { table: 'document_versions', by: 'created_by', at: 'created_at', within: 'base' },
  { table: 'knowledge_indexes', by: 'created_by', at: 'created_at', within: 'base' },
  { table: 'sources', by: 'created_by', at: 'created_at', within: 'base' },
  { table: 'golden_questions', by: 'created_by', at: 'created_at', within: 'base', named: 'question' },
  { table: 'golden_runs', by: 'created_by', at: 'created_at', within: 'base' },
  { table: 'integrations', by: 'created_by', at: 'created_at', within: 'itself', named: 'name' },
  { table: 'channels', by: 'created_by', at: 'created_at', within: 'itself', named: 'name' },
  { table: 'integration_versions', by: 'published_by', at: 'published_at', within: 'assistant' },
  { table: 'api_keys', by: 'created_by', at: 'created_at', within: 'itself', named: 'name' },
  { table: 'invitations', by: 'invited_by', at: 'created_at', within: 'itself' },
  { table: 'handovers', by: 'assignee_id', at: 'requested_at', within: 'itself' },
  { table: 'erasures', by: 'requested_by', at: 'requested_at', within: 'itself' },
]

type Made = (typeof MADE)[number]

const isTheirs = ({ by, at, within }: Made, { organizationId, userId, until }: Person) =>
  sql`t.${sql.identifier(by)} = ${userId}::uuid and t.${sql.identifier(at)} <= ${until.toISOString()}
    and ${WITHIN[within](organizationId)}`

/** Names of things that the reader may not read are withheld. */
const nameOf = ({ table, named, within }: Made, { bases, closed }: ReadAccess) => {
  if (named === undefined) return sql`null::text`
  const name = sql`t.${sql.identifier(named)}`
  if (within !== 'base') return name
  const isIn = sql`t.knowledge_base_id = ${sqlAny([...bases], 'uuid')}`
  const isOpen = table === 'documents' ? sql`t.id <> all(${sql.param([...closed])}::uuid[])` : sql`true`
  return sql`case when ${isIn} and ${isOpen} then ${name} end`
}

export const madeRows = (person: Person, access: ReadAccess): SQL =>
  sql.join(
    MADE.map(
      (
        made,
      ) => sql`select ${made.table}::text as what, ${nameOf(made, access)} as name, t.${sql.identifier(made.at)} as at
        from ${sql.identifier(made.table)} t where ${isTheirs(made, person)}`,
    ),
    sql` union all `,
  )

export const unnameMade = (person: Person): SQL[] =>
  MADE.map(
    (made) =>
      sql`update ${sql.identifier(made.table)} t set ${sql.identifier(made.by)} = null where ${isTheirs(made, person)}`,
  )
