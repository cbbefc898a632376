import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makePlace, openPlace } from '../harness/database.ts'

const FOLDER = path.join(import.meta.dirname, '../../server/kernel/db/migrations')
const statementsOf = (name: string) =>
  readFileSync(path.join(FOLDER, name), 'utf8').split('--> statement-breakpoint')

/** The schema that is known today; from here on a release only adds to it. */
const FIRST_ADDITIVE = '0034'
const TAKES_AWAY =
  /drop (table|column|constraint|type)|rename (to|column)|set not null|set data type|add column (?:(?!default).)*not null(?:(?!default).)*;/i

it('[operate M4] migrations only add, so that the version before runs beside the new one', () => {
  const later = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name >= FIRST_ADDITIVE)
  expect(later.length).toBeGreaterThan(0)
  const broken = later.flatMap((name) =>
    statementsOf(name).flatMap((one) => (TAKES_AWAY.test(one) ? `${name}: ${one.trim()}` : [])),
  )
  expect(broken).toEqual([])
  for (const statement of [
    'ALTER TABLE "users" DROP COLUMN "name";',
    'ALTER TABLE "users" ADD COLUMN "name" text NOT NULL;',
    'ALTER TABLE "users" RENAME COLUMN "a" TO "b";',
  ])
    expect(statement).toMatch(TAKES_AWAY)
  expect('ALTER TABLE "users" ADD COLUMN "name" text DEFAULT \'\' NOT NULL;').not.toMatch(TAKES_AWAY)
})

/** A database as it was before a migration; `moveOn` brings it up to date. */
async function before(migration: string) {
  const place = await makePlace()
  const database = await openPlace(place)
  const { db } = database
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  const moving = files.findIndex((name) => name.includes(migration))
  const run = async (names: readonly string[]) => {
    for (const name of names) for (const statement of statementsOf(name)) await db.execute(sql.raw(statement))
  }
  await db.execute(sql`drop schema public cascade`)
  await db.execute(sql`create schema public`)
  await run(files.slice(0, moving))
  return {
    db,
    moveOn: () => run(files.slice(moving)),
    async close() {
      await database.close()
      await place.remove()
    },
  }
}

it('what an assistant said as its welcome is kept when its settings become one document', async () => {
  const { db, moveOn, close } = await before('assistant_settings')
  await db.execute(sql`
    with organization as (
      insert into organizations (name, slug) values ('Northwind', 'northwind') returning id
    )
    insert into integrations (organization_id, name, welcome_message)
    select id, 'Desk', 'Ask away.' from organization`)
  await moveOn()
  const { rows } = await db.execute(sql`select settings from integrations`)
  expect(rows).toEqual([{ settings: { welcome_message: 'Ask away.' } }])
  await close()
})

it('[43.8] what a person paid for is their organizations’ from then on, and is paid for once', async () => {
  const { db, moveOn, close } = await before('plans_of_organizations')
  const id = (digit: string) => digit.padStart(32, digit).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const [ann, bob, eve] = [id('a'), id('b'), id('e')]
  const [first, second, joint] = [id('1'), id('2'), id('3')]
  for (const [person, days] of [
    [ann, 100],
    [bob, 4],
    [eve, 100],
  ])
    await db.execute(sql`insert into users (id, email, password_hash, created_at)
      values (${person}, ${`${person}@example.test`}, '', now() - make_interval(days => ${days}::int))`)
  for (const [organization, day] of [
    [first, '2026-01-01'],
    [second, '2026-02-01'],
    [joint, '2026-03-01'],
  ])
    await db.execute(sql`insert into organizations (id, name, slug, created_at)
      values (${organization}, 'Acme', ${organization}, ${day})`)
  await db.execute(sql`insert into memberships (organization_id, user_id, role) values
    (${first}, ${ann}, 'owner'), (${second}, ${ann}, 'owner'), (${joint}, ${ann}, 'owner'), (${joint}, ${bob}, 'owner'),
    (${second}, ${eve}, 'editor')`)
  const pay = (person: string, plan: string, value: number) =>
    db.execute(sql`
      with paid as (
        insert into payments (reference, user_id, plan_id, interval, kind, amount, currency, provider, billed_to)
        values (${person}, ${person}, ${plan}, 'month', 'change', ${value}, 'usd', 'stripe', '{}') returning id
      )
      insert into plan_periods (user_id, plan_id, interval, starts_at, ends_at, value, payment_id)
      select ${person}, ${plan}, 'month', now() - interval '1 day', now() + interval '29 days', ${value}, id from paid`)
  await pay(ann, 'business', 19_900)
  await pay(bob, 'pro', 5900)
  await pay(eve, 'pro', 5900)
  await db.execute(sql`insert into billing_details (user_id, details) values (${ann}, '{"name":"Ann"}')`)
  await db.execute(sql`insert into planned_changes values (${ann}, 'pro', 'month')`)
  await db.execute(sql`insert into renewals (user_id, provider, customer, next_at)
    values (${ann}, 'stripe', 'cus_ann', now() + interval '29 days')`)
  await moveOn()

  const read = async (query: string) =>
    (await db.execute(sql.raw(query))).rows.map((row) => Object.values(row))
  const periods = 'select organization_id, plan_id, value from plan_periods'
  expect(await read(`${periods} where organization_id is not null order by 1, 2`)).toEqual([
    [first, 'business', 19_900],
    [second, 'business', 0],
    [joint, 'business', 0],
    [joint, 'pro', 5900],
  ])
  expect(await read('select organization_id, user_id from payments order by user_id')).toEqual([
    [first, ann],
    [joint, bob],
    [null, eve],
  ])
  expect(await read('select organization_id, customer, canceled_at from organization_renewals')).toEqual([
    [first, 'cus_ann', null],
  ])
  // The version before charges nothing while it runs beside this one.
  expect(await read('select canceled_at is null from renewals')).toEqual([[false]])
  expect(await read('select organization_id, plan_id from organization_planned_changes')).toEqual([
    [first, 'pro'],
  ])
  expect(
    await read(`select organization_id, details ->> 'name' from organization_billing_details order by 1`),
  ).toEqual([first, second, joint].map((organization) => [organization, 'Ann']))
  const trials = await read('select id, trial_ends_at > now() from organizations order by id')
  expect(trials).toEqual([
    [first, false],
    [second, false],
    [joint, true],
  ])
  expect(await read('select id from users where tried_at is null')).toEqual([[eve]])
  // What the version before takes the money for has its organization, too.
  await db.execute(sql`update payments set reference = id::text`)
  await pay(bob, 'business', 19_900)
  expect(await read(`${periods} where user_id = '${bob}' and plan_id = 'business'`)).toEqual([
    [joint, 'business', 19_900],
  ])
  await close()
})
