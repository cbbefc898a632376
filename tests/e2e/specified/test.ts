import path from 'node:path'
import type { Page } from '@playwright/test'
import fastify from 'fastify'
import { registerSecurity } from '../../../server/kernel/http/security.ts'
import { APP_FOLDER, registerStatic } from '../../../server/kernel/http/static.ts'
import { type SpecifiedBackend, startSpecifiedBackend } from '../../harness/specified-backend/backend.ts'
import { test as base } from '../test.ts'

/** Hands out the built app as our server does where another one answers for the API (`API_BASE`). */
async function startPages(apiBase: string) {
  const app = fastify()
  const config = { apiBase, publicUrl: null, allowedOrigins: [] }
  await registerSecurity(app, config, path.join(APP_FOLDER, 'index.html'))
  await registerStatic(app, APP_FOLDER, apiBase)
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), stop: () => app.close() }
}

/** The app over a backend that says only what the specification lists; each test has its own. */
export const test = base.extend<{ backend: SpecifiedBackend; inside: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
  backend: async ({}, use) => {
    const backend = await startSpecifiedBackend()
    await use(backend)
    await backend.stop()
  },
  baseURL: async ({ backend }, use) => {
    const pages = await startPages(backend.url)
    await use(pages.url)
    await pages.stop()
  },
  /** A page of somebody who has logged in. */
  inside: async ({ page, backend }, use) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill(backend.world.user.email)
    await page.getByLabel('Password', { exact: true }).fill(backend.world.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('button', { name: 'Organization: Northwind Boots' }).waitFor()
    await use(page)
  },
})

export { expect } from '@playwright/test'
