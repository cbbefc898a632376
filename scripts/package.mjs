import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { npm, ROOT } from './suitable-node.mjs'

/** Everything needed to run without the sources. */
const NEEDED = [
  'package.json',
  'package-lock.json',
  '.nvmrc',
  'dist/app',
  'dist/server',
  'server/kernel/db/migrations',
  'server/operator/demo/documents',
  'scripts/lectern.mjs',
  'scripts/suitable-node.mjs',
  'scripts/healthy.mjs',
  'CHANGELOG.md',
  'docs/api.md',
  'docs/channels.md',
  'docs/connectors.md',
  'docs/embedding.md',
  'docs/mcp.md',
  'docs/metrics.md',
  'docs/operations.md',
  'docs/scale.md',
  'docs/settings.md',
  'docs/single-sign-on.md',
]
/** Renders /docs, plain and compressed; its package depends on a hundred others. */
const RENDERER = 'node_modules/rapidoc/dist/rapidoc-min.js'
/** The model runtime includes libraries for every platform. */
const RUNTIMES = 'node_modules/onnxruntime-node/bin/*/*/*'

/** Copies the build and its packages into an empty folder: node scripts/package.mjs FOLDER */
const target = process.argv[2] && path.resolve(process.argv[2])
if (!target || (existsSync(target) && readdirSync(target).length > 0)) {
  console.error('Usage: node scripts/package.mjs EMPTY_FOLDER')
  process.exit(2)
}
const take = (name) => {
  if (!existsSync(path.join(ROOT, name))) {
    console.error(`${name} is missing: run npm run build first.`)
    process.exit(1)
  }
  mkdirSync(path.dirname(path.join(target, name)), { recursive: true })
  cpSync(path.join(ROOT, name), path.join(target, name), { recursive: true })
}
for (const name of NEEDED) take(name)
const [command, ...rest] = npm()
const install = ['ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
const { status } = spawnSync(command, [...rest, ...install], { cwd: target, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
for (const ending of ['', '.gz']) take(RENDERER + ending)
for (const runtime of globSync(RUNTIMES, { cwd: target }))
  if (!runtime.endsWith(path.join(process.platform, process.arch)))
    rmSync(path.join(target, runtime), { recursive: true })
