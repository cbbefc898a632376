import type { Page } from '@playwright/test'
import type { Tokens } from '../models/accounts.ts'
import type { Stage } from './walk.ts'

/** As the app does: other tabs react to `token`, which is the last to be written. */
export const storeTokens = (page: Page, tokens: Tokens | null) =>
  page.evaluate((pair) => {
    if (pair === null) return localStorage.clear()
    localStorage.setItem('refreshToken', pair.refresh_token)
    localStorage.setItem('tokenClockOffset', '0')
    localStorage.setItem('token', pair.access_token)
  }, tokens)

/** In another tab somebody signs in, or out. */
export async function changeSession({ page, gateway }: Stage, tokens: Tokens | null) {
  const tab = await page.context().newPage()
  await tab.goto(`${gateway.url}/config.js`)
  await storeTokens(tab, tokens)
  await tab.close()
}
