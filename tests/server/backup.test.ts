import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lastBackup } from '../../server/operator/backup/marks.ts'
import { readBackup } from '../../server/operator/backup/restore.ts'
import { seedDemo } from '../../server/operator/demo/seed.ts'
import { makePlace, type Place } from '../harness/database.ts'
import { demoFacts, demoView } from '../harness/demo-view.ts'
import { organizationOn } from '../harness/knowledge.ts'
import { startObjectStore } from '../harness/object-store.ts'
import { operate } from '../harness/operator.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

describe('a backup', () => {
  let folder: string
  let file: string
  let place: Place
  let server: TestServer
  let seen: Awaited<ReturnType<typeof demoView>>
  const made: Place[] = []
  const emptyPlace = async () => {
    const empty = await makePlace()
    made.push(empty)
    return empty
  }
  /** What the demo's person sees of a place, with the secret that lies in it. */
  const look = async (restored: Place) => {
    const jwtSecret = await readFile(path.join(restored.dataDir, 'jwt-secret'), 'utf8')
    const other = await startTestServer({ place: restored, jwtSecret })
    try {
      const view = await demoView(other.url)
      const me = await fetch(`${other.url}/api/v1/users/me`, { headers: seen.headers })
      return { view, me: me.status, answer: await view.asks('How long can I return boots?') }
    } finally {
      await other.close()
    }
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'lectern-backup-'))
    file = path.join(folder, 'backup.tar')
    place = await makePlace()
    server = await startTestServer({ place })
    await seedDemo(server.app, server.context.db)
    seen = await demoView(server.url)
    expect(await lastBackup(place.dataDir)).toBeNull()
    expect(await operate(place, ['backup', file])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Backed up \d+ rows and 7 files to .*backup\.tar \(\d\.\d MB\)\.$/),
    })
    expect(await lastBackup(place.dataDir)).toBeGreaterThan(Date.now() / 1000 - 60)
  })
  afterAll(async () => {
    await server.close()
    for (const one of [place, ...made]) await one.remove()
    rmSync(folder, { recursive: true })
  })

  it('of a running server is one file that nobody else can read, and is not written over', async () => {
    expect(readdirSync(folder)).toEqual(['backup.tar'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await operate(place, ['backup', file])).toEqual({
      code: 1,
      said: `${file} exists already. Name another file.`,
    })
  })

  it('restores what a person saw: log-in, session, documents with files, answers with citations', async () => {
    const empty = await emptyPlace()
    expect(await operate(empty, ['restore', file])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Restored the backup of .* Start Lectern\.$/),
    })
    const { view, me, answer } = await look(empty)
    expect(demoFacts(view)).toEqual(demoFacts(seen))
    expect(seen.conversations[0][1].quotes.length).toBeGreaterThan(0)
    expect(me).toBe(200)
    expect(answer.content).toContain('60 days')
    expect(answer.citations[0]?.document_name).toBe('returns-policy.md')
  })

  it('is refused where there is data, unless it may replace it', async () => {
    const other = await emptyPlace()
    const first = await startTestServer({ place: other })
    await first.register('somebody@example.test')
    expect((await operate(other, ['restore', file])).said).toContain('Stop')
    await first.close()
    const refused = await operate(other, ['restore', file])
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('--replace') })
    const kept = await startTestServer({ place: other })
    expect((await kept.logIn('somebody@example.test')).statusCode).toBe(200)
    await kept.close()
    expect((await operate(other, ['restore', file, '--replace'])).code).toBe(0)
    expect(demoFacts((await look(other)).view)).toEqual(demoFacts(seen))
    const again = await startTestServer({ place: other })
    expect((await again.logIn('somebody@example.test')).statusCode).toBe(401)
    await again.close()
  })

  it('that is damaged or cut off changes nothing', async () => {
    const other = await emptyPlace()
    const damaged = path.join(folder, 'damaged.tar')
    const bytes = await readFile(file)
    const at = bytes.indexOf('Boots', bytes.indexOf('files/'))
    bytes[at] = 0
    await writeFile(damaged, bytes)
    expect((await operate(other, ['restore', damaged])).said).toMatch(
      /is damaged \(files\/.*Nothing was changed/,
    )
    truncateSync(damaged, bytes.length / 2)
    expect((await operate(other, ['restore', damaged])).said).toMatch(/Nothing was changed/)
    writeFileSync(damaged, 'no archive')
    expect((await operate(other, ['restore', damaged])).said).toMatch(/Nothing was changed/)
    expect((await operate(other, ['restore', path.join(folder, 'none')])).said).toMatch(/does not exist/)
    expect(existsSync(path.join(other.dataDir, 'files'))).toBe(false)
  })

  it('[operate H2] that may not be read is not called damaged', async () => {
    expect((await operate(await emptyPlace(), ['restore', folder])).said).toMatch(/cannot be read \(EISDIR\)/)
    const isRoot = process.getuid?.() === 0
    const refused = path.join(folder, 'refused.tar')
    writeFileSync(refused, '', { mode: isRoot ? 0o600 : 0o000 })
    if (isRoot) process.seteuid?.(65_534)
    try {
      await expect(readBackup(refused)).rejects.toThrow(/cannot be read \(EACCES\)\. Give it to .* chown /)
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  })

  it('[operate M8] is not made with another secret than that of its data', async () => {
    const other = path.join(folder, 'other.tar')
    const refused = await operate(place, ['backup', other], { JWT_SECRET: 'x'.repeat(32) })
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^JWT_SECRET: The database uses a different/),
    })
    expect(existsSync(other)).toBe(false)
  })

  it('that fails in the middle leaves the data before it', async () => {
    const other = await emptyPlace()
    const first = await startTestServer({ place: other })
    await first.register('somebody@example.test')
    await first.close()
    // The files come last: this one cannot be given its name.
    const [id] = readdirSync(path.join(place.dataDir, 'files')).filter((name) => name !== 'incoming')
    mkdirSync(path.join(other.dataDir, 'files', id!, 'x'), { recursive: true })
    expect((await operate(other, ['restore', file, '--replace'])).code).toBe(1)
    const kept = await startTestServer({ place: other })
    expect((await kept.logIn('somebody@example.test')).statusCode).toBe(200)
    await kept.close()
  })

  describe('of what has lost files', () => {
    const kept = () => path.join(folder, 'kept')
    const storedIn = (files: string) => readdirSync(files).filter((name) => name !== 'incoming')
    const move = (ids: string[], from: string, to: string) => {
      for (const id of ids) renameSync(path.join(from, id), path.join(to, id))
    }
    const lose = (count: number) => {
      const files = path.join(place.dataDir, 'files')
      mkdirSync(kept())
      move(storedIn(files).slice(0, count), files, kept())
      return storedIn(kept())
    }
    afterEach(() => {
      move(storedIn(kept()), kept(), path.join(place.dataDir, 'files'))
      rmSync(kept(), { recursive: true })
    })

    it('is made all the same if they are few, and its exit code tells', async () => {
      const [one, other] = lose(2)
      const lacking = path.join(folder, 'lacking.tar')
      const { code, said } = await operate(place, ['backup', lacking])
      expect(code).toBe(3)
      expect(said).toMatch(/^Backed up \d+ rows and 5 files to /)
      for (const id of [one, other]) expect(said).toContain(`The file ${id} is missing`)
      expect((await operate(await emptyPlace(), ['restore', lacking])).code).toBe(0)
    })

    it.each([3, 7])('is not made without %i of 7, unless that is wanted', async (count) => {
      lose(count)
      const madeAt = await lastBackup(place.dataDir)
      const lacking = path.join(folder, `without-${count}.tar`)
      const { code, said } = await operate(place, ['backup', lacking])
      expect(code).toBe(1)
      expect(said).toContain(`${count} of 7 files are missing. Is the data folder mounted`)
      expect(existsSync(lacking)).toBe(false)
      expect(await lastBackup(place.dataDir)).toBe(madeAt)
      expect((await operate(place, ['backup', lacking, '--despite-losses'])).code).toBe(3)
    })
  })

  it('removes what a killed one has left beside it, and nothing of one that is being made', async () => {
    const [killed, running, foreign] = ['a.tar.spool-Xy12aZ', 'b.tar.spool-Xy12aZ', 'c.tar.spool-of-mine']
    const own = mkdtempSync(path.join(tmpdir(), 'lectern-backup-'))
    for (const name of [killed, running, foreign]) {
      mkdirSync(path.join(own, name))
      for (const part of ['users.ndjson', 'archive']) writeFileSync(path.join(own, name, part), 'x')
      for (const part of name === running ? ['', 'users.ndjson'] : ['', 'users.ndjson', 'archive'])
        utimesSync(path.join(own, name, part), new Date(0), new Date(0))
    }
    expect((await operate(place, ['backup', path.join(own, 'next.tar')])).code).toBe(0)
    expect(readdirSync(own).sort()).toEqual([running, foreign, 'next.tar'])
    rmSync(own, { recursive: true })
  })

  it('is restored after a restore that was killed while it wrote a file', async () => {
    const other = await emptyPlace()
    const [id] = readdirSync(path.join(place.dataDir, 'files')).filter((name) => name !== 'incoming')
    const incoming = path.join(other.dataDir, 'files/incoming')
    mkdirSync(incoming, { recursive: true })
    writeFileSync(path.join(incoming, id!), 'x'.repeat(100_000))
    expect((await operate(other, ['restore', file])).code).toBe(0)
    expect(readdirSync(incoming)).toEqual([])
    const [kept, restored] = [place, other].map(({ dataDir }) => readFile(path.join(dataDir, 'files', id!)))
    expect((await restored!).equals(await kept!)).toBe(true)
  })

  it('needs the secret of the backup where JWT_SECRET is set', async () => {
    const other = await emptyPlace()
    const refused = await operate(other, ['restore', file], { JWT_SECRET: 'x'.repeat(32) })
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^JWT_SECRET differs from the backup's/),
    })
    const env = { JWT_SECRET: server.config.jwtSecret }
    expect((await operate(other, ['restore', file], env)).code).toBe(0)
  })
})

it('a backup is not made while the object store refuses to hand out a file', async () => {
  const store = await startObjectStore()
  const place = await makePlace()
  const server = await startTestServer({ place, s3: store.settings })
  const { ann: client, organizationId } = await organizationOn(server)
  const base = await client.knowledgeBase(organizationId)
  await client.upload(base.id, [{ name: 'a.txt', content: 'The canary sings.' }])
  await client.settled(base.id)
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-backup-'))
  store.refuseReads()
  const env = { ...store.env, JWT_SECRET: server.config.jwtSecret }
  expect(await operate(place, ['backup', path.join(folder, 'backup.tar')], env)).toEqual({
    code: 1,
    said: 'The object store does not respond. Please try again in a moment.',
  })
  expect(readdirSync(folder)).toEqual([])
  expect(await lastBackup(place.dataDir)).toBeNull()
  await server.close()
  await store.close()
  await place.remove()
  rmSync(folder, { recursive: true })
})
