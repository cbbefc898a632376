import type { Page, WebSocket } from '@playwright/test'
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
