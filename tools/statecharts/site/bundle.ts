import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import type { Machines } from '../charts.ts'
import { machineFiles, modelFiles } from '../machines.ts'

const SIMULATED = 'virtual:simulated'
const TEST_RUNNER = 'virtual:test-runner'

/** Each machine with its test model, under its drawing's name. */
function simulated(root: string, machines: Machines): string {
  const files = machineFiles(root)
  const models = modelFiles(root)
  const imports = [...machines].map(
    ([name, machine], index) =>
      `import { ${machine.id}Machine as machine${index} } from '${root}/src/machines/${files.get(name)}'
import { ${machine.id}Model as model${index} } from '${root}/tests/machines/${models.get(name)}'`,
  )
  const entries = [...machines.keys()].map((name, index) => `'${name}': of(machine${index}, model${index})`)
  return `${imports.join('\n')}
const of = (machine, found) => ({ machine, model: 'model' in found ? found.model : found })
export const simulated = { ${entries.join(', ')} }`
}

/** Models import assertions; none of them run here. */
const modules = (root: string, machines: Machines): Plugin => ({
  name: 'statecharts',
  enforce: 'pre',
  resolveId: (id) => (id === 'vitest' ? `\0${TEST_RUNNER}` : id === SIMULATED ? `\0${SIMULATED}` : null),
  load: (id) => {
    if (id === `\0${SIMULATED}`) return simulated(root, machines)
    return id === `\0${TEST_RUNNER}` ? 'export const expect = () => undefined' : null
  },
})

/** One script for all pages: a page opened from a file cannot import modules. */
export async function simulatorScript(root: string, machines: Machines): Promise<string> {
  const entry = join(root, 'tools/statecharts/site/simulator/main.ts')
  const output = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [modules(root, machines)],
    // The same script for every caller: a test run has another NODE_ENV, which Vite reads.
    mode: 'production',
    resolve: { conditions: ['module', 'browser', 'production'] },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'baseline-widely-available',
      lib: { entry, formats: ['iife'], name: 'lecternStatecharts', fileName: () => 'simulator.js' },
    },
  })
  const [built] = Array.isArray(output) ? output : [output]
  if (!built || !('output' in built)) throw new Error('the simulator was not built')
  return built.output[0].code
}
