import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/database.ts'
import { type Client, until } from '../harness/knowledge.ts'
import { startProcess } from '../harness/process.ts'
import { signIn } from '../harness/sign-in.ts'

const SIZE_MB = 160
const MEBIBYTE = 1024 * 1024
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
    expect(run('mkdir', disk) && run('mount', '-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'lectern', disk)).toBe(
      true,
    )
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
