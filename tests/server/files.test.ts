import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFolderFiles } from '../../server/kernel/files/open-files.ts'
import { createClient, until } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'

describe('[S7] the file of a document', async () => {
  const server = await serve()
  const withDocument = async () => {
    const person = await server.register()
    const { id: organizationId, name } = await server.found(person)
    const client = createClient(server.url, person)
    const base = await client.knowledgeBase(organizationId)
    const { body } = await client.upload(base.id, [{ name: 'a.txt', content: 'The canary sings.' }])
    await client.settled(base.id)
    const { rows } = await server.database.pool.query(
      'select id from document_versions where document_id = $1',
      [body.results[0]!.document!.id],
    )
    const file = path.join(server.config.dataDir, 'files', rows[0].id)
    expect(existsSync(file)).toBe(true)
    return { person, client, organizationId, name, base, file, document: body.results[0]!.document! }
  }
  type Given = Awaited<ReturnType<typeof withDocument>>
  const post = (url: string, { headers }: Person, payload: object) =>
    server.inject({ method: 'POST', url, headers, payload })

  it.each<[string, (given: Given) => Promise<unknown>]>([
    ['itself', ({ client, document }) => client.call('DELETE', `/api/v1/documents/${document.id}`)],
    ['its knowledge base', ({ client, base }) => client.call('DELETE', `/api/v1/knowledge-bases/${base.id}`)],
    [
      'its organization',
      ({ person, organizationId, name }) =>
        post(`/api/v1/organizations/${organizationId}/delete`, person, { name }),
    ],
    [
      'the account of its only member',
      ({ person }) => post('/api/v1/users/me/delete', person, { password: PASSWORD }),
    ],
    [
      'whatever deletes its row',
      ({ document }) => server.database.pool.query('delete from documents where id = $1', [document.id]),
    ],
  ])('goes with %s', async (_what, remove) => {
    const given = await withDocument()
    await remove(given)
    await until(
      async () => existsSync(given.file),
      (isThere) => !isThere,
    )
    await until(
      async () => (await server.database.pool.query('select * from removed_files')).rows,
      (rows) => rows.length === 0,
    )
  })
})

describe('the sweep of the files', () => {
  it('removes old ones that no document names and old parts of uploads, however many there are', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-files-'))
    const files = await openFolderFiles(dataDir)
    const write = async (name: string, isOld: boolean) => {
      const file = path.join(dataDir, 'files', name)
      await writeFile(file, 'x')
      if (isOld) await utimes(file, new Date(0), new Date(0))
    }
    const [known, fresh] = [crypto.randomUUID(), crypto.randomUUID()]
    await write(known, true)
    await write(fresh, false)
    for (let n = 0; n < 1_100; n++) await write(crypto.randomUUID(), true)
    await write(`incoming/${crypto.randomUUID()}`, true)
    await write(`incoming/${fresh}`, false)
    const asked: number[] = []
    await files.sweep(async (ids) => {
      asked.push(ids.length)
      return new Set(ids.filter((id) => id === known))
    })
    expect((await readdir(path.join(dataDir, 'files'))).sort()).toEqual([known, fresh, 'incoming'].sort())
    expect(await readdir(path.join(dataDir, 'files/incoming'))).toEqual([fresh])
    expect(Math.max(...asked)).toBeLessThanOrEqual(1_000)
    await rm(dataDir, { recursive: true })
  })
})
