import { sql } from 'drizzle-orm'
import { linkedConversation } from '../retention/end-conversations.ts'
import { mentions, type Person, sqlAny, theirConversations } from './person.ts'

/** Whether they returned after this erasure. */
export const isBack = ({ organizationId, userId, until }: Person) =>
  sql`exists (select from memberships b where b.organization_id = ${organizationId} and b.user_id = ${userId}::uuid
    and b.joined_at > ${until.toISOString()})`

export const groupsOf = ({ organizationId }: Person) =>
  sql`(select id from provisioned_groups where organization_id = ${organizationId})`

export const notified = (person: Person) => sql`n.organization_id = ${person.organizationId}
  and (n.user_id = ${person.userId}::uuid or ${mentions(sql`n.title || ' ' || n.message`, person)}
    or ${linkedConversation(sql`n.link`)} in (select c.id::text from ${theirConversations(person)})
    or (${person.name} <> '' and exists (select from jsonb_each(n.values) v where v.value = to_jsonb(${person.name}::text))))`

export const isSentBy = (organizationId: string) =>
  sql`d.endpoint_id in (select id from webhook_endpoints where organization_id = ${organizationId})`
export const SENT = sql`regexp_replace(d.body, '\\\\[bfnrt]', ' ', 'g')`
export const sentToHooks = (person: Person) => sql`${isSentBy(person.organizationId)}
  and (${mentions(SENT, person)}
    or d.body::jsonb #>> '{data,conversation_id}' in (select c.id::text from ${theirConversations(person)}))`

export const mailed = (person: Person) => sql`m.organization_id = ${person.organizationId}
  and (lower(m.recipient) = ${sqlAny(person.emails, 'text')} or ${mentions(sql`m.body`, person)}
    or ${linkedConversation(sql`m.body`)} in (select c.id::text from ${theirConversations(person)}))`

/** Assistants that mail requests for a person to them, or make tickets in Zendesk as them. */
export const handoversTo = (
  { organizationId, emails }: Person,
  by: readonly ('email' | 'zendesk_email')[] = ['email', 'zendesk_email'],
) => sql`handover_settings s join integrations i on i.id = s.integration_id
  where i.organization_id = ${organizationId} and exists (select from jsonb_each_text(s.settings) e
    where e.key = ${sqlAny(by, 'text')} and lower(e.value) = ${sqlAny(emails, 'text')})`

export const isActor = ({ userId, emails }: Person) =>
  sql`(actor_id = ${userId}::uuid or lower(actor_email) = ${sqlAny(emails, 'text')})`
export const isTarget = ({ userId, emails }: Person) =>
  sql`(target_id = ${userId}::uuid or lower(target_name) = ${sqlAny(emails, 'text')})`
export const logged = (person: Person) => sql`organization_id = ${person.organizationId}
  and at <= ${person.until.toISOString()}
  and (coalesce(${isActor(person)}, false) or coalesce(${isTarget(person)}, false)
    or exists (select from jsonb_each_text(details) d where ${mentions(sql`d.value`, person)}))`

export const written = ({ organizationId, userId, until }: Person) => sql`e.author_id = ${userId}::uuid
  and e.created_at <= ${until.toISOString()}
  and e.conversation_id in (select conversation_id from handovers where organization_id = ${organizationId})`
