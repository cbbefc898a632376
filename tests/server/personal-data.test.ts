import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { changedNames, recordAlone } from '../../server/kernel/audit.ts'
import {
  auditEntries,
  conversations,
  documents,
  erasures,
  handoverEntries,
  handovers,
  mails,
  messages,
  notifications,
  providerIdentities,
  removedAddresses,
  visitors,
  webhookDeliveries,
  webhookEndpoints,
} from '../../server/kernel/db/schema/index.ts'
import { createErasuresRepository } from '../../server/organizations/personal-data/erasures.repository.ts'
import { KINDS } from '../../server/organizations/personal-data/kinds.ts'
import { findPerson } from '../../server/organizations/personal-data/person.ts'
import { CLOSE } from '../../src/services/contract/close-codes.ts'
import { Erasure, Erasures, PersonalData } from '../../src/services/contract/personal-data.ts'
import { makePlace } from '../harness/database.ts'
import { type Client, createClient, until } from '../harness/knowledge.ts'
import { mailsTo, tokenIn } from '../harness/mails.ts'
import { operate } from '../harness/operator.ts'
import { serveOrganization } from '../harness/serve.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'
import { openSocket } from '../harness/socket.ts'

/** Tables that hold something of people, and why no organization hands it out or erases it. */
const OF_NO_ORGANIZATION: Readonly<Record<string, string>> = {
  backup_codes: 'Guards the account.',
  billing_details: 'Of the account, which is never deleted here once it has paid.',
  mailed_links: 'Guards the account.',
  open_sockets: 'Lasts as long as a page is open.',
  public_pages: 'How much a visitor may ask.',
  payments: 'Of the account; books are kept.',
  plan_periods: 'Of the account; books are kept.',
  planned_changes: 'Of the account; books are kept.',
  provider_sessions: 'Guards the account, and ends with the membership.',
  provisioned_groups: 'Who fills a group: people or a provider.',
  organization_renewals: 'Of the organization: what the provider calls whoever pays for it.',
  renewals: 'Of the account, which is never deleted here once it has paid.',
  removed_addresses: 'Keyed hashes of removed people, which keep them out.',
  retention_runs: 'A count.',
  sessions: 'Guards the account.',
  sign_ins: 'Guards the account, for 90 days.',
  two_factors: 'Guards the account.',
}

const PERSONAL = /user|visitor|email|author|actor|assignee|recipient|holder|address|subject|customer|_by$/

/** What holds something of people, by the names and references of its columns. */
const personalTables = async (server: TestServer): Promise<string[]> => {
  const { rows } = await server.context.db.execute<{
    table: string
    column: string
    refers: string | null
  }>(sql`
    select c.relname as table, a.attname as column,
      (select f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
        and f.conkey = array[a.attnum] limit 1) as refers
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`)
  const isPersonal = ({ column, refers }: (typeof rows)[number]) =>
    refers === 'users' || refers === 'visitors' || PERSONAL.test(column)
  return [...new Set(rows.filter(isPersonal).map(({ table }) => table))].sort()
}

/** Every row of every table that says one of `words`. */
const traces = async ({ context: { db } }: TestServer, words: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ line: string }>(
      sql`select row_to_json(t)::text as line from ${sql.identifier(name)} t`,
    )
    for (const { line } of rows)
      if (words.some((word) => line.toLowerCase().includes(word.toLowerCase()))) found.push(`${name} ${line}`)
  }
  return found
}

