import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chartOf } from '../chart.ts'
import { findMachines } from '../machines.ts'
import { pageStyle } from '../site/html.ts'
import { RECORDINGS } from '../site/recordings.ts'
import { compare, isSame } from './compare.ts'
import { changedJourneys } from './journeys.ts'
import { diffPage } from './page.ts'

/**
 * `npm run statecharts:diff -- <revision> [folder]`: one page with every machine changed since a revision. With
 * a folder of journeys recorded then, also those whose pictures changed.
 */
const root = join(import.meta.dirname, '../../..')
const [revision, recorded] = process.argv.slice(2)
if (revision === undefined) {
  console.error('Name the revision to compare with: npm run statecharts:diff -- main')
  process.exit(2)
}

const earlier = join(root, RECORDINGS, 'earlier')
rmSync(earlier, { recursive: true, force: true })
mkdirSync(earlier, { recursive: true })
const sources = execFileSync('git', ['archive', revision, 'src', 'package.json'], {
  cwd: root,
  maxBuffer: 1 << 28,
})
execFileSync('tar', ['-x', '-C', earlier], { input: sources })
const [before, after] = [await findMachines(earlier), await findMachines(root)]
rmSync(earlier, { recursive: true })

const changed = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
  const [old, now] = [before.get(name), after.get(name)].map((machine) => machine && chartOf(machine))
  const diff = compare(old, now)
  return isSame(diff) ? [] : [{ name, before: old, after: now, diff }]
})
const journeys = recorded === undefined ? [] : changedJourneys(recorded, join(root, RECORDINGS, 'journeys'))
const file = join(root, 'dist/statecharts-diff.html')
mkdirSync(join(root, 'dist'), { recursive: true })
writeFileSync(file, await diffPage(revision, changed, journeys, pageStyle(root)))
console.log(`${changed.length} machines changed since ${revision}: ${file}`)
