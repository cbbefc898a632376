import type { Page } from '@playwright/test'
import { PATIENCE } from '../harness/patience.ts'
import { registered, storeTokens } from './models/accounts.ts'
import { billing } from './models/billing.ts'
import { newDataDir, removeDataDir, startServer } from './server.ts'
import { expect, test } from './test.ts'

const CLOCK = new URL('moved-clock.mjs', import.meta.url).href

/** A server whose months pass while it is stopped. */
const timed = test.extend<{ after: (days: number) => Promise<string> }>({
  after: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the first parameter taken apart.
    async ({}, use) => {
      const dataDir = await newDataDir()
      let running: Awaited<ReturnType<typeof startServer>> | null = null
      await use(async (days) => {
        await running?.stop()
        running = await startServer(dataDir, {
          NODE_OPTIONS: `--import=${CLOCK}`,
          DAYS_AHEAD: String(days),
        })
        return running.url
      })
      await (running as Awaited<ReturnType<typeof startServer>> | null)?.stop()
      removeDataDir(dataDir)
    },
    { timeout: PATIENCE.hook },
  ],
})

const logIn = async (page: Page, url: string, { email, password }: { email: string; password: string }) => {
  const body = new URLSearchParams({ username: email, password })
  const answer = await fetch(`${url}/api/v1/login`, { method: 'POST', body })
  await page.goto(`${url}/config.js`)
  await storeTokens(page, await answer.json())
}

const subscription = (page: Page) => page.getByRole('region', { name: 'Plan' })

timed(
  '[43.8] a plan renews by card, is past due, is paid by another card, stopped and resumed',
  async ({ page, after }) => {
    const user = billing(page)
    let url = await after(0)
    const { person } = await registered(url, 'Northwind Boots')
    await logIn(page, url, person)
    /** The months pass; the person comes back and opens her subscription. */
    const later = async (days: number) => {
      url = await after(days)
      await logIn(page, url, person)
      await page.goto(`${url}/settings/subscription`)
    }

    await test.step('she chooses that it renews: when, for how much, and how to stop', async () => {
      await page.goto(`${url}/pricing`)
      await user.choose('Pro')
      await page.getByRole('checkbox', { name: /^Renew automatically/ }).check()
      await expect(page.getByText('charged $59 at the end of each month')).toBeVisible()
      await user.continue()
      await user.fillIn({})
      await page.getByRole('button', { name: 'Save and continue' }).click()
      await expect(page.getByText(/^Pro renews on .* for \$59\.00/)).toBeVisible()
      await page.getByRole('radio', { name: /4242/ }).check()
      await page.getByRole('button', { name: 'Confirm test payment' }).click()
      await expect(page.getByRole('heading', { name: 'Thank you.' })).toBeVisible()
      await page.goto(`${url}/settings/subscription`)
      await expect(subscription(page)).toContainText('It renews automatically.')
      await expect(subscription(page)).toContainText('The test card ending in 4242 will be charged $59.00 on')
    })

    await test.step('a month later it is renewed, with a receipt of its own', async () => {
      await later(32)
      await expect(subscription(page)).toContainText('It renews automatically.')
      await page.goto(`${url}/payment`)
      await expect(page.getByRole('button', { name: /^Receipt TEST-/ })).toHaveCount(2)
    })

    await test.step('she gives a card that is declined: the plan is past due, and goes on', async () => {
      await page.goto(`${url}/settings/subscription`)
      await page.getByRole('button', { name: 'Change card' }).click()
      await page.getByRole('radio', { name: /0341/ }).check()
      await page.getByRole('button', { name: 'Use this card' }).click()
      await expect(subscription(page)).toContainText('The test card ending in 0341 will be charged $59.00 on')
      await later(64)
      await expect(subscription(page).getByRole('alert')).toContainText('was declined. We will try again on')
      await expect(subscription(page)).toContainText('Your organization is on Pro')
      await expect(page.getByRole('link', { name: 'Pay now' })).toBeVisible()
    })

    await test.step('another card pays for it at once', async () => {
      await page.getByRole('button', { name: 'Change card' }).click()
      await page.getByRole('radio', { name: /4242/ }).check()
      await page.getByRole('button', { name: 'Use this card' }).click()
      await expect(async () => {
        await page.reload()
        await expect(subscription(page)).toContainText('It renews automatically.', { timeout: 1000 })
      }).toPass()
      await page.goto(`${url}/payment`)
      await expect(page.getByRole('button', { name: /^Receipt TEST-/ })).toHaveCount(3)
    })

    await test.step('she stops the renewal, resumes it, and stops it: the plan ends', async () => {
      await page.goto(`${url}/settings/subscription`)
      await page.getByRole('button', { name: 'Stop renewal' }).click()
      const dialog = page.getByRole('dialog', { name: 'Stop the renewal?' })
      await expect(dialog).toContainText('You can resume the renewal until')
      await dialog.getByRole('button', { name: 'Stop renewal' }).click()
      await expect(subscription(page)).toContainText('The card is no longer charged.')
      await page.getByRole('button', { name: 'Resume renewal' }).click()
      await expect(subscription(page)).toContainText('It renews automatically.')
      await page.getByRole('button', { name: 'Stop renewal' }).click()
      await dialog.getByRole('button', { name: 'Stop renewal' }).click()
      await expect(page.getByRole('button', { name: 'Resume renewal' })).toBeVisible()
      await later(96)
      await expect(subscription(page)).toContainText('Your organization is on Free.')
    })
  },
)
