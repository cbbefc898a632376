import path from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'
import { ROOT } from '../../../scripts/suitable-node.mjs'
import config from '../../../vitest.config.ts'
import { applied, type Change } from './change.ts'

/** One Vitest project, with one constant changed when its module is loaded; null changes nothing. */
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
    bail: 1,
    // Cached modules of an earlier run contain another change.
    fsModuleCache: false,
    // Failure is the expected result, and is awaited a hundred times.
    testTimeout: 30_000,
    expect: { poll: { timeout: 4_000 } },
  },
})
