import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vitest/config'

const changing = join(import.meta.dirname, 'xstate.ts')

/** The machines import XState from here; everything else uses the real one. */
const mutants: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform: (code, id) =>
    /\/src\/machines\/.*\.ts$/.test(id)
      ? { code: code.replaceAll("from 'xstate'", `from '${changing}'`), map: null }
      : null,
}

export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  plugins: [mutants],
  test: { environment: 'node', bail: 1, isolate: false, fileParallelism: false },
})
