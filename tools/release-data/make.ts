import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { VERSION } from '../../server/kernel/package.ts'
import { seedDemo } from '../../server/operator/demo/seed.ts'
import { makePlace } from '../../tests/harness/database.ts'
import { demoFacts, demoView } from '../../tests/harness/demo-view.ts'
import { operate } from '../../tests/harness/operator.ts'
import { startTestServer } from '../../tests/harness/server.ts'

/** Stores the demo made by this version, and its visible content, which later versions must preserve. */
const folder = path.join(import.meta.dirname, '../../tests/releases', VERSION)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const place = await makePlace()
const server = await startTestServer({ place })
await seedDemo(server.app, server.context.db)
const { code, said } = await operate(place, ['backup', path.join(folder, 'backup.tar')])
const seen = demoFacts(await demoView(server.url))
writeFileSync(path.join(folder, 'seen.json'), `${JSON.stringify(seen, null, 2)}\n`)
await server.close()
await place.remove()
console.log(said)
// Servers of the harness share an embedder, whose threads continue.
process.exit(code)
