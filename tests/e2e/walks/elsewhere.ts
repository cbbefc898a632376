import type { Page } from '@playwright/test'
import type { Elsewhere } from '../../../src/machines/record/record.machine.ts'
import { expect } from '../gateway.ts'

/** The page's next load listens to its organization: what others change from then on reaches it. */
export async function hearsOrganization(page: Page) {
  const socket = await page.waitForEvent('websocket', (opened) =>
    new URL(opened.url()).pathname.startsWith('/api/ws/organizations/'),
  )
  await socket.waitForEvent('framereceived')
}

/** What others changed is said beside Save. */
export async function seesElsewhere(page: Page, { taken, overruled }: Elsewhere) {
  const said = page.getByRole('status').filter({ hasText: /elsewhere/ })
  if (taken.length + overruled.length === 0) return expect(said).toBeHidden()
  if (taken.length > 0) await expect(said).toContainText(`shown as it is now: ${taken[0]}`)
  if (overruled.length > 0) await expect(said).toContainText(`here and elsewhere: ${overruled[0]}`)
}
