import { type SQL, sql } from 'drizzle-orm'
import type { Fate, PersonalKind } from '../../../src/services/contract/personal-data.ts'
import type { ReadAccess } from '../../knowledge/readers/may-read.ts'
import { mayReadMessage } from '../../knowledge/readers/may-read.ts'
import { MADE, madeRows, unnameMade } from './made.ts'
import { basesOf, isTheirs, mentions, type Person, sqlAny, theirConversations } from './person.ts'
import {
  groupsOf,
  handoversTo,
  isActor,
  isBack,
  isSentBy,
  isTarget,
  logged,
  mailed,
  notified,
  SENT,
  sentToHooks,
  written,
} from './theirs.ts'

type Kind = {
  /** Tables of its rows; a test checks that no table is forgotten. */
  tables: readonly string[]
  fate: Fate
  /** Rows for the export, as far as the exporting person may read them. */
  rows(person: Person, access: ReadAccess): SQL
  /** Exported in pages of this many rows, in the order of a text that differs in each; by default of the whole row. */
  pages?: { by: SQL; size: number }
  /** Run after their conversations are deleted. */
  erase(person: Person): SQL[]
  /** Texts in which it looks for people's addresses: after a restore, only hashes of these are known. */
  addresses?(of: { organizationId: string; userIds: readonly string[] }): SQL
}

