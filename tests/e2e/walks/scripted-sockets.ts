import type { Page, WebSocketRoute } from '@playwright/test'
import { expect } from '../gateway.ts'

const HELLO = '{"type":"hello","data":{"connection_id":"c1","heartbeat_s":25}}'
const PONG = '{"type":"pong","data":{}}'

/**
 * Stands in for the server's live connections to a page: a step says what they tell it, and when they end.
 * `held`: each waits at the door until it is let in, or refused. `silent`: nothing is answered by itself.
 */
export async function scriptSockets(page: Page, path: RegExp, { held = false, silent = false } = {}) {
  let open: WebSocketRoute | null = null
  let dials = 0
  let door: ((code: number | null) => void) | null = null
  await page.routeWebSocket(path, async (socket) => {
    dials += 1
    if (held) {
      const code = await new Promise<number | null>((resolve) => {
        door = resolve
      })
      if (code !== null) return socket.close({ code })
    }
    open = socket
    socket.onMessage(() => {
      if (!silent) socket.send(PONG)
    })
    socket.onClose(() => {
      if (open === socket) open = null
    })
    // As our server does: the app tests no other line.
    socket.send(HELLO)
  })
  const standing = async () => {
    await expect.poll(() => open !== null, 'a live connection').toBe(true)
    return open!
  }
  const arrived = () => expect.poll(() => door !== null, 'somebody at the door').toBe(true)
  return {
    standing,
    dials: () => dials,
    say: async (frame: object) => (await standing()).send(JSON.stringify(frame)),
    end: async (code: number) => {
      await (await standing()).close({ code })
      open = null
    },
    isOpen: () => open !== null,
    arrived,
    leave: () => {
      door = null
    },
    letIn: async () => {
      await arrived()
      door?.(null)
      door = null
    },
    refuse: async (code: number) => {
      await arrived()
      door?.(code)
      door = null
    },
  }
}

export type ScriptedSockets = Awaited<ReturnType<typeof scriptSockets>>
