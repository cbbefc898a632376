import type { endedConnections, sources } from '../../kernel/db/schema/index.ts'

export type SourceRow = typeof sources.$inferSelect & {
  pages: number
  missing: number
  unnamed: number
  unknown: number
  groupsUnknown: string[]
}
/** A service's grant for a source, or for an unused sign-in, until it is revoked. */
export type EndedConnection = typeof endedConnections.$inferSelect
/** The reading concerned, among all of a source's. */
export type Reading = Pick<SourceRow, 'id' | 'reading'>
/** Changes by people to a source. */
export type SourceChanges = Partial<
  Pick<
    SourceRow,
    'refresh' | 'nextAt' | 'mailOnFailure' | 'settings' | 'secrets' | 'followsReaders' | 'status' | 'error'
  >
>
