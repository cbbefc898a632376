import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseAdvice, isDatabaseAway } from '../../server/kernel/db/errors.ts'
import {
  appliedMigrations,
  applyMigrations,
  knownMigrations,
  prepareMigrations,
} from '../../server/kernel/db/migrations.ts'
import { type Database, LONG_LOCKS_MAX } from '../../server/kernel/db/open.ts'
import { users } from '../../server/kernel/db/schema/index.ts'
import { makePlace, openPlace, type Place } from '../harness/database.ts'
import { onPostgres } from '../harness/runs.ts'

describe('the database', () => {
  let place: Place
  let database: Database
  beforeAll(async () => {
    place = await makePlace()
    database = await openPlace(place)
  })
  afterAll(async () => {
    await database.close()
    await place.remove()
  })

  const user = (email: string) => ({ email, passwordHash: 'x' })
  const connect = async () => {
    const client = new pg.Client(database.pool.options)
    client.on('error', () => {})
    await client.connect()
    return client
  }

  it('never mixes the statements of connections that ask at the same time', async () => {
    const clients = await Promise.all(Array.from({ length: 20 }, connect))
    await Promise.all(
      clients.map(async (client, n) => {
        for (let round = 0; round < 50; round += 1) {
          const { rows } = await client.query(`select $1::int as value, ${n} as me`, [round])
          expect(rows).toEqual([{ value: round, me: n }])
        }
      }),
    )
    await Promise.all(clients.map((client) => client.end()))
  })

  it('loses no increment of transactions that run at the same time', async () => {
    await database.pool.query('create table counters (n int); insert into counters values (0)')
    const increment = () =>
      database.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ n: number }>(sql`select n from counters for update`)
        await tx.execute(sql`update counters set n = ${rows[0]!.n + 1}`)
      })
    await Promise.all(Array.from({ length: 30 }, increment))
    expect((await database.pool.query('select n from counters')).rows).toEqual([{ n: 30 }])
  })

  it('takes back what a transaction did that throws, or whose statement fails', async () => {
    const failing = database.db.transaction(async (tx) => {
      await tx.insert(users).values(user('gone@example.test'))
      throw new Error('changed its mind')
    })
    await expect(failing).rejects.toThrow('changed its mind')
    const broken = database.db.transaction(async (tx) => {
      await tx.insert(users).values(user('gone@example.test'))
      await tx.execute(sql`select 1 / 0`)
    })
    await expect(broken).rejects.toThrow()
    expect(await database.db.select().from(users)).toEqual([])
  })

  onPostgres('runs a transaction again that PostgreSQL ends because two wait for each other', async () => {
    const bothHoldOne = Promise.withResolvers<void>()
    let held = 0
    const lock = (keys: number[]) =>
      database.db.transaction(async (tx) => {
        for (const key of keys) {
          await tx.execute(sql`select pg_advisory_xact_lock(${key})`)
          held += 1
          if (held === 2) bothHoldOne.resolve()
          await bothHoldOne.promise
        }
        return keys
      })
    expect(await Promise.all([lock([1, 2]), lock([2, 1])])).toEqual([
      [1, 2],
      [2, 1],
    ])
  })

  it('takes back what a connection did that died inside its transaction, and serves the others', async () => {
    const client = await connect()
    await client.query('begin')
    await client.query(`insert into users (email, password_hash) values ('dead@example.test', 'x')`)
    const waiting = database.pool.query('select count(*)::int as n from users')
    ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    await new Promise<void>((resolve) => client.on('end', resolve))
    expect((await waiting).rows).toEqual([{ n: 0 }])
  })

  it('takes a statement of several megabytes and gives as much back', async () => {
    const text = 'ä'.repeat(2_000_000)
    const { rows } = await database.pool.query('select $1::text as text', [text])
    expect(rows[0].text).toBe(text)
  })

  it('refuses the outer db inside a transaction instead of waiting for ever', async () => {
    const nested = database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await database.db.execute(sql`select 1`)
    })
    await expect(nested).rejects.toMatchObject({
      cause: { message: expect.stringContaining('inside a transaction') },
    })
    const twice = database.db.transaction(() => database.db.transaction(async () => {}))
    await expect(twice).rejects.toThrow('inside a transaction')
  })

  it('lets what a transaction began use the outer db once the transaction is over', async () => {
    let over = () => {}
    const isOver = new Promise<void>((resolve) => {
      over = resolve
    })
    let later: Promise<unknown> = Promise.resolve()
    await database.db.transaction(async () => {
      later = isOver.then(() => database.db.execute(sql`select 1`))
    })
    over()
    await expect(later).resolves.toBeDefined()
  })

  it('keeps its data when it is opened again', async () => {
    const other = await makePlace()
    const first = await openPlace(other)
    await first.db.insert(users).values(user('kept@example.test'))
    await first.close()
    const second = await openPlace(other)
    expect((await second.db.select().from(users)).map(({ email }) => email)).toEqual(['kept@example.test'])
    await second.close()
    await other.remove()
  })
})

