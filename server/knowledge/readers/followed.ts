import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  documents,
  groupMembers,
  groups,
  sourcePages,
  sourceReaders,
  users,
} from '../../kernel/db/schema/index.ts'

/** Who may read an item in its service, as the service names them. */
export type ItemReaders =
  | 'anyone'
  | {
      /** Their addresses. */
      people: readonly string[]
      /** Everybody with an address there. */
      domains?: readonly string[]
      /** Addresses of groups whose members the service does not tell. */
      groups?: readonly string[]
    }

const ANYONE = '*'
const DOMAIN = '@'
const GROUP = ':'

/** The rows of a list of `source_readers`. */
export const rowsOf = (readers: ItemReaders): string[] => {
  if (readers === 'anyone') return [ANYONE]
  const { people, domains = [], groups = [] } = readers
  const named = [
    ...people.filter((address) => /^[^@:*].*@/.test(address)),
    ...domains.map((domain) => DOMAIN + domain),
    ...groups.map((group) => GROUP + group),
  ]
  return [...new Set(named.map((reader) => reader.toLowerCase()))].sort()
}

const covering = (rows: readonly string[]) => {
  const named = new Set(rows)
  return (row: string) => named.has(row) || named.has(row.slice(row.lastIndexOf('@')))
}

/** Those whom two lists name: a person may be among a domain; who is in a group is not known here. */
export const commonOf = (one: readonly string[], other: readonly string[]) => {
  if (one.includes(ANYONE)) return [...other]
  if (other.includes(ANYONE)) return [...one]
  return [...new Set([...one.filter(covering(other)), ...other.filter(covering(one))])].sort()
}

/** How many of each kind a list names. */
export const countsOf = (rows: readonly string[]) => {
  const beginning = (sign: string) => rows.filter((row) => row.startsWith(sign)).length
  const counts = { domains: beginning(DOMAIN), groups: beginning(GROUP) }
  const anyone = rows.includes(ANYONE)
  return { ...counts, anyone, people: anyone ? 0 : rows.length - counts.domains - counts.groups }
}

/** Those that it names, as the audit log does. */
export const namesOf = (rows: readonly string[]) =>
  rows.filter((row) => row !== ANYONE).map((row) => (row.startsWith(GROUP) ? row.slice(GROUP.length) : row))

/** What a list calls a person whose address is proven, by it and by its domain. */
const addressesOf = sql`(lower(u.email), lower(substring(u.email from '@[^@]*$')))`
/** What a list calls a group of a service that a group here stands for. */
export const readerOfGroup = sql`${GROUP} || ${groups.serviceAddress}`
/** Of another organization, a group of the same address is another group. */
const groupOfSource = sql`exists (select from sources s join knowledge_bases b on b.id = s.knowledge_base_id
  where s.id = r.source_id and b.organization_id = g.organization_id)`

/** The lists that name a person, as rows `r`: by a proven address, its domain, or a group here that stands for one there. */
const listsNaming = (readerId: string | AnyPgColumn) => sql`
  select r.source_id, r.list from ${users} u join ${sourceReaders} r on r.reader in ${addressesOf}
    where u.id = ${readerId} and u.email_verified_at is not null
  union all
  select r.source_id, r.list from ${groupMembers} m join ${groups} g on g.id = m.group_id
    join ${sourceReaders} r on r.reader = ${GROUP} || g.service_address
    where m.user_id = ${readerId} and ${groupOfSource}`

/**
 * The documents whose service names a person. Names are compared whenever somebody asks, so that whoever joins later,
 * proves an address or comes into a group reads from then on, and whoever changes an address reads no longer.
 */
export const followedBy = (readerId: string | AnyPgColumn): SQL => {
  // One document at a time where the person differs from row to row.
  const isOne = typeof readerId === 'string' ? sql`true` : sql`p.document_id = ${documents.id}`
  return sql`(select p.document_id from (${listsNaming(readerId)}) l
    join ${sourcePages} p on p.source_id = l.source_id and p.readers = l.list
    where p.document_id is not null and ${isOne})`
}

/** The lists of a source, which is called `sources`, that name a member of its organization. */
export const listsWithMembers = sql`(select r.list from source_readers r
  join knowledge_bases b on b.id = sources.knowledge_base_id
  where r.source_id = sources.id and (
    exists (select from users u join memberships m on m.user_id = u.id and m.organization_id = b.organization_id
      where u.email_verified_at is not null and r.reader in ${addressesOf})
    or exists (select from provisioned_groups g join group_members m on m.group_id = g.id
      join memberships n on n.user_id = m.user_id and n.organization_id = g.organization_id
      where g.organization_id = b.organization_id and r.reader = ${GROUP} || g.service_address)))`

/** The groups that it names and that no group of its organization stands for, the first of them. */
export const groupsUnknown = sql<string[]>`array(select distinct substr(r.reader, 2) from source_readers r
  join knowledge_bases b on b.id = sources.knowledge_base_id
  where r.source_id = sources.id and r.reader like ${`${GROUP}%`} and not exists (
    select from provisioned_groups g where g.organization_id = b.organization_id
      and g.service_address = substr(r.reader, 2))
  order by 1 limit 20)`
