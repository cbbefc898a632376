import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../../server/kernel/config/config-error.ts'
import { makePlace, type Place } from '../harness/database.ts'
import { startModelServer } from '../harness/model.ts'
import { operate } from '../harness/operator.ts'
import { startProcess } from '../harness/process.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9'

describe('lectern doctor', () => {
  let place: Place
  let server: TestServer
  beforeAll(async () => {
    place = await makePlace()
    server = await startTestServer({ place })
  })
  afterAll(async () => {
    await server.close()
    await place.remove()
  })
  const doctor = (env = {}) => operate(place, ['doctor'], env)
  const linesOf = ({ said }: { said: string }, level: string) =>
    said.split('\n').flatMap((line) => (line.startsWith(level) ? [line.slice(6)] : []))

  it('finds nothing to mend with the settings as they come, while the server runs', async () => {
    const found = await doctor()
    expect(found.code).toBe(0)
    expect(linesOf(found, 'FAIL')).toEqual([])
    expect(linesOf(found, 'ok')).toEqual(
      expect.arrayContaining([
        'data folder: can be written',
        expect.stringMatching(
          /^database: (embedded, in use by a server|PostgreSQL), version \d+, answers in \d+ ms$/,
        ),
        'migrations: up to date',
        "clock: agrees with the database's",
        'address: no PUBLIC_URL: for this machine alone',
      ]),
    )
    expect(linesOf(found, 'note').map((line) => line.split(':', 1)[0])).toEqual(['mail', 'model'])
  })

  it('finds the server at its address, and a model that answers', async () => {
    const model = await startModelServer()
    model.rewrite({ text: 'yes' })
    const found = await doctor({
      PUBLIC_URL: server.url,
      TRUST_PROXY: 'on',
      LLM_BASE_URL: model.endpoint.baseUrl,
      LLM_MODEL: 'large',
      EMBEDDINGS_MODEL: 'small',
    })
    await model.close()
    expect(linesOf(found, 'FAIL')).toEqual([])
    expect(linesOf(found, 'ok')).toEqual(
      expect.arrayContaining([
        'model large: answers',
        'embeddings: small answers',
        `address: ${server.url} leads here`,
        'sockets: pass the proxy',
      ]),
    )
  })

  it('says of everything that fails what to do, and ends with 1', async () => {
    const secret = path.join(place.dataDir, 'jwt-secret')
    chmodSync(secret, 0o644)
    const found = await doctor({
      PUBLIC_URL: NOWHERE,
      LLM_BASE_URL: NOWHERE,
      LLM_MODEL: 'large',
      EMBEDDINGS_MODEL: 'small',
      RERANK_BASE_URL: NOWHERE,
      SMTP_URL: 'smtp://127.0.0.1:9',
      SMTP_ULR: 'x',
    })
    chmodSync(secret, 0o600)
    expect(found.code).toBe(1)
    expect(linesOf(found, 'FAIL').map((line) => line.split(':', 1)[0])).toEqual([
      'secret',
      'mail',
      'model large',
      'embeddings',
      'rerank',
      'address',
      'sockets',
    ])
    for (const line of linesOf(found, 'FAIL')) expect(line).toMatch(/\. (Check|Run|Let)|: chmod/)
    expect(linesOf(found, 'note')).toContain(
      'settings: SMTP_ULR is not a setting and is not read. Did you mean SMTP_URL?',
    )
  })

  it('names a setting that cannot be used, a database that is away, and a restore that did not end', async () => {
    expect(await doctor({ PORT: 'http' })).toEqual({ code: 1, said: 'PORT: must be a port number' })
    const away = await doctor({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing' })
    expect(linesOf(away, 'FAIL')).toEqual([
      'database: It does not answer (ECONNREFUSED). Check address, user and password in DATABASE_URL.',
    ])
    const other = await makePlace()
    writeFileSync(path.join(other.dataDir, 'restore-unfinished'), '')
    const unfinished = await operate(other, ['doctor'])
    expect(linesOf(unfinished, 'FAIL')[0]).toMatch(/^data folder: A restore did not end here/)
    await other.remove()
  })

  it('[operate H1] tells of another JWT_SECRET, with which no server starts until it is accepted', async () => {
    const env = { JWT_SECRET: 'another secret than the first one' }
    expect(linesOf(await doctor(env), 'FAIL')).toEqual([
      expect.stringMatching(/^secret: The database is used with another secret\./),
    ])
    const other = await makePlace()
    const start = (jwtSecret: string) => startTestServer({ place: other, jwtSecret })
    await (await start('the first secret')).close()
    await expect(start(env.JWT_SECRET)).rejects.toThrow(ConfigError)
    expect((await operate(other, ['accept-secret'], env)).code).toBe(0)
    await (await start(env.JWT_SECRET)).close()
    await other.remove()
  })

  it('[operate M5, L4] names a data folder that is a file, a taken port and a slip in the beginning of a name', async () => {
    const file = path.join(place.dataDir, 'a-file')
    writeFileSync(file, '')
    for (const env of [{}, { JWT_SECRET: 'x'.repeat(32) }])
      expect(await doctor({ DATA_DIR: file, ...env })).toEqual({
        code: 1,
        said: 'DATA_DIR: is a file, and has to be a folder',
      })
    const occupied = createServer().listen(0, '127.0.0.1')
    await once(occupied, 'listening')
    const { port } = occupied.address() as AddressInfo
    const found = await doctor({ PORT: String(port), SMPT_URL: 'smtp://127.0.0.1' })
    occupied.close()
    expect(linesOf(found, 'FAIL')).toEqual([
      expect.stringMatching(/^port: PORT \d+ cannot be used \(EADDRINUSE\)/),
    ])
    expect(linesOf(found, 'note')).toContain(
      'settings: SMPT_URL is not a setting and is not read. Did you mean SMTP_URL?',
    )
    expect(linesOf(await doctor({ PORT: new URL(server.url).port }), 'FAIL')).toEqual([])
  })

  it.runIf(process.env.TEST_DATABASE_URL)(
    '[operate M5] says what to do where the role has no rights, and no start ends in a stack',
    async () => {
      const other = await makePlace()
      const pool = new pg.Pool({ connectionString: other.databaseUrl! })
      const role = `role_${randomBytes(6).toString('hex')}`
      await pool.query(`create role ${role} login`)
      const url = new URL(other.databaseUrl!)
      url.username = role
      const asRole = { DATABASE_URL: url.href }
      const starting = () => startProcess({ ...other, databaseUrl: url.href }).exited

      expect(linesOf(await operate(other, ['doctor'], asRole), 'FAIL').join()).toMatch(
        /permission denied.*reassign owned by/,
      )
      await pool.query(`grant usage on schema drizzle to ${role}`)
      await pool.query(`grant select on all tables in schema drizzle, public to ${role}`)
      const rights = linesOf(await operate(other, ['doctor'], asRole), 'FAIL')
      expect(rights).toEqual([
        expect.stringMatching(/^rights: The user role_\w+ may not create tables\. Run: alter database/),
        expect.stringMatching(/^rights: Tables belong to the user \w+\. Run: reassign owned by \w+ to role_/),
      ])
      const { said } = await starting()
      expect(said).toMatch(/^Lectern cannot start\. DATABASE_URL: permission denied .* owner/)
      expect(said).not.toContain('    at ')

      url.pathname = '/is_not_there'
      expect(linesOf(await operate(other, ['doctor'], { DATABASE_URL: url.href }), 'FAIL')).toEqual([
        expect.stringMatching(/^database: It does not let Lectern in: .*does not exist.* Make it: createdb/),
      ])
      const absent = await starting()
      expect(absent.said).toMatch(/^Lectern cannot start\. DATABASE_URL: .*does not exist.*createdb/)
      await pool.query(`drop owned by ${role}`)
      await pool.query(`drop role ${role}`)
      await pool.end()
      await other.remove()
    },
  )
})
