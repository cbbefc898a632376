import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allTransitions } from '../../tests/harness/model/transitions.ts'
import { chartOf } from './chart.ts'
import { DRAWINGS, findMachines } from './drawings.ts'
import { countsOf, inBrowserText, onActorText, sumOf } from './pages.ts'
import { mergeWalks, NOT_WALKED, readNotes, readWalks, WALKS, walksText } from './walks.ts'

/** `tsx walked.ts <folder>`: takes over what a test run walked, says it, and writes the pages anew. */
const root = join(import.meta.dirname, '../..')
const drawings = join(root, DRAWINGS)
const machines = await findMachines(root)
const known = new Map([...machines].map(([name, machine]) => [name, allTransitions(machine)]))
const walks = mergeWalks(readWalks(drawings), readNotes(process.argv[2] ?? ''), known)
writeFileSync(join(drawings, WALKS), walksText(walks))
await import('./draw.ts')

const total = sumOf(
  [...machines].map(([name, machine]) => countsOf(chartOf(machine), walks[name] ?? NOT_WALKED)),
)
console.log(`Transitions walked on actors: ${onActorText(total)}`)
console.log(`Transitions walked in the browser: ${inBrowserText(total)}, ${total.exceptions} exceptions`)
for (const [name, { exceptions }] of Object.entries(walks))
  for (const [transition, reason] of Object.entries(exceptions))
    console.log(`  ${name}: ${transition}: ${reason}`)
