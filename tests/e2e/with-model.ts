import { startModelServer } from '../harness/model.ts'
import { test as base } from './test.ts'

type Model = Awaited<ReturnType<typeof startModelServer>>

/** The real server with a language model that does what a test says. */
export const test = base.extend<object, { model: Model }>({
  model: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
    async ({}, use) => {
      const model = await startModelServer({ tokens: [] })
      await use(model)
      await model.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ model }, use) =>
      use({
        LLM_BASE_URL: model.endpoint.baseUrl,
        LLM_API_KEY: model.endpoint.apiKey,
        LLM_MODEL: model.endpoint.model,
      }),
    { scope: 'worker' },
  ],
})

export { expect } from '@playwright/test'
