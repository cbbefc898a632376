import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bundle, launchChromium } from '../harness/browser.ts'
import { createPagedWorld, openRealTab } from '../harness/real-tabs.ts'
import type { WorldOptions } from '../harness/session-world.ts'

/** Real tabs of one browser against a real server: what a process alone cannot show. */
describe('in real tabs', () => {
  let script: string
  let browser: Awaited<ReturnType<typeof launchChromium>>

  beforeAll(async () => {
    script = await bundle('browser-page.ts')
    browser = await launchChromium()
  })
  afterAll(() => browser.close())

  async function open(options?: WorldOptions) {
    const world = await createPagedWorld(script, options)
    onTestFinished(world.stop)
    const context = await browser.newContext()
    onTestFinished(() => context.close())
    return { world, context }
  }

  async function openThree(options?: WorldOptions) {
    const { world, context } = await open(options)
    const first = await openRealTab(context, world.server.url)
    await first.evaluate(() => window.lectern.logIn('ada'))
    const others = [
      await openRealTab(context, world.server.url),
      await openRealTab(context, world.server.url),
    ]
    return { world, context, tabs: [first, ...others] }
  }

  it('[A1] [A27] 3 tabs with 10 rejected requests each make one refresh', async () => {
    const { world, tabs } = await openThree()
    for (let round = 1; round <= 5; round += 1) {
      world.revokeAccess()
      const all = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.lectern.statuses('/x', 10))))
      expect(all.flat()).toEqual(Array(30).fill(200))
      expect(world.refreshes()).toBe(round)
    }
  })

  it('an upload tells how much is sent, and is repeated whole after a 401 [A30]', async () => {
    const { world, tabs } = await openThree({
      handler: (request, next) =>
        request.path === '/upload' && world.isGood(request)
          ? { body: { bytes: request.body.length } }
          : next(),
    })
    world.revokeAccess()
    const sent = await tabs[0]?.evaluate(() => window.lectern.upload('/upload', 3_000_000))
    expect(sent?.outcome).toMatchObject({ bytes: expect.any(Number) })
    expect(sent?.parts.at(-1)).toBe(1)
    expect(world.server.count('/upload')).toBe(2)
    const [first, second] = world.server.received.filter(({ path }) => path === '/upload')
    expect(second?.body.length).toBe(first?.body.length)
  })

  it.each([
    ['hang', 'TimeoutError'],
    ['reset', 'NetworkError'],
  ] as const)('an upload whose server %ss ends with %s', async (fault, name) => {
    const { tabs } = await openThree({
      handler: (request, next) => (request.path === '/upload' ? { fault } : next()),
    })
    const sent = await tabs[0]?.evaluate(() => window.lectern.upload('/upload', 10))
    expect(sent?.outcome).toBe(name)
  })

  it('an upload is aborted by its screen', async () => {
    const { tabs } = await openThree({
      handler: (request, next) => (request.path === '/upload' ? { fault: 'hang' } : next()),
    })
    const sent = await tabs[0]?.evaluate(() => window.lectern.upload('/upload', 10, 1))
    expect(sent?.outcome).toBe('AbortError')
  })
})
