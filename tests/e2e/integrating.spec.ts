import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { listening } from '../harness/listening.ts'
import { expectAccessible } from './accessible.ts'
import { enrolled } from './models/accounts.ts'
import { test as base, expect } from './test.ts'

const settings = (page: Page) => page.getByRole('navigation', { name: 'Settings' })

/** An endpoint of somebody's own. */
async function startEndpoint() {
  const received: { body: string; headers: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({
        body: Buffer.concat(chunks).toString('utf8'),
        headers: request.headers as Record<string, string>,
      })
      response.end('taken')
    })
  })
  return { ...(await listening(server)), received }
}

type Endpoint = Awaited<ReturnType<typeof startEndpoint>>

/** The real server, which may send to that endpoint. */
const test = base.extend<object, { endpoint: Endpoint }>({
  endpoint: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures off this pattern
    async ({}, use) => {
      const endpoint = await startEndpoint()
      await use(endpoint)
      await endpoint.close()
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ endpoint }, use) => use({ WEB_NETWORKS: '127.0.0.1/32', WEB_PORTS: `80,443,${endpoint.port}` }),
    { scope: 'worker' },
  ],
})

test(`an admin makes a key and a webhook, tests it, and reads in the audit log who did it`, async ({
  page,
  server,
  endpoint,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  const { person } = await enrolled(page, server.url, 'Northwind Boots')

  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill('Help desk')
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('First request')).toContainText('curl')
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await expect(page.getByRole('button', { name: 'Copy an example for Help desk' })).toBeInViewport({
    ratio: 1,
  })

  await settings(page).getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('No webhooks yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('http://10.0.0.1/')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByText('private or reserved network')).toBeVisible()
  const address = `http://127.0.0.1:${endpoint.port}/hook`
  await page.getByLabel('Address').fill(address)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await page.getByLabel('Secret', { exact: true }).innerText()
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('link', { name: `Deliveries to ${address}` }).click()
  await expect(page.getByText('No deliveries yet.')).toBeVisible()
  await page.getByRole('button', { name: `Send a test to ${address}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('Delivered')).toBeVisible()
  const sent = endpoint.received.at(-1)
  const before = endpoint.received.length
  expect(new Webhook(secret).verify(sent!.body, sent!.headers)).toMatchObject({ type: 'test' })
  await page.getByRole('button', { name: `Edit ${address}` }).click()
  await page.getByLabel('Address').fill('hooks')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter an address that begins with https://.')).toBeVisible()
  await page.getByLabel('Address').fill(`${address}/changed`)
  await page.getByRole('checkbox', { name: 'document.ready' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: `Send a test to ${address}/changed` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click()
  await expect.poll(() => endpoint.received.length).toBe(before + 1)
  await expectAccessible(page, 'Webhooks')
  await page.setViewportSize({ width: 390, height: 800 })

  await settings(page).getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('table', { name: 'Audit log' })
  await expect(log).toContainText('Webhook created')
  await expect(log).toContainText('API key created')
  await expect(log).toContainText(person.email)
  expect(await log.innerText()).not.toContain(secret)
  await page.getByLabel('Category').selectOption('Webhooks')
  await expect(log).not.toContainText('API key created')
  await expect(page).toHaveURL(/subject=webhook/)
  await page.getByLabel('Person or subject').fill('nobody of that name')
  await expect(page.getByText('No matching entries.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(log).toContainText('API key created')
  await expect(page.getByLabel('Category')).toHaveValue('')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.csv')
  await expectAccessible(page, 'Audit log')
})
