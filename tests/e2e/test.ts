import { test as base } from '@playwright/test'
import { keepClearOfMidnight } from '../harness/midnight.ts'
import { PATIENCE } from '../harness/patience.ts'
import { actAtRest, endRest } from './rest.ts'
import { newDataDir, type RunningServer, removeDataDir, startServer } from './server.ts'

interface PerWorker {
  /** The settings of the server; those of `npm start` unless a test says others. */
  readonly environment: Readonly<Record<string, string>>
  readonly server: RunningServer
}

interface PerTest {
  /** Whether steps wait until the page is at rest; not in tests about what happens before. */
  readonly awaitsRest: boolean
}

/** One real server, on the embedded database, for all tests of a worker; each test registers its own person. */
export const test = base.extend<PerTest, PerWorker>({
  awaitsRest: [true, { option: true }],
  context: async ({ context, awaitsRest }, use) => {
    await keepClearOfMidnight(60_000)
    if (awaitsRest) await actAtRest(context)
    await use(context)
    endRest()
  },
  environment: [{}, { scope: 'worker' }],
  server: [
    async ({ environment }, use) => {
      const dataDir = await newDataDir()
      const server = await startServer(dataDir, environment)
      await use(server)
      await server.stop()
      removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: PATIENCE.hook },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

export { expect } from '@playwright/test'
