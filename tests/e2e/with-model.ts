import { startModelServer } from '../harness/model.ts'
import { test as base } from './test.ts'

type Model = Awaited<ReturnType<typeof startModelServer>>

/** The real server with a language model that does what a test says. */
export const test = base.extend<{ model: Model }, { modelServer: Model }>({
  modelServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
    async ({}, use) => {
      const model = await startModelServer({ tokens: [] })
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  // Tests of one worker share the server, and nothing that another test has told it.
  model: async ({ modelServer }, use) => {
    modelServer.startOver()
    await use(modelServer)
  },
  environment: [
    ({ modelServer: { endpoint } }, use) =>
      use({
        LLM_BASE_URL: endpoint.baseUrl,
        LLM_API_KEY: endpoint.apiKey,
        LLM_MODEL: endpoint.model,
      }),
    { scope: 'worker' },
  ],
})

export { expect } from '@playwright/test'
