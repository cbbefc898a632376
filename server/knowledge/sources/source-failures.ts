import { inArray } from 'drizzle-orm'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { Context } from '../../context.ts'
import { users } from '../../kernel/db/schema/index.ts'
import { asMailText } from '../../kernel/mail/words.ts'
import { saidIn } from '../../kernel/texts/ingestion-failure.ts'
import { say } from '../../kernel/texts/say.ts'
import { createResponsible } from '../responsible.ts'
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
    const readers = await db.select({ email: users.email }).from(users).where(inArray(users.id, userIds))
    for (const { email } of readers)
      mail.send({
        to: email,
        organizationId,
        subject: { code: 'source_failure', values: { host: asMailText(host) } },
        says: [reason, hint, { label: say('source_mail.open'), url: link(page) }],
      })
  }
}
