import { storeTokens, type Tokens } from '../models/accounts.ts'
import type { Stage } from './walk.ts'

/** In another tab somebody signs in, or out. */
export async function changeSession({ page, gateway }: Stage, tokens: Tokens | null) {
  const tab = await page.context().newPage()
  await tab.goto(`${gateway.url}/config.js`)
  await storeTokens(tab, tokens)
  await tab.close()
}
