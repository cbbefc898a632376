import type { Page, WebSocket } from '@playwright/test'
import type { Elsewhere } from '../../../src/machines/shared/record.machine.ts'
import { expect } from '../test.ts'

/** Opens a screen and waits until it listens to its organization: what others change from then on reaches it. */
export async function openListening(page: Page, path: string) {
  const heard = new Set<WebSocket>()
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).pathname.startsWith('/api/ws/organizations/'))
      socket.once('framereceived', () => heard.add(socket))
  })
  await page.goto(path)
  await expect.poll(() => [...heard].some((socket) => !socket.isClosed())).toBe(true)
}

/** What others changed is said beside Save. */
export async function seesElsewhere(page: Page, { taken, overruled }: Elsewhere) {
  const said = page.getByRole('status').filter({ hasText: /elsewhere/ })
  if (taken.length + overruled.length === 0) return expect(said).toBeHidden()
  if (taken.length > 0) await expect(said).toContainText(`updated here: ${taken[0]}`)
  if (overruled.length > 0) await expect(said).toContainText(`here and elsewhere: ${overruled[0]}`)
}
