import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { committedFiles, DRAWINGS, tellMachines } from './committed.ts'
import { total } from './figures.ts'
import { findMachines, findModels } from './machines.ts'

/** `npm run statecharts`: redraws every machine, and describes its behaviour. */
const root = join(import.meta.dirname, '../..')
const folder = join(root, DRAWINGS)
const machines = await findMachines(root)
const told = await tellMachines(root, machines, await findModels(root, machines))
const { files, figures } = committedFiles(machines, told)

rmSync(folder, { recursive: true, force: true })
for (const [name, content] of files) {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}
for (const [name, { width, height, text, crossings, length }] of figures)
  console.log(
    `${name.padEnd(56)} ${`${width} × ${height}`.padStart(11)} px, text ${text.toFixed(1)} px, ${crossings} crossings, ${length} px of arrows`,
  )
const { crossings, length, smallest } = total(figures)
console.log(
  `${figures.size} pictures of ${machines.size} machines in ${DRAWINGS}: smallest text ${smallest.toFixed(1)} px, ${crossings} crossings, ${length} px of arrows`,
)
