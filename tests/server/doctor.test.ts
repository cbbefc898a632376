import { randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  type StatsFs,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import fs from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import path from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ConfigError } from '../../server/kernel/config/environment.ts'
import { writeManifest, writeSegment } from '../../server/knowledge/retrieval/index/files.ts'
import { buildSegment } from '../../server/knowledge/retrieval/index/segment.ts'
import { createMadeUp } from '../bench/index/made-up.ts'
import { makePlace } from '../harness/database.ts'
import { listening } from '../harness/listening.ts'
import { startModelServer } from '../harness/model.ts'
import { operate } from '../harness/operator.ts'
import { startProcess } from '../harness/process.ts'
import { onPostgres } from '../harness/runs.ts'
import { serve } from '../harness/serve.ts'
import { startTestServer } from '../harness/server.ts'

/** Of the disk, whoever asks and whenever it was loaded. */
function sayFree(bytes: number) {
  vi.spyOn(fs, 'statfs').mockResolvedValue({ bavail: bytes, bsize: 1 } as StatsFs)
  syncBuiltinESMExports()
}

const OTHER_SECRET = 'another secret than the first one'
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9'

describe('lectern doctor', async () => {
  const place = await makePlace()
  afterAll(() => place.remove())
  const server = await serve({ place })
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
        'address: no PUBLIC_URL: only for this machine',
      ]),
    )
    expect(linesOf(found, 'note').map((line) => line.split(':', 1)[0])).toEqual(['mail', 'model'])
  })

  it('finds the server at its address, and a model that answers', async () => {
    const model = await startModelServer({ tokens: ['yes'] })
    const found = await doctor({
      PUBLIC_URL: server.url,
      TRUST_PROXY: 'on',
      LLM_BASE_URL: model.endpoint.baseUrl,
      LLM_MODEL: 'large',
      EMBEDDINGS_MODEL: 'small',
    })
    await model.close()
    expect(model.requests).toMatchObject([{ model: 'large', max_tokens: 1_024, stream: true }])
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

  describe('[operate] of a set-up that is broken', () => {
    const secretFile = () => path.join(place.dataDir, 'jwt-secret')
    const aFile = () => path.join(place.dataDir, 'a-file')
    type SetUp = {
      /** The settings, once what is broken is made so. */
      env?: () => Record<string, string> | Promise<Record<string, string>>
      /** What is said to be wrong, and no more. */
      faults?: RegExp[]
      notes?: RegExp[]
      /** The settings cannot be used: all that is said. */
      says?: RegExp
      mend?: () => unknown
    }
    let occupied: Server
    const smtp = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    const SET_UPS: Record<string, SetUp> = {
      'no database at the address': {
        env: () => ({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/nothing' }),
        faults: [/^database: It does not answer \(ECONNREFUSED\)\. Check address, user and password/],
      },
      'no such host': {
        env: () => ({ DATABASE_URL: 'postgresql://nobody@nowhere.invalid/nothing' }),
        faults: [/^database: It does not answer \((?:ENOTFOUND|EAI_AGAIN)\)\. Check address/],
      },
      'a mail server that is away': {
        env: () => ({ SMTP_URL: 'smtp://127.0.0.1:9' }),
        faults: [/^mail: It failed \(\w+\)\. Check host, port, user and password in SMTP_URL/],
      },
      'a sender that other mail servers refuse': {
        env: async () => {
          const { port } = await listening(smtp.server)
          return { SMTP_URL: `smtp://127.0.0.1:${port}` }
        },
        notes: [/^mail: log-in works, but the sender is Lectern <lectern@localhost>, .* Set MAIL_FROM\.$/],
        mend: () => smtp.server.close(),
      },
      'models that are away': {
        env: () => ({
          LLM_BASE_URL: NOWHERE,
          LLM_MODEL: 'large',
          EMBEDDINGS_MODEL: 'small',
          RERANK_BASE_URL: NOWHERE,
        }),
        faults: [/^model large: .*Check LLM_BASE_URL/, /^embeddings: .*Check EMB/, /^rerank: .*Check RERANK/],
      },
      'an object store that is away': {
        env: () => ({
          S3_ENDPOINT: NOWHERE,
          S3_BUCKET: 'files',
          JWT_SECRET: readFileSync(secretFile(), 'utf8').trim(),
          S3_ACCESS_KEY_ID: 'key',
          S3_SECRET_ACCESS_KEY: 'secret',
        }),
        faults: [/^object store: It failed .*Check S3_ENDPOINT, S3_BUCKET/],
      },
      'Redis that is away': {
        env: () => ({ REDIS_URL: 'redis://127.0.0.1:9' }),
        faults: [/^Redis: It failed .*Check REDIS_URL/],
      },
      'an address that leads elsewhere': {
        env: () => ({ PUBLIC_URL: NOWHERE }),
        faults: [/^address: .* is not reached .*Check DNS/, /^sockets: .*Let the proxy pass them/],
      },
      'a port that another program has': {
        env: async () => {
          occupied = createServer((_, response) => void response.end('something else'))
          return { PORT: String((await listening(occupied)).port) }
        },
        faults: [/^port: PORT \d+ cannot be used \(EADDRINUSE\)\. Stop the other program/],
        mend: () => occupied.close(),
      },
      'a host that is no address of this machine': {
        env: () => ({ HOST: '203.0.113.5' }),
        faults: [
          /^HOST: is no address of this machine \(EADDRNOTAVAIL\)\.$/,
          /^address: PUBLIC_URL is not set/,
        ],
      },
      'settings that are misspelt': {
        env: () => ({ SMTP_ULR: 'x', SMPT_URL: 'x' }),
        notes: [/^settings: SMTP_ULR .*mean SMTP_URL/, /^settings: SMPT_URL .*mean SMTP_URL/],
      },
      'a setting that cannot be used': {
        env: () => ({ PORT: 'http' }),
        says: /^PORT: must be a port number$/,
      },
      'a proxy that is trusted in other words': {
        env: () => ({ TRUST_PROXY: 'yes' }),
        says: /^TRUST_PROXY: /,
      },
      'a secret that is too short': { env: () => ({ JWT_SECRET: 'short' }), says: /^JWT_SECRET: / },
      '[operate H1] another secret than that of the database': {
        env: () => ({ JWT_SECRET: OTHER_SECRET }),
        faults: [/^secret: The database uses a different secret\./],
      },
      'a secret that others can read': {
        env: () => {
          chmodSync(secretFile(), 0o644)
          return {}
        },
        faults: [/^secret: Others can read .*Run: chmod 600/],
        mend: () => chmodSync(secretFile(), 0o600),
      },
      'a data folder that is a file': {
        env: () => {
          writeFileSync(aFile(), '')
          return { DATA_DIR: aFile() }
        },
        says: /^DATA_DIR: is a file, but must be a folder$/,
      },
      'a disk that is nearly full': {
        env: () => {
          sayFree(49 * 1024 * 1024)
          return {}
        },
        faults: [/^disk: 49 MB free\. .*make room or move DATA_DIR/],
        mend: () => {
          vi.restoreAllMocks()
          syncBuiltinESMExports()
        },
      },
      'a clock that is ahead': {
        env: () => {
          // It goes on meanwhile. Rounded, it is as far ahead where the database answers late, too.
          const { now } = Date
          vi.spyOn(Date, 'now').mockImplementation(() => now() + 89_600)
          return {}
        },
        faults: [/^clock: It differs from the database's by -90 s\. Let both machines keep time by NTP/],
        mend: () => vi.restoreAllMocks(),
      },
      'a restore that did not end': {
        env: () => {
          writeFileSync(path.join(place.dataDir, 'restore-unfinished'), '')
          return {}
        },
        faults: [/^data folder: A restore was interrupted\. Run lectern restore again/],
        mend: () => rmSync(path.join(place.dataDir, 'restore-unfinished')),
      },
    }

    it.each(Object.entries(SET_UPS))('says what to do: %s', async (_, { env, faults, notes, says, mend }) => {
      const found = await doctor(await env?.())
      await mend?.()
      expect(found.said).not.toContain('    at ')
      expect(found.code).toBe(faults || says ? 1 : 0)
      if (says) return expect(found.said).toMatch(says)
      expect(linesOf(found, 'FAIL')).toEqual((faults ?? []).map((one) => expect.stringMatching(one)))
      const told = linesOf(found, 'note')
      for (const one of notes ?? []) expect(told).toContainEqual(expect.stringMatching(one))
    })
  })

  it('[39.2] tells of each search index what is on the disk, and what of it is damaged or missing', async () => {
    const write = (dead: number[]) => {
      const base = randomUUID()
      const folder = path.join(place.dataDir, 'index', base)
      const segments = [1, 2, 3].map((n) => buildSegment([createMadeUp(n).document(n)]))
      for (const segment of segments) writeSegment(folder, segment)
      const named = segments.map(({ name }) => ({ name, dead }))
      writeManifest(folder, { id: randomUUID(), state: 'some', segments: named })
      return { base, files: segments.map(({ name }) => path.join(folder, name)), folder }
    }
    const [whole, waiting, damaged, lost] = [write([]), write([0]), write([]), write([])]
    truncateSync(damaged.files[0]!, 999)
    rmSync(damaged.files[1]!)
    rmSync(lost.folder, { recursive: true })
    mkdirSync(lost.folder)
    const found = await doctor()
    expect(found.code).toBe(0)
    const size = /: 3 segments, 0\.\d MB, written 0 minutes ago/
    const about = (level: string, { base }: { base: string }) =>
      linesOf(found, level).find((line) => line.startsWith(`index ${base}`))
    expect(about('ok', whole)).toMatch(new RegExp(`${size.source}$`))
    expect(about('ok', waiting)).toMatch(
      new RegExp(`${size.source}, deleted texts leave it within the hour$`),
    )
    expect(about('note', damaged)).toMatch(
      new RegExp(`${size.source}\\. 1 damaged, 1 missing\\. What is missing is read from the database`),
    )
    expect(about('note', lost)).toContain('Its manifest is missing or damaged.')
    rmSync(path.join(place.dataDir, 'index'), { recursive: true })
  })

  it('[operate H1] no server starts with another secret until it is accepted', async () => {
    const other = await makePlace()
    const start = (jwtSecret: string) => startTestServer({ place: other, jwtSecret })
    await (await start('the first secret')).close()
    await expect(start(OTHER_SECRET)).rejects.toThrow(ConfigError)
    expect((await operate(other, ['accept-secret'], { JWT_SECRET: OTHER_SECRET })).code).toBe(0)
    await (await start(OTHER_SECRET)).close()
    await other.remove()
  })

  onPostgres(
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
