import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'
import { staleParts } from './inputs.mjs'

await ensureInstalled()
if (staleParts().length > 0) {
  console.log('Building…')
  // In a separate process, whose memory is released.
  const { status } = spawnSync(process.execPath, [path.join(ROOT, 'scripts/build.mjs')], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
if (process.argv.includes('--demo')) process.env.DEMO = '1'
process.setSourceMapsEnabled(true)
// In this same process: stopping or killing it stops the server.
await import('../dist/server/main.js')
