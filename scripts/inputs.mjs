import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './ensure-installed.mjs'

/** The inspector shows them (src/ui/inspect). */
const drawings = readdirSync(path.join(ROOT, 'docs/statecharts'), { recursive: true })
  .filter((name) => name.endsWith('.svg'))
  .map((name) => `docs/statecharts/${name}`)

/** Inputs and output of each part. */
const PARTS = {
  app: [
    'index.html',
    'share.html',
    'vite.config.ts',
    'scripts/prerender.mjs',
    'scripts/app-build',
    'public',
    'src',
    ...drawings,
  ],
  server: ['server', 'src/services/contract', 'src/texts/t.ts', 'tools/texts'],
}
const ALWAYS = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build.mjs']

export const outputOf = (part) => path.join(ROOT, 'dist', part)
const markOf = (part) => path.join(ROOT, 'dist', `${part}.inputs`)

/** Parts whose output is missing or was built from other files. */
export const staleParts = () =>
  Object.keys(PARTS).filter(
    (part) =>
      !existsSync(outputOf(part)) ||
      !existsSync(markOf(part)) ||
      readFileSync(markOf(part), 'utf8') !== hashOf(part),
  )

/** Records a part's inputs. `hash` is from before the build: a file saved during it makes it stale. */
export const markBuilt = (part, hash) => writeFileSync(markOf(part), hash)

export function hashOf(part) {
  const hash = createHash('sha256')
  for (const name of [...PARTS[part], ...ALWAYS]) addTo(hash, path.join(ROOT, name))
  return hash.digest('hex')
}

function addTo(hash, file) {
  if (!existsSync(file)) return
  if (statSync(file).isDirectory()) {
    for (const name of readdirSync(file).sort()) addTo(hash, path.join(file, name))
  } else {
    hash.update(`${path.relative(ROOT, file)}\0`).update(readFileSync(file))
  }
}
