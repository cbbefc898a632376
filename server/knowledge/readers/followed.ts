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

/** Readers of an item in its service, as the service names them. */
export type ItemReaders =
  | 'anyone'
  | {
      /** Their addresses. */
      people: readonly string[]
      /** Domains whose addresses can all read it. */
      domains?: readonly string[]
      /** Addresses of groups whose members the service does not reveal. */
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

/** Readers named by both lists: a domain includes its people; members of groups are unknown here. */
export const commonOf = (one: readonly string[], other: readonly string[]) => {
  if (one.includes(ANYONE)) return [...other]
  if (other.includes(ANYONE)) return [...one]
  return [...new Set([...one.filter(covering(other)), ...other.filter(covering(one))])].sort()
}

/** The number of each kind in a list. */
export const countsOf = (rows: readonly string[]) => {
  const beginning = (sign: string) => rows.filter((row) => row.startsWith(sign)).length
  const counts = { domains: beginning(DOMAIN), groups: beginning(GROUP) }
  const anyone = rows.includes(ANYONE)
  return { ...counts, anyone, people: anyone ? 0 : rows.length - counts.domains - counts.groups }
}

/** Names in a list, for the audit log. */
export const namesOf = (rows: readonly string[]) =>
  rows.filter((row) => row !== ANYONE).map((row) => (row.startsWith(GROUP) ? row.slice(GROUP.length) : row))

/** A list's entries for a person with a confirmed address: the address and its domain. */
const addressesOf = sql`(lower(u.email), lower(substring(u.email from '@[^@]*$')))`
/** A list's entry for a service's group that a group here represents. */
export const readerOfGroup = sql`${GROUP} || ${groups.serviceAddress}`
/** In another organization, the same group address means a different group. */
const groupOfSource = sql`exists (select from sources s join knowledge_bases b on b.id = s.knowledge_base_id
  where s.id = r.source_id and b.organization_id = g.organization_id)`

/** Lists that name a person, as rows `r`: by confirmed address, by domain, or by a group represented here. */
const listsNaming = (readerId: string | AnyPgColumn) => sql`
  select r.source_id, r.list from ${users} u join ${sourceReaders} r on r.reader in ${addressesOf}
    where u.id = ${readerId} and u.email_verified_at is not null
  union all
  select r.source_id, r.list from ${groupMembers} m join ${groups} g on g.id = m.group_id
    join ${sourceReaders} r on r.reader = ${GROUP} || g.service_address
    where m.user_id = ${readerId} and ${groupOfSource}`

/**
 * Documents whose service names a person. Names are compared on each query, so that anyone who joins later,
 * confirms an address or enters a group can read from then on, and anyone who changes an address no longer can.
 */
export const followedBy = (readerId: string | AnyPgColumn): SQL => {
  // One document at a time if the person differs from row to row.
  const isOne = typeof readerId === 'string' ? sql`true` : sql`p.document_id = ${documents.id}`
  return sql`(select p.document_id from (${listsNaming(readerId)}) l
    join ${sourcePages} p on p.source_id = l.source_id and p.readers = l.list
    where p.document_id is not null and ${isOne})`
}

/** Lists of a source, named `sources`, that name a member of its organization. */
export const listsWithMembers = sql`(select r.list from source_readers r
  join knowledge_bases b on b.id = sources.knowledge_base_id
  where r.source_id = sources.id and (
    exists (select from users u join memberships m on m.user_id = u.id and m.organization_id = b.organization_id
      where u.email_verified_at is not null and r.reader in ${addressesOf})
    or exists (select from provisioned_groups g join group_members m on m.group_id = g.id
      join memberships n on n.user_id = m.user_id and n.organization_id = g.organization_id
      where g.organization_id = b.organization_id and r.reader = ${GROUP} || g.service_address)))`

/** The first of the named groups that no group of its organization represents. */
export const groupsUnknown = sql<string[]>`array(select distinct substr(r.reader, 2) from source_readers r
  join knowledge_bases b on b.id = sources.knowledge_base_id
  where r.source_id = sources.id and r.reader like ${`${GROUP}%`} and not exists (
    select from provisioned_groups g where g.organization_id = b.organization_id
      and g.service_address = substr(r.reader, 2))
  order by 1 limit 20)`
