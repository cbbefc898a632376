import type { Page } from '@playwright/test'

/** What is shorter is no pause: frames, and what waits for them, keep the time of the browser. */
const SHORTEST = 250

interface Paused {
  passPauses(ms: number): void
}

/**
 * Lets a walk pass over the pauses of the page, in ms, in place of waiting for them. The clock of the browser
 * itself stays: Playwright's replaces frames, too, and a dialog that closes is then never gone.
 */
export async function skippablePauses(page: Page) {
  await page.addInitScript((shortest) => {
    const start = window.setTimeout.bind(window)
    const stop = window.clearTimeout.bind(window)
    const pauses = new Map<number, { timer: number; due: number; run: () => void }>()
    const begin = (id: number, due: number, run: () => void) => {
      const timer = start(
        () => {
          pauses.delete(id)
          run()
        },
        Math.max(0, due - performance.now()),
      )
      pauses.set(id, { timer, due, run })
    }
    let last = 2 ** 30
    const setPause = (handler: TimerHandler, ms = 0, ...args: unknown[]) => {
      if (ms < shortest || typeof handler !== 'function') return start(handler, ms, ...args)
      last += 1
      begin(last, performance.now() + ms, () => handler(...args))
      return last
    }
    const clearPause = (id?: number) => {
      stop(pauses.get(id ?? 0)?.timer ?? id)
      pauses.delete(id ?? 0)
    }
    const passPauses = (ms: number) => {
      for (const [id, { timer, due, run }] of pauses) {
        stop(timer)
        begin(id, due - ms, run)
      }
    }
    Object.assign(window, { setTimeout: setPause, clearTimeout: clearPause, passPauses })
  }, SHORTEST)
}

/** As if so many ms had gone by for whatever waits in the page by now. */
export const passPauses = (page: Page, ms: number) =>
  page.evaluate((passed) => (window as unknown as Paused).passPauses(passed), ms)