/** All kinds of personal data that an organization stores. */
export const KINDS: Readonly<Record<PersonalKind, Kind>> = {
  account: {
    tables: ['users', 'pictures'],
    fate: 'kept',
    rows: ({ organizationId, userId }) => sql`
      select u.id, u.email, u.first_name, u.last_name, u.job_title, u.timezone, u.locale, u.created_at
      from users u join memberships m on m.user_id = u.id and m.organization_id = ${organizationId}
      where u.id = ${userId}::uuid`,
    erase: () => [],
    addresses: ({ userIds }) => sql`select email from users where id = ${sqlAny(userIds, 'uuid')}`,
  },
  membership: {
    tables: ['memberships', 'provider_identities', 'provisioned_users'],
    fate: 'deleted',
    rows: ({ organizationId, userId }) => sql`
      select m.role, m.joined_at, p.subject as log_in_subject, s.external_id as provisioned_as
      from memberships m
      left join provider_identities p on p.organization_id = m.organization_id and p.user_id = m.user_id
      left join provisioned_users s on s.organization_id = m.organization_id and s.user_id = m.user_id
      where m.organization_id = ${organizationId} and m.user_id = ${userId}::uuid`,
    erase: (person) => {
      const { organizationId, userId, until } = person
      const isOf = sql`t.organization_id = ${organizationId} and t.user_id = ${userId}::uuid`
      return [
        // An older backup may have no other owner.
        sql`delete from memberships t where ${isOf} and t.joined_at <= ${until.toISOString()}
          and (t.role <> 'owner' or exists (select from memberships o where o.organization_id = t.organization_id
            and o.role = 'owner' and o.user_id <> t.user_id))`,
        sql`delete from provisioned_users t where ${isOf} and not ${isBack(person)}`,
        // A log-in through the provider does not readmit them.
        sql`update provider_identities t set subject = null, removed_at = now() where ${isOf} and not ${isBack(person)}`,
      ]
    },
  },
  groups: {
    tables: [
      'group_members',
      'provisioned_group_members',
      'knowledge_base_readers',
      'document_readers',
      'source_readers',
      'integration_readers',
    ],
    fate: 'deleted',
    rows: (person, { bases, closed }) => sql`
      select 'group' as what, g.name from group_members m join provisioned_groups g on g.id = m.group_id
        where g.organization_id = ${person.organizationId} and m.user_id = ${person.userId}::uuid
      union all
      select 'reader', case when b.id = ${sqlAny([...bases], 'uuid')} then b.name end
        from knowledge_base_readers r join knowledge_bases b on b.id = r.knowledge_base_id
        where b.organization_id = ${person.organizationId} and r.user_id = ${person.userId}::uuid
      union all
      select 'reader of a document', case when d.knowledge_base_id = ${sqlAny([...bases], 'uuid')}
          and d.id <> all(${sql.param([...closed])}::uuid[]) then d.name end
        from document_readers r join documents d on d.id = r.document_id
        where d.knowledge_base_id in ${basesOf(person)} and r.user_id = ${person.userId}::uuid
      union all
      select 'reader of a document in its service', case when d.knowledge_base_id = ${sqlAny([...bases], 'uuid')}
          and d.id <> all(${sql.param([...closed])}::uuid[]) then d.name end
        from source_readers r join source_pages p on p.source_id = r.source_id and p.readers = r.list
        join documents d on d.id = p.document_id
        where d.knowledge_base_id in ${basesOf(person)} and r.reader = ${sqlAny(person.emails, 'text')}
      union all
      select 'user of an assistant', i.name from integration_readers r join integrations i on i.id = r.integration_id
        where i.organization_id = ${person.organizationId} and r.user_id = ${person.userId}::uuid`,
    erase: (person) => [
      sql`delete from group_members where user_id = ${person.userId}::uuid
        and group_id in ${groupsOf(person)} and not ${isBack(person)}`,
      sql`delete from knowledge_base_readers where user_id = ${person.userId}::uuid
        and knowledge_base_id in ${basesOf(person)} and not ${isBack(person)}`,
      sql`delete from document_readers where user_id = ${person.userId}::uuid and not ${isBack(person)}
        and document_id in (select id from documents where knowledge_base_id in ${basesOf(person)})`,
      // A service that still names them is read again.
      sql`delete from source_readers where reader = ${sqlAny(person.emails, 'text')} and not ${isBack(person)}
        and source_id in (select id from sources where knowledge_base_id in ${basesOf(person)})`,
      sql`delete from integration_readers where user_id = ${person.userId}::uuid and not ${isBack(person)}
        and integration_id in (select id from integrations where organization_id = ${person.organizationId})`,
    ],
    addresses: (of) => sql`
      select reader from source_readers
      where source_id in (select id from sources where knowledge_base_id in ${basesOf(of)})`,
  },
  invitations: {
    tables: ['invitations'],
    fate: 'deleted',
    rows: ({ organizationId, emails, until }) => sql`
      select email, role, status, created_at, expires_at from invitations
      where organization_id = ${organizationId} and email = ${sqlAny(emails, 'text')} and created_at <= ${until.toISOString()}`,
    erase: ({ organizationId, emails, until }) => [
      sql`delete from invitations where organization_id = ${organizationId} and email = ${sqlAny(emails, 'text')}
        and created_at <= ${until.toISOString()}`,
    ],
    addresses: ({ organizationId }) =>
      sql`select email from invitations where organization_id = ${organizationId}`,
  },
  conversations: {
    tables: [
      'conversations',
      'messages',
      'handovers',
      'handover_entries',
      'handover_tickets',
      'idempotency_keys',
    ],
    fate: 'deleted',
    rows: (person, access) => sql`
      select c.id, c.channel, c.title, c.tags, c.started_at, c.last_message_at,
        (select json_agg(json_build_object('role', m.role, 'at', m.created_at,
            'content', case when ${mayReadMessage(access)} then m.content end,
            'withheld', not (${mayReadMessage(access)})) order by m.position)
          from messages m where m.conversation_id = c.id) as messages,
        case when h.conversation_id is not null then json_build_object('name', h.name, 'email', h.email,
          'customer_id', h.customer_id,
          'status', h.status, 'requested_at', h.requested_at, 'entries',
          (select json_agg(json_build_object('kind', e.kind, 'at', e.created_at, 'content', e.content)
            order by e.created_at) from handover_entries e
            where e.conversation_id = c.id and e.kind in ('visitor', 'reply'))) end as handover
      from ${theirConversations(person)}`,
    pages: { by: sql`concat(t.started_at, ' ', t.id)`, size: 50 },
    erase: () => [],
    addresses: ({ organizationId }) =>
      sql`select email from handovers where organization_id = ${organizationId}`,
  },
  ratings: {
    tables: ['conversation_verdicts'],
    fate: 'deleted',
    rows: (person) => sql`
      select 'answer' as what, m.conversation_id, m.feedback::jsonb as said from messages m
        join conversations c on c.id = m.conversation_id join integrations i on i.id = c.integration_id
        where i.organization_id = ${person.organizationId} and m.feedback is not null and ${isTheirs(person)}
      union all
      select 'conversation', v.conversation_id, to_jsonb(v.helped) from conversation_verdicts v
        where v.conversation_id in (select c.id from ${theirConversations(person)})
      union all
      select 'person', h.conversation_id, to_jsonb(h.rating) from ${theirConversations(person)} and h.rating is not null`,
    erase: () => [],
  },
  visits: {
    tables: ['visitors', 'visitor_questions', 'channel_messages'],
    fate: 'deleted',
    rows: ({ visitorIds }) => sql`
      select v.id, v.customer as signed_identity, v.created_at, v.last_seen_at, h.name as channel,
        (select json_agg(json_build_object('at', m.created_at, 'place', m.place, 'content', m.content)
            order by m.created_at) from channel_messages m where m.visitor_id = v.id) as written_there,
        (select count(*)::int from visitor_questions q where q.visitor_id = v.id) as questions
      from visitors v left join channels h on h.id = v.channel_id where v.id = ${sqlAny(visitorIds, 'uuid')}`,
    pages: { by: sql`t.id::text`, size: 50 },
    erase: ({ visitorIds }) => [sql`delete from visitors where id = ${sqlAny(visitorIds, 'uuid')}`],
    addresses: ({ organizationId }) => sql`
      select v.customer->>'email' from visitors v join integrations i on i.id = v.integration_id
      where i.organization_id = ${organizationId}`,
  },
  replies: {
    tables: ['handover_entries'],
    fate: 'unnamed',
    rows: (person) => sql`
      select e.id, e.conversation_id, e.kind, e.content, e.created_at from handover_entries e where ${written(person)}`,
    pages: { by: sql`concat(t.created_at, ' ', t.id)`, size: 1000 },
    erase: (person) => [
      sql`update handover_entries e set content = '' where e.kind = 'assigned' and ${person.name} <> ''
        and e.content = ${person.name} and e.conversation_id in
          (select conversation_id from handovers where organization_id = ${person.organizationId})`,
      sql`update handover_entries e set author_id = null, author = '' where ${written(person)}`,
    ],
  },
  work: {
    tables: [...MADE.map(({ table }) => table), 'handover_settings'],
    fate: 'unnamed',
    rows: (person, access) => sql`${madeRows(person, access)}
      union all
      select 'handover_settings', i.name, null from ${handoversTo(person)}`,
    erase: (person) => [
      ...unnameMade(person),
      // Requests that would only go to them go to the inbox, so that none is lost.
      sql`update handover_settings set settings = settings || '{"email": "", "inbox": true}'
        where integration_id in (select i.id from ${handoversTo(person, ['email'])})`,
      sql`update handover_settings set zendesk_token = null, zendesk_failure = null,
          settings = settings || '{"zendesk_url": "", "zendesk_email": "", "inbox": true}'
        where integration_id in (select i.id from ${handoversTo(person, ['zendesk_email'])})`,
    ],
    addresses: ({ organizationId }) => sql`
      select concat_ws(' ', s.settings->>'email', s.settings->>'zendesk_email') from handover_settings s join integrations i on i.id = s.integration_id
      where i.organization_id = ${organizationId}`,
  },
  notifications: {
    tables: ['notifications'],
    fate: 'deleted',
    // Their texts can be about others, or about knowledge that the exporting person may not read.
    rows: (person) => sql`
      select n.type, n.created_at, n.read_at from notifications n where ${notified(person)}`,
    erase: (person) => [sql`delete from notifications n where ${notified(person)}`],
    addresses: ({ organizationId }) => sql`
      select n.title || ' ' || n.message from notifications n where n.organization_id = ${organizationId}`,
  },
  webhooks: {
    tables: ['webhook_deliveries'],
    fate: 'deleted',
    rows: (person) => sql`
      select d.type, d.status, d.created_at from webhook_deliveries d where ${sentToHooks(person)}`,
    erase: (person) => [sql`delete from webhook_deliveries d where ${sentToHooks(person)}`],
    addresses: ({ organizationId }) => sql`
      select ${SENT} from webhook_deliveries d where ${isSentBy(organizationId)}`,
  },
  mails: {
    tables: ['mails'],
    fate: 'deleted',
    rows: (person) => sql`
      select m.recipient, m.subject, m.created_at from mails m where ${mailed(person)}`,
    erase: (person) => [sql`delete from mails m where ${mailed(person)}`],
    addresses: ({ organizationId }) => sql`
      select concat_ws(' ', recipient, body) from mails where organization_id = ${organizationId}`,
  },
  feedback: {
    tables: ['feedback'],
    fate: 'unnamed',
    rows: ({ organizationId, userId }) => sql`
      select message, page, created_at from feedback
      where organization_id = ${organizationId} and user_id = ${userId}::uuid`,
    erase: ({ organizationId, userId }) => [
      sql`update feedback set user_id = null where organization_id = ${organizationId} and user_id = ${userId}::uuid`,
    ],
  },
  audit: {
    tables: ['audit_entries'],
    fate: 'unnamed',
    rows: (person) => sql`
      select id, at, action, actor_name, target_name, details, address, user_agent from audit_entries where ${logged(person)}`,
    pages: { by: sql`concat(t.at, ' ', t.id)`, size: 5000 },
    erase: (person) => [
      sql`select set_config('lectern.audit_erasure', 'on', true)`,
      sql`update audit_entries set
          actor_id = case when ${isActor(person)} then null else actor_id end,
          actor_name = case when ${isActor(person)} then '' else actor_name end,
          actor_email = case when ${isActor(person)} then null else actor_email end,
          api_key_id = case when ${isActor(person)} then null else api_key_id end,
          api_key_name = case when ${isActor(person)} then null else api_key_name end,
          address = case when ${isActor(person)} then '' else address end,
          user_agent = case when ${isActor(person)} then '' else user_agent end,
          target_id = case when ${isTarget(person)} then null else target_id end,
          target_name = case when ${isTarget(person)} then '' else target_name end,
          -- A list keeps its other names.
          details = (select coalesce(jsonb_object_agg(d.key, d.rest), '{}') from (
            select key, value, array_to_string(array(select name from unnest(string_to_array(value, ', ')) name
              where not ${mentions(sql`name`, person)}), ', ') as rest from jsonb_each_text(details)) d
            where d.rest <> '' or d.value = '')
        where ${logged(person)}`,
      sql`select set_config('lectern.audit_erasure', 'off', true)`,
    ],
    addresses: ({ organizationId }) => sql`
      select concat_ws(' ', actor_email, target_name, details) from audit_entries
      where organization_id = ${organizationId}`,
  },
}
