import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'
import type { ModelDescription } from '../../tests/harness/model/describe-model.ts'
import type { Model } from '../../tests/harness/model/model.ts'
import { chartNameOf, type Machines } from './charts.ts'
import { kebab } from './names.ts'

export type Models = ReadonlyMap<string, Model<AnyStateMachine>>

const MACHINE = /^export const (\w+)Machine = (?![<(])/gm

/** Machine → the `….machine.ts` under `src/machines` that exports it; a file may have several of one kind. */
export const machineFiles = (root: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(root, 'src/machines'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.machine.ts'))
      .flatMap((file) =>
        [...readFileSync(join(root, 'src/machines', file), 'utf8').matchAll(MACHINE)].map(
          ([, name = '']) => [kebab(name), file] as const,
        ),
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Every machine exported as `…Machine` from a file in `src/machines`, by its kebab-case name. */
export async function findMachines(root: string): Promise<Machines> {
  const machines = new Map<string, AnyStateMachine>()
  for (const file of new Set(machineFiles(root).values())) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(root, 'src/machines', file)).href)
    for (const [name, value] of Object.entries(module))
      if (name.endsWith('Machine') && value instanceof StateMachine)
        machines.set(kebab(name.slice(0, -'Machine'.length)), value)
  }
  return new Map([...machines].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The file with a machine's model, under `tests/machines`: its own, or that of its shared chart. */
export const modelFileOf = (root: string, name: string, machine: AnyStateMachine) =>
  [name, chartNameOf(machine)]
    .map((one) => `${one}.model.ts`)
    .find((file) => existsSync(join(root, 'tests/machines', file)))

/** The cases of each machine. */
export async function findModels(root: string, machines: Machines): Promise<Models> {
  const models = new Map<string, Model<AnyStateMachine>>()
  for (const [name, machine] of machines) {
    const file = modelFileOf(root, name, machine)
    if (file === undefined) continue
    const module: Record<string, Model<AnyStateMachine> | ModelDescription<AnyStateMachine>> = await import(
      pathToFileURL(join(root, 'tests/machines', file)).href
    )
    const found = module[`${machine.id}Model`]
    if (found) models.set(name, 'model' in found ? found.model : found)
  }
  return models
}
