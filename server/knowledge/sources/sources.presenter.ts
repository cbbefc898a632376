import type { SkippedAddress, Source } from '../../../src/services/contract/sources.ts'
import type { SkippedAddress as Skipped } from '../crawling/crawl.types.ts'
import type { SourceRow } from './sources.types.ts'

const presentSettings = ({ settings, ...row }: SourceRow) =>
  settings.kind === 'connector'
    ? {
        ...settings,
        follows_readers: row.followsReaders,
        closed: { untold: row.unnamed, unknown: row.unknown },
        groups_unknown: row.groupsUnknown,
      }
    : settings

const presentProgress = ({ status, progress }: SourceRow) =>
  status === 'reading' && progress ? { done: progress.done, waiting: progress.waiting } : null

export const presentSource = (row: SourceRow): Source => ({
  ...presentSettings(row),
  id: row.id,
  knowledge_base_id: row.knowledgeBaseId,
  refresh: row.refresh,
  mail_on_failure: row.mailOnFailure,
  status: row.status,
  progress: presentProgress(row),
  error: row.error,
  report: row.report,
  pages: row.pages,
  missing: row.missing,
  last_read_at: row.lastReadAt?.toISOString() ?? null,
  next_at: row.refresh === 'never' ? null : (row.nextAt?.toISOString() ?? null),
  created_at: row.createdAt.toISOString(),
})

export const presentSkipped = ({ url, reason, to, error }: Skipped): SkippedAddress => ({
  url,
  reason,
  to: to ?? null,
  message: error?.message ?? null,
})
