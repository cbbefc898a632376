import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'
import type { ModelDescription } from '../../tests/harness/model/describe-model.ts'
import type { Model } from '../../tests/harness/model/model.ts'
import { recordWalks, walksText } from '../../tests/harness/model/record.ts'
import { chartOf } from './chart.ts'
import { mermaidOf } from './mermaid.ts'
import { kebab } from './names.ts'
import { type Drawn, indexPage, readmePage } from './pages.ts'
import { svgOf } from './svg.ts'
import { WALKS } from './walks.ts'

export const DRAWINGS = 'docs/statecharts'

/** What lies beside the drawings and is written by tests that walk. */
const WALKED = ['pictures', WALKS]

/** The files of the folder that `drawAll` writes, or wrote once. */
export const drawnFiles = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => !WALKED.includes(name)) : []

/** Every machine exported as `…Machine` by a `src/machines/<name>/<name>.machine.ts`, by its kebab-case name. */
export async function findMachines(root: string): Promise<ReadonlyMap<string, AnyStateMachine>> {
  const files = readdirSync(join(root, 'src/machines'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.machine.ts'))
    .sort()
  const machines = new Map<string, AnyStateMachine>()
  for (const file of files) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(root, 'src/machines', file)).href)
    for (const [name, value] of Object.entries(module))
      if (name.endsWith('Machine') && value instanceof StateMachine)
        machines.set(kebab(name.slice(0, -'Machine'.length)), value)
  }
  return new Map([...machines].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The cases of each machine, from its `tests/machines/<name>.model.ts`. */
export async function findModels(root: string, machines: ReadonlyMap<string, AnyStateMachine>) {
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

const sortKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** The files of docs/statecharts by name, byte for byte the same for the same machines. */
export async function drawAll(
  machines: ReadonlyMap<string, AnyStateMachine>,
  models: ReadonlyMap<string, Model<AnyStateMachine>>,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const drawn: Drawn[] = []
  for (const [name, machine] of machines) {
    const chart = chartOf(machine)
    const mermaid = mermaidOf(chart)
    drawn.push({ name, chart, mermaid })
    files.set(`${name}.svg`, await svgOf(chart))
    files.set(`${name}.mmd`, mermaid)
    const model = models.get(name)
    if (model) files.set(`${name}.walk.txt`, walksText(recordWalks(machine, model)))
    files.set(`${name}.json`, `${JSON.stringify(chart, sortKeys, 2)}\n`)
  }
  files.set('index.html', indexPage(drawn))
  files.set('README.md', readmePage(drawn))
  return files
}
