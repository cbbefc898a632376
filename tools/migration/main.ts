import { spawnSync } from 'node:child_process'
import { globSync, rmSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')
const META = path.join(ROOT, 'server/kernel/db/migrations/meta')

/** `npm run db:migration -- --name what_changes`: writes the migration to the current schema. */
const { status } = spawnSync(
  'npx',
  ['drizzle-kit', 'generate', '--config', 'server/kernel/db/drizzle.config.ts', ...process.argv.slice(2)],
  { cwd: ROOT, stdio: 'inherit' },
)
// The next migration is compared with the newest snapshot; each older one is 4,000 unused lines.
const [, ...older] = globSync('*_snapshot.json', { cwd: META }).sort().reverse()
for (const snapshot of older) rmSync(path.join(META, snapshot))
process.exit(status ?? 1)
