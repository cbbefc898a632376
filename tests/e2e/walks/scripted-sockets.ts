import type { Page, WebSocketRoute } from '@playwright/test'
import { expect } from '../gateway.ts'

const PONG = '{"type":"pong","data":{}}'

/** Stands in for the server's live connections to a page: a step says what they tell it, and when they end. */
export async function scriptSockets(page: Page, path: RegExp) {
  let open: WebSocketRoute | null = null
  let dials = 0
  await page.routeWebSocket(path, (socket) => {
    open = socket
    dials += 1
    socket.onMessage(() => socket.send(PONG))
    socket.onClose(() => {
      if (open === socket) open = null
    })
  })
  const standing = async () => {
    await expect.poll(() => open !== null, 'a live connection').toBe(true)
    return open!
  }
  return {
    standing,
    dials: () => dials,
    say: async (frame: object) => (await standing()).send(JSON.stringify(frame)),
    end: async (code: number) => {
      await (await standing()).close({ code })
      open = null
    },
  }
}

export type ScriptedSockets = Awaited<ReturnType<typeof scriptSockets>>
