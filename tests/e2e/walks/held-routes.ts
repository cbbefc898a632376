import type { Page, Route } from '@playwright/test'
import { expect } from '../gateway.ts'

type Reply = { status?: number; json?: unknown }

/** Requests of a page that wait, by `METHOD path`, until a step answers them. */
export function holdRoutes(page: Page, keys: readonly string[]) {
  const waiting = new Map<string, Route[]>(keys.map((key) => [key, []]))
  const ready = page.route('**/api/v1/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const list = waiting.get(`${route.request().method()} ${pathname}`)
    return list ? void list.push(route) : route.fallback()
  })
  return {
    ready,
    isWaiting: (key: string) => (waiting.get(key) ?? []).length > 0,
    /** Answers the oldest; null lets the server answer. */
    async answer(key: string, reply: Reply | null) {
      const list = waiting.get(key) ?? []
      await expect.poll(() => list.length, `a request that waits: ${key}`).toBeGreaterThan(0)
      const route = list.shift()!
      await (reply === null ? route.continue() : route.fulfill(reply))
    },
  }
}

export type HeldRoutes = ReturnType<typeof holdRoutes>
