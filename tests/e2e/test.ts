import { test as base } from '@playwright/test'
import { newDataDir, type RunningServer, removeDataDir, startServer } from './server.ts'

/** One real server, on the embedded database, for all tests of a worker; each test registers its own person. */
export const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
    async ({}, use) => {
      const dataDir = await newDataDir()
      const server = await startServer(dataDir)
      await use(server)
      await server.stop()
      removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
})

export { expect } from '@playwright/test'
