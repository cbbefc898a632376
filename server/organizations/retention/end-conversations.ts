import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/open.ts'

/**
 * Usage still counts deleted questions: each answer leaves its figures, at a time that falls on the same day in
 * every zone.
 */
const keepFigures = (tx: Tx, ids: string[]) =>
  tx.execute(sql`
    insert into past_answers
      (integration_id, channel, created_at, answered, model, prompt_tokens, completion_tokens, model_uses)
    select c.integration_id, c.channel, date_bin('15 minutes', m.created_at, 'epoch'),
      m.answered, m.model, m.prompt_tokens, m.completion_tokens, m.model_uses
    from messages m join conversations c on c.id = m.conversation_id
    where m.role = 'assistant' and c.id in ${ids}`)

/** The conversation that the last link opens, for the team or for who asked: words quoted before can have others. */
export const linkedConversation = (text: SQL) =>
  sql`substring(${text} from '.*(?:[?&]conversation=|#reply=)([0-9a-f-]+)')`

/** Deletes copies of conversations in webhooks, in mails and in notifications: they contain names and questions. */
export async function deleteCopies(tx: Tx, organizationId: string, which: SQL): Promise<void> {
  const those = sql`from conversations c left join handovers h on h.conversation_id = c.id where ${which}`
  // Nothing is sent more than a day after the last message, so later deliveries need not be searched.
  await tx.execute(sql`
    delete from webhook_deliveries d using webhook_endpoints e
    where e.id = d.endpoint_id and e.organization_id = ${organizationId}
      and d.created_at < (select max(greatest(c.last_message_at, h.last_at)) + interval '1 day' ${those})
      and d.body::jsonb #>> '{data,conversation_id}' in (select c.id::text ${those})`)
  for (const [table, text] of [
    [sql`notifications`, sql`link`],
    [sql`mails`, sql`body`],
  ] as const)
    await tx.execute(sql`
      delete from ${table} where organization_id = ${organizationId}
        and ${linkedConversation(text)} in (select h.conversation_id::text ${those})`)
}

/** Deletes conversations and their copies, and keeps their figures. */
export async function endConversations(
  tx: Tx,
  organizationId: string,
  rows: readonly { id: string }[],
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  await keepFigures(tx, ids)
  await deleteCopies(tx, organizationId, sql`c.id in ${ids}`)
  await tx.execute(sql`delete from conversations where id in ${ids}`)
}