describe('what is kept about one person', async () => {
  const people = () => server.context.db
  const at = (part = 'personal-data', of = organizationId) => `/api/v1/organizations/${of}/${part}`
  const look = async (who: string, client = ann) =>
    PersonalData.parse((await client.call('POST', at(), { who })).body)
  const countsOf = ({ kept }: Pick<PersonalData, 'kept'>) =>
    Object.fromEntries(kept.map(({ kind, count }) => [kind, count]))
  const erased = async (who: string) => {
    const { status, body } = await ann.call('POST', at('erasures'), { who })
    expect(status).toBe(202)
    const { id } = Erasure.parse(body)
    const list = async () => Erasures.parse((await ann.call('GET', at('erasures'))).body)
    return (await until(list, (all) => all.every(({ finished_at }) => finished_at !== null))).find(
      (one) => one.id === id,
    )!
  }

  const exported = async (who: string) => {
    const answer = await fetch(server.url + at('personal-data/export'), {
      method: 'POST',
      headers: { ...owner.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ who }),
    })
    expect(answer.headers.get('content-type')).toBe('application/zip')
    return unzipSync(new Uint8Array(await answer.arrayBuffer()))
  }

  /** Somebody who asked from a public page, and asked for a person; with what repeats that. */
  const visit = async (email: string, name: string, integrationId = desk, of = organizationId) => {
    const [visitor] = await people()
      .insert(visitors)
      .values({ integrationId, tokenHash: `${email} ${integrationId}` })
      .returning()
    const [row] = await people()
      .insert(conversations)
      .values({ integrationId, channel: 'share', title: `${name}’s boots`, visitorId: visitor!.id })
      .returning()
    const conversationId = row!.id
    await people()
      .insert(messages)
      .values([
        { conversationId, position: 0, role: 'user', content: `I am ${name}`, status: 'complete' },
        {
          conversationId,
          position: 1,
          role: 'assistant',
          content: 'Hello.',
          status: 'complete',
          answered: true,
        },
      ])
    await people().insert(handovers).values({
      conversationId,
      organizationId: of,
      integrationId,
      reason: 'asked',
      inInbox: true,
      name,
      email,
      language: 'en',
      rating: 5,
    })
    await people()
      .insert(notifications)
      .values({
        userId: owner.user.id,
        organizationId: of,
        type: 'handover_requested',
        title: `${name} asks for a person`,
        message: email,
        link: `/inbox?conversation=${conversationId}`,
      })
    const [hook] = await people()
      .insert(webhookEndpoints)
      .values({
        organizationId: of,
        url: 'https://hooks.example.com',
        events: [],
        secret: '',
        enabled: false,
      })
      .returning()
    const body = JSON.stringify({ data: { conversation_id: conversationId, email, name } })
    await people().insert(webhookDeliveries).values({ endpointId: hook!.id, type: 'test', body })
    return { visitorId: visitor!.id, conversationId }
  }

  /** Somebody who was invited, joined and worked here. */
  const join = async (email: string, into = organizationId, client = ann) => {
    await client.call('POST', at('invitations', into), { emails: [email], role: 'editor' })
    const [mail] = await mailsTo(server, email)
    const person = await server.register(email)
    const accepted = await createClient(server.url, person).call('POST', '/api/v1/invitations/accept', {
      token: tokenIn(mail!.body),
    })
    expect(accepted.status).toBe(200)
    return person
  }

  const { server, person: owner, ann, organizationId } = await serveOrganization({ appFolder: '/nowhere' })
  const desk = (await ann.integration(organizationId, [])).id

  it('is in no table that export and erasure do not know', async () => {
    const known = new Set(Object.values(KINDS).flatMap(({ tables }) => tables))
    const personal = await personalTables(server)
    expect(personal.filter((table) => !known.has(table) && !(table in OF_NO_ORGANIZATION))).toEqual([])
    expect(Object.keys(OF_NO_ORGANIZATION).filter((table) => !personal.includes(table))).toEqual([])
  })

  it('is found again after a restore by each kind that is erased by an address', () => {
    const person = { organizationId, userId: null, visitorIds: [], emails: ['ann@example.com'], name: '' }
    const usesAddress = (statement: SQL) =>
      JSON.stringify(new PgDialect().sqlToQuery(statement).params).includes('ann@')
    const missing = Object.entries(KINDS).filter(
      ([, { erase, addresses }]) =>
        !addresses && erase({ ...person, alias: '', until: new Date() }).some(usesAddress),
    )
    expect(missing.map(([kind]) => kind)).toEqual([])
  })

  it('is found by address, by visitor and by conversation, and nothing is told of strangers', async () => {
    const { visitorId, conversationId } = await visit('grace@example.com', 'Grace Hopper')
    const found = await look(' Grace@Example.com ')
    expect(found).toMatchObject({ name: 'Grace Hopper', emails: ['grace@example.com'], blocked_by: null })
    expect(countsOf(found)).toEqual({
      conversations: 1,
      ratings: 1,
      visits: 1,
      notifications: 1,
      webhooks: 1,
    })
    expect(await look(visitorId)).toEqual({ ...found, emails: [] })
    const customer = { id: 'C-17', email: 'grace@work.example', name: 'Grace Hopper' }
    await people().update(visitors).set({ customer }).where(eq(visitors.id, visitorId))
    for (const signed of ['C-17', 'grace@work.example'])
      expect(await look(signed)).toMatchObject({ name: 'Grace Hopper', kept: found.kept })
    expect(await look(conversationId)).toMatchObject({ name: 'Grace Hopper', kept: found.kept })
    // Whoever is signed with her address elsewhere is the same person.
    const channel = await visit('g.hopper@example.com', 'Grace Hopper')
    await people()
      .update(visitors)
      .set({ customer: { ...customer, id: 'grace@work.example', email: 'Grace@Work.example' } })
      .where(eq(visitors.id, channel.visitorId))
    const everything = await look('grace@work.example')
    expect(countsOf(everything)).toMatchObject({ conversations: 2, visits: 2 })
    expect(everything.emails).toEqual(['grace@work.example'])
    for (const who of ['C-17', visitorId, conversationId, channel.visitorId, channel.conversationId])
      expect(await look(who)).toEqual(everything)
    // Another site's customer with the same number is somebody else.
    const namesake = await visit('rosa@example.com', 'Rosa')
    await people()
      .update(visitors)
      .set({ customer: { ...customer, email: 'rosa@example.com', name: 'Rosa' } })
      .where(eq(visitors.id, namesake.visitorId))
    for (const path of [at(), at('personal-data/export'), at('erasures')])
      expect(await ann.call('POST', path, { who: 'C-17' })).toMatchObject({
        status: 422,
        body: { fields: { who: 'Several customers have this ID. Enter an email address.' } },
      })
    expect(await look('grace@work.example')).toEqual(everything)
    const stranger = await server.register()
    const nothing = { name: '', emails: [], kept: [], blocked_by: null }
    expect(await look(stranger.user.email)).toEqual(nothing)
    expect(await look(stranger.user.id)).toEqual(nothing)
    expect((await ann.call('POST', at('erasures'), { who: stranger.user.email })).status).toBe(404)
    expect((await ann.call('POST', at(), { who: ' ' })).status).toBe(422)
    const elsewhere = createClient(server.url, stranger)
    expect((await elsewhere.call('PATCH', '/api/v1/users/me', { first_name: 'Zoe' })).status).toBe(200)
    await visit(stranger.user.email, 'A customer')
    expect(await look(stranger.user.email)).toMatchObject({ name: 'A customer' })
  })

  it('is exported as JSON with a readme, and the log says so without a name', async () => {
    await visit('mary@example.com', 'Mary Shelley')
    const files = await exported('mary@example.com')
    const text = (name: string) => Buffer.from(files[name]!).toString('utf8')
    expect(Object.keys(files).sort()).toEqual([
      'conversations.json',
      'notifications.json',
      'ratings.json',
      'readme.txt',
      'visits.json',
      'webhooks.json',
    ])
    expect(text('readme.txt')).toContain('Acme: data about mary@example.com')
    expect(text('readme.txt')).toContain('conversations.json: 1')
    expect(JSON.parse(text('conversations.json'))).toMatchObject([
      {
        messages: [{ content: 'I am Mary Shelley' }, { content: 'Hello.' }],
        handover: { email: 'mary@example.com' },
      },
    ])
    const log = (await ann.call('GET', at('audit-log?subject=person'))).body.items
    expect(log).toMatchObject([{ action: 'person.exported', target: null, details: {} }])
  })

  it('is read page by page for an export, which has each conversation once, the earliest first', async () => {
    const { visitorId } = await visit('busy@example.com', 'Busy')
    await people().execute(sql`
      insert into conversations (integration_id, channel, title, visitor_id, started_at)
      select ${desk}, 'share', n::text, ${visitorId}, now() - make_interval(days => n) from generate_series(1, 149) n`)
    const execute = vi.spyOn(people(), 'execute')
    const files = await exported('busy@example.com')
    const answers = await Promise.all(execute.mock.results.map(({ value }) => value))
    const sizes = answers.flatMap(({ rows }) => (rows[0] && 'row' in rows[0] ? [rows.length] : []))
    execute.mockRestore()
    expect(Math.max(...sizes)).toBe(50)
    const told: { title: string }[] = JSON.parse(Buffer.from(files['conversations.json']!).toString('utf8'))
    expect(told.map(({ title }) => title)).toEqual([
      ...Array.from({ length: 149 }, (_, n) => String(149 - n)),
      'Busy’s boots',
    ])
  })

  it('is read page by page also where its rows have no id and are equal', async () => {
    await people().execute(sql`
      insert into notifications (user_id, organization_id, type, title, message)
      select ${owner.user.id}::uuid, ${organizationId}::uuid, 'member_left', '', '' from generate_series(1, 5001)`)
    const repository = createErasuresRepository(people())
    const person = await findPerson(people(), organizationId, owner.user.email)
    const access = { bases: new Set<string>(), closed: new Set<string>() }
    const pages: string[][] = await Readable.from(
      repository.exported('notifications', person, access),
    ).toArray()
    await people().execute(sql`delete from notifications where user_id = ${owner.user.id}::uuid`)
    expect([pages[0]!.length, pages.flat().length >= 5001]).toEqual([5000, true])
    expect(pages.flat().filter((row) => row.includes('member_left')).length).toBe(5001)
  })

  it('withholds words of knowledge that whoever exports may not read', async () => {
    const { conversationId } = await visit('iris@example.com', 'Iris')
    const { id: base } = await ann.knowledgeBase(organizationId, 'Salaries')
    await people().execute(sql`update knowledge_bases set is_restricted = true where id = ${base}`)
    await people().execute(sql`update messages set read_from = array[${base}::uuid]
      where conversation_id = ${conversationId} and role = 'assistant'`)
    const repository = createErasuresRepository(people())
    const person = await findPerson(people(), organizationId, 'iris@example.com')
    const told = async (readable: string[]): Promise<{ messages: object[] }[]> => {
      const access = { bases: new Set(readable), closed: new Set<string>() }
      const [rows] = await Readable.from(repository.exported('conversations', person, access)).toArray()
      return rows.map((row: string) => JSON.parse(row))
    }
    expect((await told([]))[0]!.messages[1]).toMatchObject({ content: null, withheld: true })
    expect((await told([base]))[0]!.messages[1]).toMatchObject({ content: 'Hello.', withheld: false })
  })

  it('is gone after an erasure, wherever it was, and others keep theirs', async () => {
    await visit('ada@example.com', 'Ada Lovelace')
    const other = await visit('bob@example.com', 'Bob')
    const receipt = await erased('ada@example.com')
    expect(receipt).toMatchObject({ done: 1, total: 1, requested_by: owner.user.email })
    expect(countsOf({ kept: receipt.erased })).toMatchObject({ conversations: 1, visits: 1 })
    expect(JSON.stringify(receipt)).not.toMatch(/ada|lovelace/i)
    expect(await traces(server, ['ada@example.com', 'Lovelace'])).toEqual([])
    expect(await traces(server, [other.conversationId])).not.toEqual([])
    expect(countsOf(await look('bob@example.com'))).toMatchObject({ conversations: 1 })
    const usage = await ann.call('GET', at('usage/series?days=7'))
    expect(usage.body.by_integration[0].questions).toBeGreaterThanOrEqual(2)
    const log = (await ann.call('GET', at('audit-log?subject=person'))).body.items
    expect(log.slice(0, 2)).toMatchObject([
      { action: 'person.erased', details: { conversations: '1' } },
      { action: 'person.erasure_begun' },
    ])
  })

  it('goes with a conversation or an assistant that is deleted, and others keep theirs', async () => {
    const { id: shop } = await ann.integration(organizationId, [])
    const [lise, otto, emmy] = await Promise.all([
      visit('lise@example.com', 'Lise Meitner', shop),
      visit('otto@example.com', 'Otto Hahn', shop),
      visit('emmy@example.com', 'Emmy Noether'),
    ])
    await people()
      .insert(mails)
      .values(
        [lise, otto, emmy].map(({ conversationId }) => ({
          recipient: 'team@example.com',
          subject: 'Somebody asks for a person',
          body: `Open it: https://acme.example/inbox?conversation=${conversationId}`,
          organizationId,
        })),
      )
    // The log names the conversation without its words, and a visitor can come back.
    const copies = async (words: string[]) =>
      (await traces(server, words))
        .map((line) => line.split(' ')[0]!)
        .filter((table) => !['audit_entries', 'visitors'].includes(table))
    const others = () => copies([emmy.conversationId, 'emmy@example.com'])
    const kept = await others()
    expect((await ann.call('DELETE', `/api/v1/conversations/${lise.conversationId}`)).status).toBe(200)
    expect(await copies([lise.conversationId, 'lise@example.com', 'Meitner'])).toEqual([])
    expect(await copies([otto.conversationId])).toHaveLength(kept.length)
    expect((await ann.call('DELETE', `/api/v1/integrations/${shop}`)).status).toBe(200)
    expect(await copies([otto.conversationId, 'otto@example.com', 'Hahn'])).toEqual([])
    expect(await others()).toEqual(kept)
  })

  it('[41.4] forgets the address that requests for a person are mailed to, which then come to the inbox', async () => {
    const settings = {
      offered: ['asked'],
      inbox: false,
      email: 'Desk.Lead@example.com',
      office_hours: null,
      reply_hours: 0,
    }
    await people().execute(sql`insert into handover_settings (integration_id, settings, language)
      values (${desk}, ${JSON.stringify(settings)}::jsonb, 'en')
      on conflict (integration_id) do update set settings = excluded.settings`)
    expect(countsOf(await look('desk.lead@example.com'))).toEqual({ work: 1 })
    await erased('desk.lead@example.com')
    expect(await traces(server, ['desk.lead'])).toEqual([])
    const { rows } = await people().execute(
      sql`select settings from handover_settings where integration_id = ${desk}`,
    )
    expect(rows).toMatchObject([{ settings: { email: '', inbox: true, offered: ['asked'] } }])
  })

  it('[41.4] forgets the user of Zendesk who makes tickets, whose connection then ends', async () => {
    const settings = {
      offered: ['asked'],
      inbox: false,
      email: 'team@example.com',
      zendesk_url: 'https://acme.zendesk.test/',
      zendesk_email: 'Desk.Agent@example.com',
    }
    await people().execute(sql`insert into handover_settings (integration_id, settings, language, zendesk_token)
      values (${desk}, ${JSON.stringify(settings)}::jsonb, 'en', 'sealed')
      on conflict (integration_id) do update set settings = excluded.settings, zendesk_token = excluded.zendesk_token`)
    expect(countsOf(await look('desk.agent@example.com'))).toEqual({ work: 1 })
    await erased('desk.agent@example.com')
    expect(await traces(server, ['desk.agent'])).toEqual([])
    const { rows } = await people().execute(
      sql`select settings, zendesk_token from handover_settings where integration_id = ${desk}`,
    )
    expect(rows).toMatchObject([
      {
        settings: { email: 'team@example.com', zendesk_url: '', zendesk_email: '', inbox: true },
        zendesk_token: null,
      },
    ])
  })

  it('[41.4] ends the sockets of the pages that an erased visitor has open', async () => {
    await ann.call('POST', `/api/v1/integrations/${desk}/publish`)
    await ann.call('PATCH', `/api/v1/integrations/${desk}/public-page`, { state: 'on' })
    const { token } = (await server.inject({ method: 'POST', url: `/api/v1/share/${desk}/visitors` })).json()
    const page = openSocket(server, `/api/ws/share/${desk}`, token)
    await page.next('hello')
    const [newest] = await people().select().from(visitors).orderBy(desc(visitors.createdAt)).limit(1)
    await erased(newest!.id)
    expect(await page.closed).toBe(CLOSE.gone)
  })

  it('leaves the work of a member without their name, and takes an account that is nowhere else', async () => {
    const ben = await join('ben.miller@example.com')
    const client = createClient(server.url, ben)
    await client.call('PATCH', '/api/v1/users/me', { first_name: 'Benedikt', last_name: 'Miller' })
    const base = await client.filled(
      organizationId,
      [{ name: 'boots.md', content: '# Boots\n\nBoots are waterproof.' }],
      'Boots',
    )
    await client.ask(desk, 'Are boots waterproof?')
    const { conversationId } = await visit('carl@example.com', 'Carl')
    await client.call('POST', `/api/v1/conversations/${conversationId}/handover/take`)
    await client.call('POST', `/api/v1/conversations/${conversationId}/handover/replies`, {
      content: 'They are.',
      seen: null,
    })
    await people().insert(handoverEntries).values({
      conversationId,
      kind: 'reply',
      authorId: ben.user.id,
      author: 'Benedikt Miller',
      content: 'Yes.',
    })
    const customer = { id: 'C-70', email: ben.user.email, name: 'Benedikt Miller' }
    await people().insert(visitors).values({ integrationId: desk, tokenHash: 'Ben on a site', customer })
    const found = await look(ben.user.id)
    expect(await look(ben.user.email)).toEqual(found)
    expect(countsOf(found)).toMatchObject({ visits: 1 })
    expect(found.kept.find(({ kind }) => kind === 'account')).toMatchObject({ fate: 'deleted' })
    expect(countsOf(found)).toMatchObject({ membership: 1, conversations: 1, invitations: 1, mails: 1 })
    expect(countsOf(found).work).toBeGreaterThanOrEqual(3)
    await erased(ben.user.email)
    expect(await traces(server, [ben.user.id, ben.user.email, 'Benedikt', 'Miller'])).toEqual([
      expect.stringMatching(/^erasures .*"emails":\[\]/),
    ])
    expect((await client.call('GET', '/api/v1/users/me')).status).toBe(401)
    const [kept] = await people().select().from(documents).where(sql`knowledge_base_id = ${base}`)
    expect(kept).toMatchObject({ name: 'boots.md', createdBy: null })
    const entries = await people()
      .select()
      .from(handoverEntries)
      .where(sql`conversation_id = ${conversationId}`)
    expect(entries.filter(({ kind }) => kind === 'reply')).toMatchObject([
      { content: 'Yes.', author: '', authorId: null },
    ])
    const log = (await ann.call('GET', at('audit-log?subject=knowledge_base'))).body.items
    expect(log).toContainEqual(
      expect.objectContaining({
        action: 'knowledge_base.created',
        actor: { kind: 'person', id: null, name: '', email: null },
        address: '',
      }),
    )
  })

  it('of somebody in two organizations goes in one of them alone', async () => {
    const other = await server.register()
    const theirs = (await server.found(other)).id
    const client = createClient(server.url, other)
    const eve = await join('eve@example.com')
    await people().execute(sql`insert into memberships (organization_id, user_id, role)
      values (${theirs}, ${eve.user.id}, 'editor')`)
    const shop = (await client.integration(theirs, [])).id
    await visit('eve@example.com', 'Eve', shop, theirs)
    await visit('eve@example.com', 'Eve')
    const before = countsOf(
      PersonalData.parse(
        (await client.call('POST', at('personal-data', theirs), { who: 'eve@example.com' })).body,
      ),
    )
    expect((await look('eve@example.com')).kept).toContainEqual({ kind: 'account', count: 1, fate: 'kept' })
    await erased('eve@example.com')
    expect((await look('eve@example.com')).kept).toEqual([])
    const after = PersonalData.parse(
      (await client.call('POST', at('personal-data', theirs), { who: 'eve@example.com' })).body,
    )
    expect(countsOf(after)).toEqual(before)
    expect((await createClient(server.url, eve).call('GET', '/api/v1/users/me')).status).toBe(200)
  })

  it('of a visitor has nothing of the member whose address they typed, in an export or an erasure', async () => {
    const { visitorId, conversationId } = await visit(owner.user.email, 'Mallory')
    const reply = `https://acme.example/share/integration/${desk}#reply=${conversationId}.key`
    const mail = { recipient: owner.user.email, subject: 'A reply', organizationId }
    await people()
      .insert(mails)
      .values([
        { ...mail, body: `Open the conversation: ${reply}` },
        { ...mail, subject: 'Your source', body: 'It failed.' },
      ])
    const settings = { offered: ['asked'], inbox: false, email: owner.user.email }
    await people().execute(sql`insert into handover_settings (integration_id, settings, language)
      values (${desk}, ${JSON.stringify(settings)}::jsonb, 'en')
      on conflict (integration_id) do update set settings = excluded.settings`)
    const ofOwner = () => traces(server, [owner.user.email, owner.user.id])
    const before = await ofOwner()
    const ofVisit = { conversations: 1, ratings: 1, visits: 1, notifications: 1, webhooks: 1, mails: 1 }
    expect(await look(visitorId)).toMatchObject({ name: 'Mallory', emails: [], blocked_by: null })
    for (const who of [visitorId, conversationId]) expect(countsOf(await look(who))).toEqual(ofVisit)
    await people()
      .update(visitors)
      .set({ customer: { id: 'C-99', email: owner.user.email, name: 'Mallory' } })
      .where(eq(visitors.id, visitorId))
    await people()
      .update(handovers)
      .set({ customerId: 'C-99' })
      .where(eq(handovers.conversationId, conversationId))
    expect(countsOf(await look('C-99'))).toEqual(ofVisit)
    await erased(conversationId)
    // Only what does not change by itself.
    const others = before.filter(
      (line) => /^(?:audit_entries|handover_settings|mails) /.test(line) && !line.includes(conversationId),
    )
    const after = await ofOwner()
    expect(others.length).toBeGreaterThan(2)
    expect(others.filter((line) => !after.includes(line))).toEqual([])
    expect(await traces(server, [conversationId, 'Mallory'])).toEqual([])
  })

  it('has nothing of people whose address contains or continues theirs', async () => {
    const mail = (recipient: string, body: string) => ({ recipient, subject: 'News', body, organizationId })
    const [hook] = await people()
      .insert(webhookEndpoints)
      .values({ organizationId, url: 'https://hooks.example.com', events: [], secret: '', enabled: false })
      .returning()
    const said = (content: string) => ({
      endpointId: hook!.id,
      type: 'test' as const,
      body: JSON.stringify({ data: { content } }),
    })
    const others = [
      'jo.lee+x@desk.example',
      'x-lee+x@desk.example',
      'lee+x@desk.example.com',
      'lee+x@desk.examples',
    ]
    for (const [index, address] of [...others, 'leexx@desk.example'].entries()) {
      await visit(address, `Other ${index}`)
      await people()
        .insert(mails)
        .values(mail('team@desk.example', `From ${address}.`))
      await people()
        .insert(webhookDeliveries)
        .values(said(`Write to ${address}!`))
    }
    // Deliveries are tried in the meantime, so only their ids stay.
    const rows = async () =>
      (await traces(server, ['desk.example'])).map((line) => line.slice(0, line.indexOf(','))).sort()
    const before = await rows()
    await visit('lee+x@desk.example', 'Lee')
    await people().insert(mails).values(mail('lead@desk.example', 'Reply to lee+x@desk.example.'))
    await people().insert(webhookDeliveries).values(said('My address:\nLee+x@desk.example, thanks'))
    expect(countsOf(await look('lee+x@desk.example'))).toEqual({
      conversations: 1,
      ratings: 1,
      visits: 1,
      notifications: 1,
      webhooks: 2,
      mails: 1,
    })
    await erased('lee+x@desk.example')
    expect(await rows()).toEqual(before)
  })

  it('is nobody’s to erase who may not: neither oneself, nor an owner by an admin', async () => {
    expect(await look(owner.user.email)).toMatchObject({ blocked_by: 'self' })
    expect(await ann.call('POST', at('erasures'), { who: owner.user.id })).toMatchObject({
      status: 409,
      body: { code: 'erases_self' },
    })
    const admin = await join('admin@example.com')
    await ann.call('PATCH', at(`members/${admin.user.id}`), { role: 'admin' })
    const client = createClient(server.url, admin)
    expect(await look(owner.user.email, client)).toMatchObject({ blocked_by: 'owner' })
    expect((await client.call('POST', at('erasures'), { who: owner.user.id })).status).toBe(403)
    await ann.call('PATCH', at(`members/${admin.user.id}`), { role: 'editor' })
    expect((await client.call('POST', at(), { who: owner.user.id })).status).toBe(403)
  })

  it('is erased to the end after an interruption, once', async () => {
    const { visitorId } = await visit('ivy@example.com', 'Ivy')
    const repository = createErasuresRepository(people())
    const row = await people().transaction((tx) =>
      repository.add(tx, {
        organizationId,
        requestedBy: owner.user.id,
        visitorIds: [visitorId],
        emails: ['ivy@example.com'],
        emailHashes: ['-'],
        takesAccount: false,
        total: 1,
        erased: [],
      }),
    )
    expect(await repository.deleteBatch(row.id, 1)).toBe(1)
    await server.sweep()
    await server.sweep()
    expect(await traces(server, ['ivy@example.com'])).toEqual([])
    const log = (await ann.call('GET', at('audit-log?subject=person'))).body.items
    expect(
      log.filter(({ target }: { target: { id: string } | null }) => target?.id === row.id),
    ).toMatchObject([
      { action: 'person.erased', actor: { kind: 'system' } },
      { action: 'person.erasure_begun' },
    ])
  })

  it('is erased with the account if the erasure was interrupted as soon as the membership had ended', async () => {
    const kay = await join('kay@example.com')
    const interrupted = vi
      .spyOn(server.context.sessions, 'revokeAll')
      .mockRejectedValueOnce(new Error('The process ended.'))
    const { status } = await ann.call('POST', at('erasures'), { who: kay.user.email })
    interrupted.mockRestore()
    expect(status).toBe(500)
    await server.sweep()
    expect(await traces(server, [kay.user.id, kay.user.email])).toEqual([
      expect.stringMatching(/^erasures .*"emails":\[\]/),
    ])
  })

  it('[issue 42.3] is kept out by a hash of a member’s address alone, also when a restore repeats it', async () => {
    const max = await join('max@example.com')
    const guest = await visit('guest@example.com', 'Guest')
    const ofMax = await erased(max.user.email)
    const ofGuest = await erased(guest.conversationId)
    const ids = [ofMax.id, ofGuest.id]
    await people().delete(removedAddresses)
    await people().update(erasures).set({ finishedAt: null }).where(inArray(erasures.id, ids))
    await server.sweep()
    const kept = await people().select().from(removedAddresses)
    const [row] = await people().select().from(erasures).where(eq(erasures.id, ofMax.id))
    expect(kept.map(({ addressHash }) => addressHash)).toEqual(row?.emailHashes)
    expect(JSON.stringify(kept)).not.toContain('max@')
  })

  it('[issue 42.3] is kept out by the hashes of former addresses, also when a restore repeats it', async () => {
    const ina = await join('ina@example.com')
    // Their account stays.
    await server.found(ina)
    const identity = { organizationId, userId: ina.user.id, formerAddresses: ['former'] }
    await people().insert(providerIdentities).values(identity)
    const ofIna = await erased(ina.user.email)
    await people().delete(removedAddresses)
    await people().update(erasures).set({ finishedAt: null }).where(eq(erasures.id, ofIna.id))
    await server.sweep()
    const kept = await people().select().from(removedAddresses)
    expect(kept.map(({ addressHash }) => addressHash)).toEqual([expect.any(String), 'former'])
  })

  it('finds those whom an entry names beside others, and leaves it the others', async () => {
    const nia = await join('nia@example.com')
    const bob = await join('bob@example.com')
    const group = { name: 'Lawyers', member_ids: [nia.user.id, bob.user.id] }
    expect((await ann.call('POST', at('groups'), group)).status).toBe(201)
    const files = await exported('nia@example.com')
    expect(strFromU8(files['audit.json']!)).toContain('group.created')
    await erased('nia@example.com')
    expect(await traces(server, ['nia@example.com'])).toEqual([])
    const [entry] = (await ann.call('GET', at('audit-log?subject=group'))).body.items
    expect(entry).toMatchObject({ action: 'group.created', details: { added: 'bob@example.com' } })
    await erased('bob@example.com')
    expect((await ann.call('GET', at('audit-log?subject=group'))).body.items[0].details).toEqual({})
  })

  it('leaves an entry the number of those that it does not name, whoever it forgets', async () => {
    await join('una@example.com')
    const others = Array.from({ length: 24 }, (_, at) => `guest${at}@example.com`)
    await recordAlone(people(), organizationId, {
      action: 'group.created',
      details: changedNames([], others.toSpliced(19, 0, 'una@example.com')),
    })
    await erased('una@example.com')
    const [entry] = (await ann.call('GET', at('audit-log?subject=group'))).body.items
    expect(entry.details).toEqual({ added: `${others.slice(0, 19).join(', ')}, +5` })
  })

  it('does not change an entry of the audit log in any other way', async () => {
    const change = (what: ReturnType<typeof sql>) =>
      people().transaction(async (tx) => {
        await tx.execute(sql`select set_config('lectern.audit_erasure', 'on', true)`)
        await tx.execute(sql`update audit_entries set ${what} where organization_id = ${organizationId}`)
      })
    for (const what of [
      sql`action = 'x'`,
      sql`at = now()`,
      sql`actor_name = 'Eve'`,
      sql`details = '{"a": "b"}'`,
      sql`details = (select jsonb_object_agg(key, value || ', x') from jsonb_each_text(details || '{"a": "b"}'))`,
    ])
      await expect(change(what)).rejects.toThrow()
    await expect(
      people().execute(
        sql`update audit_entries set actor_name = '' where organization_id = ${organizationId}`,
      ),
    ).rejects.toThrow()
  })
})

