import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DRAWINGS, drawAll, drawnFiles, findMachines, findModels } from './drawings.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, DRAWINGS)
const machines = await findMachines(root)
const files = await drawAll(root, machines, await findModels(root, machines))

mkdirSync(folder, { recursive: true })
for (const old of drawnFiles(folder)) if (!files.has(old)) rmSync(join(folder, old), { recursive: true })
for (const [name, content] of files) writeFileSync(join(folder, name), content)
console.log(`${machines.size} statecharts in ${DRAWINGS}`)
