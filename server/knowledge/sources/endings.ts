import { inArray } from 'drizzle-orm'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { SourceReport } from '../../../src/services/contract/sources.ts'
import type { Context } from '../../context.ts'
import { users } from '../../kernel/db/schema/index.ts'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import type { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import { asMailText } from '../../kernel/mail/letter.ts'
import { saidIn } from '../../kernel/texts/reasons.ts'
import { say } from '../../kernel/texts/say.ts'
import { createResponsible } from '../responsible.ts'
import { nextReadingOfRow, type SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'

/** Notifies the person who added a source that it could not be read, also by mail if they want that. */
export const createSourceFailures = ({ db, notifications, mail, link }: Context) => {
  const responsibleFor = createResponsible(db)

  return async (row: SourceRow, organizationId: string, error: IngestionError) => {
    const { reason, hint } = saidIn(error)
    const userIds = await responsibleFor(row, organizationId)
    const page = `/knowledge-bases/${row.knowledgeBaseId}`
    const { host } = new URL(row.settings.url)
    await notifications.notify({
      userIds,
      organizationId,
      type: 'source_failure',
      values: { host, reason, hint },
      link: page,
    })
    if (!row.mailOnFailure) return
    const { email, locale } = users
    const readers = await db.select({ to: email, locale }).from(users).where(inArray(users.id, userIds))
    for (const reader of readers)
      mail.send({
        ...reader,
        organizationId,
        subject: { code: 'source_failure', values: { host: asMailText(host) } },
        says: [reason, hint, { label: say('source_mail.open'), url: link(page) }],
      })
  }
}

/** For a fault that passes, if the server does not ask for a pause. */
const PAUSE = 10 * MINUTE
/** A server may ask for later visits for so long; then its source has failed. */
const POSTPONED_FOR = DAY

/** Whether a reading has stored anything that the next one need not read again. */
export type Gains = { any: boolean }

/** How a reading ends: settled, failed, or postponed. */
export const createEndings = ({
  sources,
  tell,
  notifyOfFailure,
}: {
  sources: SourcesRepository
  tell: (row: SourceRow) => void
  notifyOfFailure: ReturnType<typeof createSourceFailures>
}) => {
  const settle = async (row: SourceRow, changes: Parameters<SourcesRepository['update']>[1]) => {
    const settled = await sources.update(row, {
      progress: null,
      lastReadAt: new Date(),
      nextAt: nextReadingOfRow(),
      ...changes,
    })
    if (settled) tell(settled)
  }

  /** A failure is announced once, until a reading succeeds; people who saw it need no notice. */
  const fail = async (
    row: SourceRow,
    organizationId: string,
    error: IngestionError,
    report: SourceReport | null = row.report,
  ) => {
    if (row.notifiedOf !== error.code) {
      const current = await sources.update(row, { progress: null })
      if (!current) return
      await notifyOfFailure(current, organizationId, error)
    }
    await settle(row, { status: 'failed', error, report, notifiedOf: error.code })
  }

  /**
   * The server asks for a later visit, or is unavailable: results so far are kept, and the rest waits. Visits that do
   * not help become rarer, and do not go on longer than a day, the shortest interval of regular readings.
   */
  const postpone = async (
    row: SourceRow,
    organizationId: string,
    { retryAfter: asked, reason }: Pick<FetchFailure, 'retryAfter' | 'reason'>,
    gains: Gains,
  ) => {
    const retryAfter = asked ?? PAUSE
    const since = (!gains.any && row.progress?.since) || new Date().toISOString()
    const waited = Date.now() - Date.parse(since)
    if (waited + retryAfter > POSTPONED_FOR) return fail(row, organizationId, reason)
    const nextAt = new Date(Date.now() + Math.min(Math.max(retryAfter, waited), POSTPONED_FOR - waited))
    const progress = { done: 0, waiting: 0, since }
    const postponed = await sources.update(row, { status: 'queued', progress, nextAt })
    if (postponed) tell(postponed)
  }

  return { settle, fail, postpone }
}
