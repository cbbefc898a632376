import type { endedConnections, sources } from '../../kernel/db/schema/index.ts'

export type SourceRow = typeof sources.$inferSelect & {
  pages: number
  missing: number
  untold: number
  unknown: number
  groupsUnknown: string[]
}
/** What a service has given for a source, or for a sign-in that became none, until it is ended there. */
export type EndedConnection = typeof endedConnections.$inferSelect
export type NewSourceRow = Pick<
  typeof sources.$inferInsert,
  | 'knowledgeBaseId'
  | 'settings'
  | 'secrets'
  | 'followsReaders'
  | 'refresh'
  | 'mailOnFailure'
  | 'createdBy'
  | 'nextAt'
>
/** The reading that is meant, of all that were made of a source. */
export type Reading = Pick<SourceRow, 'id' | 'reading'>
/** What people change of a source. */
export type SourceChanges = Partial<
  Pick<
    SourceRow,
    'refresh' | 'nextAt' | 'mailOnFailure' | 'settings' | 'secrets' | 'followsReaders' | 'status' | 'error'
  >
>
