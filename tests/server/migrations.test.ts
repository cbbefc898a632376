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

it('what an assistant said as its welcome is kept when its settings become one document', async () => {
  const place = await makePlace()
  const database = await openPlace(place)
  const { db } = database
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  const moving = files.findIndex((name) => name.includes('assistant_settings'))
  const run = async (names: readonly string[]) => {
    for (const name of names) for (const statement of statementsOf(name)) await db.execute(sql.raw(statement))
  }
  await db.execute(sql`drop schema public cascade`)
  await db.execute(sql`create schema public`)
  await run(files.slice(0, moving))
  await db.execute(sql`
    with organization as (
      insert into organizations (name, slug) values ('Northwind', 'northwind') returning id
    )
    insert into integrations (organization_id, name, welcome_message)
    select id, 'Desk', 'Ask away.' from organization`)
  await run(files.slice(moving))
  const { rows } = await db.execute(sql`select settings from integrations`)
  expect(rows).toEqual([{ settings: { welcome_message: 'Ask away.' } }])
  await database.close()
  await place.remove()
})
