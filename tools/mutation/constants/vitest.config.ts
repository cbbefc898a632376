import path from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { ROOT } from '../../../scripts/suitable-node.mjs'
import config from '../../../vitest.config.ts'
import { applied, type Change } from './change.ts'

/** One project of the suite, with one constant changed as the module is read; null changes nothing. */
const { project, change } = JSON.parse(process.env.LECTERN_CONSTANT ?? '{}') as {
  project: string
  change: Change | null
}

const changing: Plugin = {
  name: 'constants',
  enforce: 'pre',
  transform: (code, id) =>
    change !== null && id.split('?')[0] === path.join(ROOT, change.file)
      ? { code: applied(code, change), map: null }
      : null,
}

const found = config.test?.projects?.find(
  (one) => typeof one === 'object' && 'test' in one && one.test?.name === project,
)
if (typeof found !== 'object' || !('test' in found)) throw new Error(`no project ${project}`)

export default defineConfig({
  root: ROOT,
  plugins: [changing, ...('plugins' in found ? (found.plugins ?? []) : [])],
  test: {
    ...found.test,
    // A project that Node loads itself would not ask the plugin.
    experimental: { viteModuleRunner: true },
    bail: 1,
    // What an earlier run made of a module was made of another change.
    fsModuleCache: false,
    // A change should fail, and a hundred of them are waited for. Unchanged, a busy machine takes its time.
    ...(change !== null && { testTimeout: 30_000, expect: { poll: { timeout: 4_000 } } }),
  },
})
