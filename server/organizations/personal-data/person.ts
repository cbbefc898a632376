import { type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { invalid } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'

/** A person in an organization's data. `userId` is missing without an account. */
export type Person = {
  organizationId: string
  userId: string | null
  visitorIds: string[]
  /** Looked up, of their account, or proven; in lower case. */
  emails: string[]
  /** Name of their account, as shown to others; '' without one. */
  name: string
  /** Name that they gave when asking for a person. */
  alias: string
  /** Later data is not included. */
  until: Date
}

export const sqlAny = (values: readonly string[], type: 'uuid' | 'text'): SQL =>
  sql`any(${sql.param(values)}::${sql.raw(type)}[])`

export const basesOf = ({ organizationId }: Pick<Person, 'organizationId'>) =>
  sql`(select id from knowledge_bases where organization_id = ${organizationId})`

/** Their own questions and requests for a person. */
export const isTheirs = ({ userId, visitorIds, emails, until }: Person): SQL => sql`
  c.started_at <= ${until.toISOString()} and (c.user_id = ${userId}::uuid or c.visitor_id = ${sqlAny(visitorIds, 'uuid')}
    or exists (select from handovers t where t.conversation_id = c.id and lower(t.email) = ${sqlAny(emails, 'text')}))`

export const theirConversations = (person: Person): SQL => sql`
  conversations c join integrations i on i.id = c.integration_id and i.organization_id = ${person.organizationId}
  left join handovers h on h.conversation_id = c.id
  where ${isTheirs(person)}`

/** Rows whose text contains one of their addresses, not as a part of a longer one. */
export const mentions = (text: SQL, { emails }: Person) => {
  const whole = emails.map((email) => {
    const literal = email.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&')
    return `(?<![[:alnum:].+_@-])${literal}(?![[:alnum:]-]|\\.[[:alnum:]])`
  })
  return sql`lower(${text}) ~ ${sqlAny(whole, 'text')}`
}

/** With what is written before it without a space. */
const WITH_ADDRESS = '[^[:space:]@]{1,64}@(?:[^[:space:][:punct:]]|[.-])+'
/** Where one can begin: `EMAIL_PATTERN` refuses the other characters. */
const START = /(?<![\p{L}\p{N}.+_@-])(?=[^\s@<>()[\],;:"\\])/gu

/** All that can be an address in these texts, in lower case, and each once: any that `mentions` would find. */
export async function* addressesIn(db: Db, texts: readonly SQL[]): AsyncGenerator<string> {
  const { rows } = await db.execute<{ words: string }>(sql`
    select distinct rtrim((regexp_matches(lower(t.text), ${WITH_ADDRESS}, 'g'))[1], '.') as words
    from (${sql.join([...texts], sql` union all `)}) t(text)`)
  const found = new Set<string>()
  for (const { words } of rows) {
    for (const { index } of words.matchAll(START)) {
      const address = words.slice(index)
      if (found.has(address)) continue
      found.add(address)
      yield address
    }
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type Found = { userId: string | null; visitorIds: string[] }

/** The account or visitor with an id, or who began the conversation with it. */
async function byId(db: Db | Tx, organizationId: string, id: string): Promise<Found> {
  const { rows } = await db.execute<{ userId: string | null; visitorId: string | null }>(sql`
    select u.id as "userId", null as "visitorId" from users u where u.id = ${id}
    union all
    select null, v.id from visitors v join integrations i on i.id = v.integration_id
      where v.id = ${id} and i.organization_id = ${organizationId}
    union all
    select c.user_id, c.visitor_id from conversations c join integrations i on i.id = c.integration_id
      where c.id = ${id} and i.organization_id = ${organizationId}`)
  return {
    userId: rows.find(({ userId }) => userId)?.userId ?? null,
    visitorIds: rows.flatMap(({ visitorId }) => visitorId ?? []),
  }
}

/**
 * Visitors whom a site has signed as its customer with this id or address, and those with these ids. Two sites may
 * number customers alike, and no one must be erased in place of another.
 * @throws Refusal 422 for an id that matches several addresses
 */
async function signedAs(db: Db | Tx, organizationId: string, who: string, visitorIds: string[]) {
  const { rows } = await db.execute<{ id: string; name: string; email: string }>(sql`
    select v.id, v.customer->>'name' as name, lower(v.customer->>'email') as email from visitors v join integrations i on i.id = v.integration_id
    where i.organization_id = ${organizationId}
      and (v.customer->>'id' = ${who} or lower(v.customer->>'email') = ${who.toLowerCase()}
        or v.id = ${sqlAny(visitorIds, 'uuid')})`)
  if (new Set(rows.map(({ email }) => email)).size > 1) throw invalid({ who: say('several_customers') })
  return rows
}

/** Organizations' keys act as users of their own, but are not people. */
async function accountOf(db: Db | Tx, userId: string | null, email: string) {
  const { rows } = await db.execute<{ id: string; email: string; name: string }>(sql`
    select u.id, lower(u.email) as email, trim(u.first_name || ' ' || u.last_name) as name from users u
    where (u.id = ${userId}::uuid or lower(u.email) = ${email})
      and not exists (select from api_keys k where k.user_id = u.id and k.organization_id is not null)`)
  return rows[0] ?? null
}

/** Visitors can type anyone's address, and sites can sign a member's: only a look-up by it means that account. */
const isProven = sql`(h.customer_id is not null or h.requester = 'member')
  and not exists (select from users u where lower(u.email) = lower(h.email))`

/**
 * Everyone whom an address, an id or a signed identity can mean in an organization, even if nothing is stored
 * about them.
 */
export async function findPerson(db: Db | Tx, organizationId: string, who: string): Promise<Person> {
  const text = who.trim().toLowerCase()
  const found = UUID.test(text) ? await byId(db, organizationId, text) : { userId: null, visitorIds: [] }
  const signed = await signedAs(db, organizationId, who.trim(), found.visitorIds)
  const account = await accountOf(db, found.userId, text)
  const address = account?.email ?? signed[0]?.email
  // Others can be signed with the same address, unless it is another account's.
  if (address && !text.includes('@') && (account || !(await accountOf(db, null, address))))
    return findPerson(db, organizationId, address)
  const person: Person = {
    organizationId,
    userId: account?.id ?? null,
    visitorIds: signed.map(({ id }) => id),
    emails: account ? [account.email] : text.includes('@') ? [text] : [],
    name: account?.name ?? '',
    alias: '',
    until: new Date(),
  }
  const { rows } = await db.execute<{
    visitorId: string | null
    email: string | null
    name: string | null
  }>(sql`
    select c.visitor_id as "visitorId", case when ${isProven} then nullif(lower(h.email), '') end as email, h.name
    from ${theirConversations(person)}
    order by c.started_at desc`)
  const known = <Value>(values: (Value | null)[]) => [...new Set(values)].flatMap((value) => value ?? [])
  return {
    ...person,
    visitorIds: known([...person.visitorIds, ...rows.map(({ visitorId }) => visitorId)]),
    emails: known([...person.emails, ...rows.map(({ email }) => email)]),
    alias: [...rows, ...signed].find(({ name }) => name)?.name ?? '',
  }
}
