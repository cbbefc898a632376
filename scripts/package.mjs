import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { npm, ROOT } from './suitable-node.mjs'

/** What runs without the sources, and nothing else. */
const NEEDED = [
  'package.json',
  'package-lock.json',
  '.nvmrc',
  'dist/app',
  'dist/server',
  'server/db/migrations',
  'server/demo/documents',
  'scripts/lectern.mjs',
  'scripts/suitable-node.mjs',
  'scripts/healthy.mjs',
  'docs/operations.md',
  'docs/metrics.md',
]

/** Puts what was built, with the packages that it runs on, into an empty folder: node scripts/package.mjs FOLDER */
const target = process.argv[2] && path.resolve(process.argv[2])
if (!target || (existsSync(target) && readdirSync(target).length > 0)) {
  console.error('Usage: node scripts/package.mjs EMPTY_FOLDER')
  process.exit(2)
}
for (const name of NEEDED) {
  if (!existsSync(path.join(ROOT, name))) {
    console.error(`${name} is missing: run npm run build first.`)
    process.exit(1)
  }
  mkdirSync(path.dirname(path.join(target, name)), { recursive: true })
  cpSync(path.join(ROOT, name), path.join(target, name), { recursive: true })
}
const [command, ...rest] = npm()
const install = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
const { status } = spawnSync(command, [...rest, ...install], { cwd: target, stdio: 'inherit' })
process.exit(status ?? 1)
