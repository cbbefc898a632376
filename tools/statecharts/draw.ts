import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chartsOf } from './charts.ts'
import { committedFiles, DRAWINGS } from './committed.ts'
import { findMachines, findModels } from './machines.ts'

/** `npm run statecharts`: draws every machine anew, and writes down what it does. */
const root = join(import.meta.dirname, '../..')
const folder = join(root, DRAWINGS)
const machines = await findMachines(root)
const files = await committedFiles(root, machines, await findModels(root, machines))

rmSync(folder, { recursive: true, force: true })
for (const [name, content] of files) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
console.log(`${chartsOf(machines).size} statecharts of ${machines.size} machines in ${DRAWINGS}`)
