import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'
import type { ModelDescription } from '../../tests/harness/model/describe-model.ts'
import type { Model } from '../../tests/harness/model/model.ts'
import { kebab } from './names.ts'

export type Machines = ReadonlyMap<string, AnyStateMachine>
export type Models = ReadonlyMap<string, Model<AnyStateMachine>>

/** The `<name>.machine.ts` of `src/machines`, each below its room. */
export const machineFiles = (root: string) =>
  readdirSync(join(root, 'src/machines'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.machine.ts'))
    .sort((a, b) => (machineOf(a) < machineOf(b) ? -1 : 1))

/** `knowledge/crawl.machine.ts` → `crawl` */
export const machineOf = (file: string) => basename(file, '.machine.ts')

/** Every machine exported as `…Machine` by a file of `src/machines`, by its kebab-case name. */
export async function findMachines(root: string): Promise<Machines> {
  const machines = new Map<string, AnyStateMachine>()
  for (const file of machineFiles(root)) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(root, 'src/machines', file)).href)
    for (const [name, value] of Object.entries(module))
      if (name.endsWith('Machine') && value instanceof StateMachine)
        machines.set(kebab(name.slice(0, -'Machine'.length)), value)
  }
  return new Map([...machines].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The cases of each machine, from its `tests/machines/<name>.model.ts`. */
export async function findModels(root: string, machines: Machines): Promise<Models> {
  const models = new Map<string, Model<AnyStateMachine>>()
  for (const [name, { id }] of machines) {
    const file = pathToFileURL(join(root, 'tests/machines', `${name}.model.ts`)).href
    const module: Record<string, Model<AnyStateMachine> | ModelDescription<AnyStateMachine>> = await import(
      file
    )
    const found = module[`${id}Model`]
    if (found) models.set(name, 'model' in found ? found.model : found)
  }
  return models
}
