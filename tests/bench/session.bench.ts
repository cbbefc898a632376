import { waitFor } from 'xstate'
import { bundle, launchChromium } from '../harness/browser.ts'
import { createPagedWorld, openRealTab } from '../harness/real-tabs.ts'
import { createWorld } from '../harness/session-world.ts'
import { median, report, timed } from './report.ts'

const REQUESTS = 1000
const ROUNDS = 5
const TABS = 10
const EXPIRIES = 20

/** As many requests at once as are asked for; how many of them were not answered with 200. */
async function lostOf(request: (path: string) => Promise<{ status: number }>) {
  const all = await Promise.allSettled(Array.from({ length: REQUESTS }, (_, n) => request(`/x/${n}`)))
  return all.filter((one) => one.status === 'rejected' || one.value.status !== 200).length
}

async function storm() {
  const world = await createWorld({ start: Date.now(), timeout: 30_000 })
  world.remember()
  const tab = world.openTab()
  tab.start()
  await waitFor(tab.session, (session) => session.hasTag('settled'))
  let lost = 0
  const round = async () => {
    lost += await lostOf(tab.http.request)
  }
  await round()
  const calm: number[] = []
  const stormy: number[] = []
  for (let n = 0; n < ROUNDS; n += 1) {
    calm.push(await timed(round))
    world.revokeAccess()
    stormy.push(await timed(round))
  }
  const against = { name: 'without a 401', value: median(calm) }
  report(`${REQUESTS} concurrent 401s, answered`, median(stormy), 'ms', against)
  report(`refreshes, of ${ROUNDS} such storms`, world.refreshes(), '')
  report('requests lost', lost, '')
  await world.stop()
}

/** Real tabs of one browser; the server takes a refresh token once. */
async function expiries() {
  const world = await createPagedWorld(await bundle('browser-page.ts'))
  const browser = await launchChromium()
  const context = await browser.newContext()
  const first = await openRealTab(context, world.server.url)
  await first.evaluate(() => window.lectern.logIn('ada'))
  const tabs = [first]
  while (tabs.length < TABS) tabs.push(await openRealTab(context, world.server.url))
  let lost = 0
  for (let n = 0; n < EXPIRIES; n += 1) {
    world.revokeAccess()
    const statuses = await Promise.all(
      tabs.map((tab) => tab.evaluate(() => window.lectern.statuses('/x', 5))),
    )
    lost += statuses.flat().filter((status) => status !== 200).length
  }
  const ended = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.lectern.ended)))
  report(`${TABS} tabs × ${EXPIRIES} expiries, refreshes`, world.refreshes(), '')
  report('sign-outs', ended.flat().length, '')
  report('requests lost', lost, '')
  await browser.close()
  await world.stop()
}

await storm()
await expiries()
