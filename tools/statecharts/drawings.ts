import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type AnyStateMachine, StateMachine } from 'xstate'
import type { ModelDescription } from '../../tests/harness/model/describe-model.ts'
import { matrixOf } from '../../tests/harness/model/matrix.ts'
import type { Model } from '../../tests/harness/model/model.ts'
import { recordWalks, walksText } from '../../tests/harness/model/record.ts'
import { simulatorScript } from './bundle.ts'
import { chartOf } from './chart.ts'
import { pageStyle } from './html.ts'
import { indexPage } from './index-page.ts'
import { machinePage } from './machine-page.ts'
import { mermaidOf } from './mermaid.ts'
import { kebab } from './names.ts'
import { type Drawn, readmePage } from './pages.ts'
import { readNotes } from './sources.ts'
import { svgOf } from './svg.ts'
import { NOT_WALKED, readWalks, WALKS } from './walks.ts'

export type Machines = ReadonlyMap<string, AnyStateMachine>
export type Models = ReadonlyMap<string, Model<AnyStateMachine>>

export const DRAWINGS = 'docs/statecharts'

/** What lies beside the drawings and is written by tests that walk. */
const WALKED = ['pictures', WALKS]

/** The files of the folder that `drawAll` writes, or wrote once. */
export const drawnFiles = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => !WALKED.includes(name)) : []

/** Every machine exported as `…Machine` by a `src/machines/<name>/<name>.machine.ts`, by its kebab-case name. */
export async function findMachines(root: string): Promise<Machines> {
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

const sortKeys = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const picturesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : [])

/** The files of docs/statecharts by name, byte for byte the same for the same machines, walks and pictures. */
export async function drawAll(root: string, machines: Machines, models: Models) {
  const folder = join(root, DRAWINGS)
  const walks = readWalks(folder)
  const files = new Map<string, string>()
  const drawn: Drawn[] = []
  for (const [name, machine] of machines) {
    const chart = chartOf(machine)
    const mermaid = mermaidOf(chart)
    const svg = await svgOf(chart)
    const model = models.get(name)
    drawn.push({
      name,
      chart,
      svg,
      mermaid,
      notes: readNotes(root, name, machine.id),
      walks: walks[name] ?? NOT_WALKED,
      pictures: picturesIn(join(folder, 'pictures', name)),
      matrix: model && matrixOf(machine, model),
    })
    files.set(`${name}.svg`, svg)
    files.set(`${name}.mmd`, mermaid)
    if (model) files.set(`${name}.walk.txt`, walksText(recordWalks(machine, model)))
    files.set(`${name}.json`, `${JSON.stringify(chart, sortKeys, 2)}\n`)
  }
  for (const [place, one] of drawn.entries())
    files.set(`${one.name}.html`, machinePage(one, drawn[place - 1], drawn[place + 1]))
  files.set('index.html', indexPage(drawn))
  files.set('index.js', readFileSync(join(import.meta.dirname, 'index.js'), 'utf8'))
  files.set('page.css', pageStyle(root))
  files.set('simulator.js', await simulatorScript(root, machines))
  files.set('README.md', readmePage(drawn))
  return files
}
