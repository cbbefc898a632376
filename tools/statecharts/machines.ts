import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'
import type { ModelDescription } from '../../tests/harness/model/describe-model.ts'
import type { Model } from '../../tests/harness/model/model.ts'
import type { Machines } from './charts.ts'
import { kebab } from './names.ts'

export type Models = ReadonlyMap<string, Model<AnyStateMachine>>

const MACHINE = /^export const (\w+)Machine = (?![<(])/gm

/** Name of each export → the file that has it. */
const filesOf = (folder: string, kind: 'machine' | 'model', exported: RegExp): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(`.${kind}.ts`))
      .flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(exported)].map(
          ([, name = '']) => [kebab(name), file] as const,
        ),
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** Machine → the `….machine.ts` under `src/machines` that exports it; a file may have several of one kind. */
export const machineFiles = (root: string): ReadonlyMap<string, string> =>
  filesOf(join(root, 'src/machines'), 'machine', MACHINE)

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

const MODEL = /^export const (\w+)Model\b/gm

/** Machine → the `….model.ts` under `tests/machines` that exports its model; a file may have several of one kind. */
export const modelFiles = (root: string): ReadonlyMap<string, string> =>
  filesOf(join(root, 'tests/machines'), 'model', MODEL)

/** The cases of each machine. */
export async function findModels(root: string, machines: Machines): Promise<Models> {
  const models = new Map<string, Model<AnyStateMachine>>()
  const files = modelFiles(root)
  for (const [name, machine] of machines) {
    const file = files.get(name)
    if (file === undefined) continue
    const module: Record<string, Model<AnyStateMachine> | ModelDescription<AnyStateMachine>> = await import(
      pathToFileURL(join(root, 'tests/machines', file)).href
    )
    const found = module[`${machine.id}Model`]
    if (found) models.set(name, 'model' in found ? found.model : found)
  }
  return models
}
