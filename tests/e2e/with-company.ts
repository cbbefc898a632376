import type { Page } from '@playwright/test'
import { freePort } from '../harness/listening.ts'
import { startNameServer } from '../harness/name-server.ts'
import { test as base } from './test.ts'

/** The real server, which may call one port of this machine, and asks the names that the test gives out. */
export const test = base.extend<object, { company: { port: number; texts: Map<string, string[]> } }>({
  company: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
    async ({}, use) => use({ port: await freePort(), texts: new Map() }),
    { scope: 'worker' },
  ],
  environment: [
    async ({ company }, use) => {
      const names = await startNameServer(
        () => undefined,
        (name) => company.texts.get(name),
      )
      await use({
        WEB_NETWORKS: '127.0.0.0/8',
        WEB_PORTS: String(company.port),
        WEB_NAME_SERVERS: names.address,
      })
      await names.close()
    },
    { scope: 'worker' },
  ],
})

/** What the settings give out below a label, such as an address. */
export const givenOut = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]').locator('code').innerText()
