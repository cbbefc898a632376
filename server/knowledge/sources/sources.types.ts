import type { sources } from '../../kernel/db/schema/index.ts'

export type SourceRow = typeof sources.$inferSelect & {
  pages: number
  missing: number
  untold: number
  unknown: number
  groupsUnknown: string[]
}
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
