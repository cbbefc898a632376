import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Config } from '../../server/kernel/config/config.ts'
import { makePlace } from './database.ts'
import { startTestServer } from './server.ts'

/** Two servers on one database; with `disksApart`, each has its own data folder, as on two machines. */
export const startTwo = async ({
  disksApart = false,
  ...overrides
}: Partial<Config> & { disksApart?: boolean } = {}) => {
  const place = await makePlace()
  const otherDisk = mkdtempSync(path.join(tmpdir(), 'lectern-'))
  const jwtSecret = 'x'.repeat(32)
  const start = (dataDir: string) =>
    startTestServer({ place: { ...place, dataDir }, jwtSecret, ...overrides })
  const [one, two] = [await start(place.dataDir), await start(disksApart ? otherDisk : place.dataDir)]
  const close = async () => {
    await one.close()
    await two.close()
    await place.remove()
    rmSync(otherDisk, { recursive: true, force: true })
  }
  return { one, two, close }
}
