import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'

/** Slow 4G as DevTools and Lighthouse apply it: latency in ms, bytes a second. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 1_474_560 / 8,
  uploadThroughput: 675_000 / 8,
}
const CPU_SLOWDOWN = 4
/** Nothing is asked for during so long: the page has all it wanted, in ms. */
const QUIET = 2500

export interface Visit {
  readonly url: string
  /** A selector of what has to be there; of a form field, with the handlers of React bound. */
  readonly usable: string
  readonly storageState?: BrowserContextOptions['storageState']
}

export interface Measured {
  readonly paint: number
  readonly usable: number
  readonly blocked: number
  readonly js: number
  readonly bytes: number
  readonly requests: number
  readonly requestsInAll: number
}

declare global {
  interface Window {
    visit: { usable: number; long: { at: number; ms: number }[] }
  }
}

/** Runs in the page before anything of it: notes long tasks, and when the element is there and bound. */
function watchPage(selector: string) {
  const visit: Window['visit'] = { usable: 0, long: [] }
  window.visit = visit
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) visit.long.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  const handlers = (element: Element) => {
    const key = Object.keys(element).find((name) => name.startsWith('__reactProps'))
    return key === undefined ? {} : (element as unknown as Record<string, Record<string, unknown>>)[key]!
  }
  /** The field keeps what is typed and the form's button does something. */
  const isBound = (element: Element) => {
    if (!element.matches('input, textarea')) return true
    return Boolean(
      handlers(element)?.onChange &&
        (!element.closest('form') || handlers(element.closest('form')!)?.onSubmit),
    )
  }
  const look = () => {
    const element = document.querySelector(selector)
    if (element && element.getClientRects().length > 0 && isBound(element)) visit.usable = performance.now()
    else setTimeout(look, 10)
  }
  look()
}

async function recordRequests(session: CDPSession) {
  const sent = new Map<string, { url: string; bytes: number; at: number }>()
  let last = Date.now()
  session.on('Network.requestWillBeSent', ({ requestId, request: { url }, wallTime }) => {
    last = Date.now()
    if (/^https?:/.test(url)) sent.set(requestId, { url, bytes: 0, at: wallTime * 1000 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = Date.now()
    const request = sent.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  return { all: () => [...sent.values()], quietFor: () => Date.now() - last }
}

const firstPaintOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)

/** One cold visit of a page, on a slow phone and a slow network. */
export async function visitSlowly(browser: Browser, { url, usable, storageState }: Visit): Promise<Measured> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...(storageState && { storageState }),
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const network = await recordRequests(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  // tsx names functions by a helper of its module, which a page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(watchPage, usable)
  await page.goto(url, { waitUntil: 'commit' })
  await page
    .waitForFunction(() => window.visit.usable > 0, null, { timeout: 60_000, polling: 50 })
    .catch(() => {
      throw new Error(`${url} never became usable`)
    })
  while (network.quietFor() < QUIET) await page.waitForTimeout(100)
  const { visit, opened } = await page.evaluate(() => ({
    visit: window.visit,
    opened: performance.timeOrigin,
  }))
  const paint = await firstPaintOf(page)
  await context.close()
  // What the page asks for once it can be used is on its way before a test can look.
  const before = network.all().filter(({ at }) => at < opened + visit.usable)
  const bytesOf = (pattern: RegExp) =>
    before.reduce((sum, { url: of, bytes }) => sum + (pattern.test(new URL(of).pathname) ? bytes : 0), 0)
  return {
    paint,
    usable: visit.usable,
    blocked: visit.long
      .filter(({ at }) => at < visit.usable)
      .reduce((sum, { ms }) => sum + Math.max(ms - 50, 0), 0),
    js: bytesOf(/\.js$/) / 1000,
    bytes: bytesOf(/./) / 1000,
    requests: before.length,
    requestsInAll: network.all().length,
  }
}
