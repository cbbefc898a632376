import type { BrowserContext, Page } from '@playwright/test'
import type {} from './browser-page.ts'
import type { Reply } from './scripted-server.ts'
import { createWorld, type SessionWorld, type WorldOptions } from './session-world.ts'

/** A world in real time that also serves the bundled `browser-page.ts`, and lets anyone log in. */
export async function createPagedWorld(script: string, options: WorldOptions = {}): Promise<SessionWorld> {
  const world: SessionWorld = await createWorld({
    ...options,
    start: Date.now(),
    handler: (request, next) =>
      pageOf(request.path, request.body) ?? options.handler?.(request, next) ?? next(),
  })
  const pageOf = (path: string, body: string): Reply | null => {
    const html = { 'content-type': 'text/html' }
    if (path === '/') return { headers: html, body: '<script type="module" src="/page.js"></script>' }
    if (path === '/page.js') return { headers: { 'content-type': 'text/javascript' }, body: script }
    if (path === '/api/v1/login')
      return { body: world.issue(new URLSearchParams(body).get('username') ?? '') }
    return null
  }
  return world
}

/** A tab whose session has settled. */
export async function openRealTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => window.lectern !== undefined)
  await page.evaluate(() => window.lectern.settled())
  return page
}
