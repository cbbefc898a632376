import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/database.ts'
import { startModelServer } from '../harness/model.ts'
import { operate } from '../harness/operator.ts'
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
})
