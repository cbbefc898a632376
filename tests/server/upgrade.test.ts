import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readBackup } from '../../server/operator/backup/restore.ts'
import { makePlace, type Place } from '../harness/database.ts'
import { demoFacts, demoView } from '../harness/demo-view.ts'
import { operate } from '../harness/operator.ts'
import { startTestServer } from '../harness/server.ts'

/** What released versions have made of the demo; `npm run release-data` adds that of this one. */
const RELEASES = path.join(import.meta.dirname, '../releases')

describe.each(readdirSync(RELEASES))('the data of %s', (version) => {
  const folder = path.join(RELEASES, version)
  const file = path.join(folder, 'backup.tar')
  let place: Place
  afterEach(() => place.remove())

  it('is found whole by this version', async () => {
    place = await makePlace()
    expect(await operate(place, ['restore', file])).toMatchObject({ code: 0 })
    const server = await startTestServer({ place })
    const view = await demoView(server.url)
    expect(demoFacts(view)).toMatchObject(JSON.parse(readFileSync(path.join(folder, 'seen.json'), 'utf8')))
    expect((await view.asks('How long can I return boots?')).citations[0]?.document_name).toBe(
      'returns-policy.md',
    )
    await server.close()
  })

  it.skipIf(process.env.TEST_DATABASE_URL)(
    'lies in an embedded database that this version opens: one of another major version has to be restored',
    async () => {
      place = await makePlace()
      const { database } = (await readBackup(file)).manifest
      const server = await startTestServer({ place })
      const { rows } = await server.database.pool.query('show server_version_num')
      await server.close()
      const major = String(Math.floor(rows[0].server_version_num / 10_000))
      if (database.kind === 'embedded') expect(database.version.split('.')[0]).toBe(major)
    },
  )
})
