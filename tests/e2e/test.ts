import { test as base } from '@playwright/test'
import { newDataDir, type RunningServer, removeDataDir, startServer } from './server.ts'

interface PerWorker {
  /** The settings of the server; those of `npm start` unless a test says others. */
  readonly environment: Readonly<Record<string, string>>
  readonly server: RunningServer
}

/** One real server, on the embedded database, for all tests of a worker; each test registers its own person. */
export const test = base.extend<object, PerWorker>({
  environment: [{}, { scope: 'worker' }],
  server: [
    async ({ environment }, use) => {
      const dataDir = await newDataDir()
      const server = await startServer(dataDir, environment)
      await use(server)
      await server.stop()
      removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

export { expect } from '@playwright/test'
