import type { BrowserContext, Page } from '@playwright/test'
import type {} from './browser-page.ts'
import type { Received } from './scripted-server.ts'
import { createWorld, MINUTE, type WorldOptions } from './session-world.ts'

/** A world whose server also hands out the page of `script`, and lets anybody log in. */
export async function createPageWorld(script: string, options: WorldOptions = {}) {
  const world = await createWorld({
    accessLife: 15 * MINUTE,
    ...options,
    start: Date.now(),
    handler: (request, next) => pageOf(request) ?? options.handler?.(request, next) ?? next(),
  })
  const pageOf = ({ path, body }: Received) => {
    const html = { 'content-type': 'text/html' }
    if (path === '/') return { headers: html, body: '<script type="module" src="/page.js"></script>' }
    if (path === '/page.js') return { headers: { 'content-type': 'text/javascript' }, body: script }
    if (path === '/api/v1/login')
      return { body: world.issue(new URLSearchParams(body).get('username') ?? '') }
    return null
  }
  return world
}

/** A tab of the browser, with its session known. */
export async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => window.lectern !== undefined)
  await page.evaluate(() => window.lectern.settled())
  return page
}