/** Where the organization keeps an address: each of these people is in one place only. */
const PLACES = ['invited', 'lead', 'reader', 'quoted', 'noted', 'hooked', 'logged', 'signed', 'agent'].map(
  (name) => `${name}@example.com`,
)

/** Stores the addresses of `PLACES`, except for the invited. */
async function mentionEverywhere({ context: { db } }: TestServer, owner: Person, id: string, ann: Client) {
  const [, lead, reader, quoted, noted, hooked, told, signed, agent] = PLACES as string[]
  const desk = (await ann.integration(id, [])).id
  const settings = {
    offered: ['asked'],
    inbox: true,
    email: lead,
    zendesk_email: agent,
    office_hours: null,
    reply_hours: 0,
  }
  await db.execute(sql`insert into handover_settings (integration_id, settings, language)
    values (${desk}, ${JSON.stringify(settings)}::jsonb, 'en')
    on conflict (integration_id) do update set settings = excluded.settings`)
  const base = await ann.knowledgeBase(id, 'Handbook')
  await db.execute(sql`
    with document as (
      insert into documents (knowledge_base_id, name, type, size, content_hash, status)
      values (${base.id}, 'Plan', 'md', 1, '', 'failed') returning id
    ), source as (
      insert into sources (knowledge_base_id, settings, status)
      values (${base.id}, '{"kind": "website", "url": "https://drive.test"}', 'ready') returning id
    ), page as (
      insert into source_pages (source_id, url, document_id, page, readers)
      select source.id, 'file', document.id, '{}', 'list' from source, document
    )
    insert into source_readers (source_id, list, reader) select id, 'list', ${reader} from source`)
  const of = { organizationId: id }
  await db.insert(mails).values([
    { ...of, recipient: 'team@example.com', subject: '', body: `From <${quoted}>.` },
    { ...of, recipient: 'team@example.com', subject: '', body: `Reply to "${signed}", not to us.` },
  ])
  await db
    .insert(notifications)
    .values({ ...of, userId: owner.user.id, type: 'handover_requested', title: 'Asked', message: noted! })
  const [hook] = await db
    .insert(webhookEndpoints)
    .values({ ...of, url: 'https://hooks.example.com', events: [], secret: '', enabled: false })
    .returning()
  const body = JSON.stringify({ data: { content: `Mail me:\n${hooked}` } })
  await db.insert(webhookDeliveries).values({ endpointId: hook!.id, type: 'test', body })
  await db.insert(auditEntries).values({
    ...of,
    action: 'assistant.changed',
    actorKind: 'system',
    actorName: '',
    details: { email: told! },
    address: '',
    userAgent: '',
  })
  await db
    .insert(visitors)
    .values({ integrationId: desk, tokenHash: 'signed', customer: { id: 'C-1', email: signed!, name: '' } })
}

