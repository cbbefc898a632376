import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/database.ts'
import { type Client, createClient, until } from '../harness/knowledge.ts'
import { startObjectStore } from '../harness/object-store.ts'
import { operate } from '../harness/operator.ts'
import { startProcess } from '../harness/process.ts'
import { onPostgres } from '../harness/runs.ts'
import { startTestServer } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'

const SIZE_MB = 160
const MEBIBYTE = 1024 * 1024
const mount = (disk: string, size: string) => {
  mkdirSync(disk)
  expect(run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'lectern', disk)).toBe(true)
}
const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0
const mayMount = process.platform === 'linux' && process.getuid?.() === 0
const text = (name: string, bytes: number) => ({
  name,
  content: `${name}: the river runs on. `.repeat(bytes / 32),
})

/** A disk of a few megabytes is a file system in memory, which takes the right to mount one. */
describe.runIf(mayMount)('[F6] a data folder on a full disk', () => {
  let place: Place
  let disk: string
  let running: ReturnType<typeof startProcess>
  let url: string
  let ann: Client
  beforeEach(async () => {
    place = await makePlace()
    disk = path.join(place.dataDir, 'disk')
    mount(disk, `${SIZE_MB}m`)
    if (!place.databaseUrl)
      cpSync(path.join(place.dataDir, 'database'), path.join(disk, 'database'), { recursive: true })
    running = startProcess({ ...place, dataDir: disk })
    url = await running.ready
    ann = await signIn(url)
  })
  afterEach(async () => {
    running.kill('SIGKILL')
    await running.exited
    run('umount', disk)
    await place.remove()
  })

  const readiness = async () => ((await (await fetch(`${url}/ready`)).json()) as { status?: string }).status
  const filler = () => path.join(disk, 'filler')
  const fill = () => writeFile(filler(), Buffer.alloc(SIZE_MB * MEBIBYTE)).catch(() => {})

  it('refuses uploads with the reason, says that no file can be stored, and goes on when there is room', async () => {
    const { body: organization } = await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })
    const id = await ann.filled(organization.id, [text('before.txt', 1_000)])

    await fill()
    expect(await readiness()).not.toBe('ok')
    expect((await fetch(`${url}/health`)).status).toBe(200)
    const refused = await ann.upload(id, [text('during.txt', 2 * MEBIBYTE)])
    expect(refused).toMatchObject({
      status: 503,
      body: { detail: 'The server’s disk is full. Tell your operator.' },
    })

    rmSync(filler())
    await until(readiness, (status) => status === 'ok')
    expect((await ann.upload(id, [text('after.txt', 1_000)])).status).toBe(201)
    const documents = await ann.settled(id)
    expect(documents.map(({ name, status }) => [name, status]).sort()).toEqual([
      ['after.txt', 'ready'],
      ['before.txt', 'ready'],
    ])
  })
})

describe.runIf(mayMount)('[F6] a command on a full disk', () => {
  let place: Place
  let disk: string
  const fillUp = () => writeFile(path.join(disk, 'filler'), Buffer.alloc(MEBIBYTE)).catch(() => {})
  beforeEach(async () => {
    place = await makePlace()
    disk = path.join(place.dataDir, 'disk')
    mount(disk, '64k')
  })
  afterEach(async () => {
    run('umount', disk)
    await place.remove()
  })

  it('names the disk of the backup, and leaves nothing there', async () => {
    await fillUp()
    expect(await operate(place, ['backup', path.join(disk, 'backup.tar')])).toEqual({
      code: 1,
      said: `${disk}: its disk has no room left. Make room, or name a file elsewhere.`,
    })
    expect(readdirSync(disk)).toEqual(['filler'])
  })

  onPostgres('names the data folder into which a backup is restored', async () => {
    const server = await startTestServer({ place })
    const owner = await server.register()
    const client = createClient(server.url, owner)
    await client.filled((await server.found(owner)).id, [text('a.txt', 100_000)])
    const backup = path.join(place.dataDir, 'backup.tar')
    expect((await operate(place, ['backup', backup])).code).toBe(0)
    await server.close()
    await fillUp()
    const full = { ...place, dataDir: disk }
    const env = { JWT_SECRET: server.config.jwtSecret }
    expect(await operate(full, ['restore', backup, '--replace'], env)).toEqual({
      code: 1,
      said: 'DATA_DIR: its disk has no room left. Make room',
    })
  })

  onPostgres(
    'names the data folder to which files are copied from the object store for a backup',
    async () => {
      const store = await startObjectStore()
      const server = await startTestServer({ place, s3: store.settings })
      const owner = await server.register()
      const client = createClient(server.url, owner)
      await client.filled((await server.found(owner)).id, [text('a.txt', 100_000)])
      await server.close()
      await fillUp()
      const backup = path.join(place.dataDir, 'backup.tar')
      const env = { ...store.env, JWT_SECRET: server.config.jwtSecret }
      expect(await operate({ ...place, dataDir: disk }, ['backup', backup], env)).toEqual({
        code: 1,
        said: 'DATA_DIR: its disk has no room left. Make room',
      })
      await store.close()
    },
  )
})