describe('an error of the database', () => {
  const failing = (code: string, rest: object = {}) =>
    new Error('Failed query', { cause: Object.assign(new Error(`because of ${code}`), { code, ...rest }) })

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ECONNABORTED',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
  ])('says that it is away if the network does: %s', (code) => {
    const error = failing(code, { syscall: 'connect' })
    expect([isDatabaseAway(error), databaseAdvice(error)]).toEqual([true, 'no database answers there'])
    expect(isDatabaseAway(failing(code))).toBe(false)
  })

  it.each([
    ['08006', 'no database answers there'],
    ['57P03', 'no database answers there'],
    ['53300', expect.stringMatching(/^because of 53300\. .*max_connections/)],
    ['25006', expect.stringMatching(/^because of 25006\. .*primary/)],
  ])('says that it is away if PostgreSQL cannot serve for now, and advises: %s', (code, advice) => {
    expect([isDatabaseAway(failing(code)), databaseAdvice(failing(code))]).toEqual([true, advice])
  })

  it.each(['23505', '42P01', '53100', '57014'])('says that it is not away otherwise: %s', (code) => {
    expect(isDatabaseAway(failing(code))).toBe(false)
  })

  it('tells its full disk from that of this server', () => {
    expect(databaseAdvice(failing('53100'))).toBe('because of 53100. Make room on its disk')
    expect(databaseAdvice(failing('ENOSPC', { syscall: 'write' }))).toBe(null)
  })
})

onPostgres(
  'PostgreSQL gives locks for short work while all those of work that waits for other services are held',
  async () => {
    const place = await makePlace()
    const database = await openPlace(place)
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    let held = 0
    const holding = Array.from({ length: LONG_LOCKS_MAX }, (_, n) =>
      database.withLongLock(`replies ${n}`, async () => {
        held += 1
        await isAnswered
      }),
    )
    await expect.poll(() => held).toBe(LONG_LOCKS_MAX)
    await expect(database.withLock('limits x', async () => 'counted')).resolves.toBe('counted')
    answer()
    await Promise.all(holding)
    await database.close()
    await place.remove()
  },
)

onPostgres('PostgreSQL is migrated once by four that start at the same time', async () => {
  const place = await makePlace({ isMigrated: false })
  const opened = await Promise.all(Array.from({ length: 4 }, () => openPlace(place)))
  const { rows } = await opened[0]!.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')
  expect(rows[0].n).toBeGreaterThan(0)
  await Promise.all(opened.map((database) => database.close()))
  await place.remove()
})

describe.runIf(process.env.TEST_DATABASE_URL)('a migration on PostgreSQL', () => {
  let place: Place
  let other: pg.Client
  beforeEach(async () => {
    place = await makePlace({ isMigrated: false })
    other = new pg.Client(place.databaseUrl!)
    await other.connect()
  })
  afterEach(async () => {
    await other.end()
    await place.remove()
  })

  it('that loses its connection ends with the reason', async () => {
    await other.query('select pg_advisory_lock(5328367)')
    const opening = openPlace(place)
    const ended = expect(opening).rejects.toThrow('terminating connection due to administrator command')
    const terminate = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await other.query(terminate)).rowCount).toBe(1)
    await ended
  })

  it('gives way to queries while another transaction keeps it waiting, and completes afterwards', async () => {
    const known = knownMigrations()
    const changing = known.findLastIndex(({ sql: statements }) =>
      statements.some((statement) => statement.includes('ALTER TABLE "messages" ADD COLUMN')),
    )
    await prepareMigrations(other)
    await applyMigrations(other, known.slice(0, changing))
    await other.query('begin')
    await other.query('select from messages')
    const opening = openPlace(place)
    const waiting = `select from pg_locks where relation = 'messages'::regclass and not granted`
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
    const reader = new pg.Client(place.databaseUrl!)
    await reader.connect()
    await reader.query('select from messages')
    await reader.end()
    await other.query('commit')
    await (await opening).close()
    expect(await appliedMigrations(other)).toHaveLength(known.length)
  })
})
