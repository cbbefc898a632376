import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { ensureInstalled, ROOT } from './ensure-installed.mjs'

/** Runs all benches, or the named ones: npm run bench -- start search; arguments with a dash are passed to them. */
await ensureInstalled()
const folder = path.join(ROOT, 'tests/bench')
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
const given = process.argv.slice(2)
const firstOption = given.findIndex((word) => word.startsWith('-'))
const asked = firstOption < 0 ? given : given.slice(0, firstOption)
const options = firstOption < 0 ? [] : given.slice(firstOption)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exit(2)
}
const names = asked.length > 0 ? asked : known
const isAsked = (name) => names.includes(name)
const env = { ...process.env }
if (['lists', 'first-screen', 'interaction', 'stream'].some(isAsked)) env.CHROMIUM_PATH = ensureChromium()
const run = (...args) => spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).status ?? 1
const build = ['start', 'lists', 'first-screen', 'interaction'].some(isAsked) ? run('scripts/build.mjs') : 0
const failed = names.map((name) => run('--import', 'tsx', path.join(folder, `${name}.bench.ts`), ...options))
process.exit(Math.max(build, ...failed))
