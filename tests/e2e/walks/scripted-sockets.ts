import type { Page, WebSocketRoute } from '@playwright/test'
import { expect } from '../gateway.ts'

const PONG = '{"type":"pong","data":{}}'

/**
 * Stands in for the server's live connections to a page: a step says what they tell it, and when they end.
 * `held`: each waits at the door until it is let in.
 */
export async function scriptSockets(page: Page, path: RegExp, { held = false } = {}) {
  let open: WebSocketRoute | null = null
  let dials = 0
  let door: (() => void) | null = null
  await page.routeWebSocket(path, async (socket) => {
    dials += 1
    if (held)
      await new Promise<void>((resolve) => {
        door = resolve
      })
    open = socket
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
    letIn: async () => {
      await expect.poll(() => door !== null, 'somebody at the door').toBe(true)
      door?.()
      door = null
    },
  }
}

export type ScriptedSockets = Awaited<ReturnType<typeof scriptSockets>>
