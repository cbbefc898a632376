import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'

/** Runs a TypeScript program in tools: node scripts/tool.mjs statecharts/draw ARGUMENTS. */
await ensureInstalled()
const [name, ...args] = process.argv.slice(2)
const file = path.join(ROOT, 'tools', `${name}.ts`)
const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...args], {
  cwd: ROOT,
  stdio: 'inherit',
})
process.exit(status ?? 1)