describe('a backup from before an erasure', () => {
  it('does not bring anybody back, by the list of what it replaces or by one that was kept', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'lectern-erasures-'))
    const file = path.join(folder, 'backup.tar')
    const [place, fresh] = [await makePlace(), await makePlace()]
    const first = await startTestServer({ place, appFolder: '/nowhere' })
    const jwtSecret = await readFile(path.join(place.dataDir, 'jwt-secret'), 'utf8').catch(
      () => first.config.jwtSecret,
    )
    const owner = await first.register()
    const ann = createClient(first.url, owner)
    const { id } = await first.found(owner)
    await ann.call('POST', `/api/v1/organizations/${id}/invitations`, {
      emails: [PLACES[0], 'henry@example.com'],
      role: 'viewer',
    })
    await mentionEverywhere(first, owner, id, ann)
    expect(await operate(place, ['backup', file])).toMatchObject({ code: 0 })
    // A visitor can also be gone before the erasure, by a rule.
    await first.context.db.delete(visitors)
    for (const who of PLACES)
      expect(await ann.call('POST', `/api/v1/organizations/${id}/erasures`, { who })).toMatchObject({
        status: 202,
      })
    await first.context.background.settle()
    expect(await traces(first, PLACES)).toEqual([])
    const list = path.join(folder, 'erasures')
    // As npm writes it into a file.
    const banner = '\n> lectern@0.1.0 lectern\n> node scripts/lectern.mjs erasures\n\n'
    writeFileSync(list, banner + (await operate(place, ['erasures'])).said)
    await first.close()

    for (const [target, words] of [
      [place, ['--replace']],
      [fresh, ['--erasures', list]],
    ] as const) {
      expect(await operate(target, ['restore', file, ...words])).toMatchObject({ code: 0 })
      const restored = await startTestServer({ place: target, jwtSecret, appFolder: '/nowhere' })
      expect(await traces(restored, PLACES)).toEqual([])
      expect(await traces(restored, ['henry@example.com'])).not.toEqual([])
      await restored.close()
    }
    writeFileSync(list, '{"id": 1}')
    expect(await operate(fresh, ['restore', file, '--replace', '--erasures', list])).toMatchObject({
      code: 1,
      said: expect.stringContaining('is no list of erasures'),
    })
    for (const one of [place, fresh]) await one.remove()
    rmSync(folder, { recursive: true })
  })
})
