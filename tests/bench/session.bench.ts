import { bundle, launchChromium } from '../harness/browser.ts'
import { createPageWorld, openTab } from '../harness/real-tabs.ts'
import { createWorld } from '../harness/session-world.ts'
import { median, report, timed } from './report.ts'

const REQUESTS = 1000
const ROUNDS = 5
const TABS = 10
const EXPIRIES = 20

const world = await createWorld({ timeout: 30_000 })
world.remember()
const { start, http } = world.openTab()
start()
let lost = 0
const storm = async () => {
  const sent = await Promise.allSettled(Array.from({ length: REQUESTS }, (_, n) => http.request(`/x/${n}`)))
  lost += sent.filter((one) => one.status === 'rejected' || one.value.status !== 200).length
}
await storm()
const calm: number[] = []
const stormy: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  calm.push(await timed(storm))
  world.revokeAccess()
  stormy.push(await timed(storm))
}
const without = { name: 'without a 401', value: median(calm) }
report(`${REQUESTS} requests at once`, without.value, 'ms')
report(`${REQUESTS} at once, each a 401 first`, median(stormy), 'ms', without)
report('refreshes a storm', world.refreshes() / ROUNDS, '')
report('requests lost', lost, '')
await world.stop()

const browser = await launchChromium()
const shared = await createPageWorld(await bundle('browser-page.ts'))
const context = await browser.newContext()
const first = await openTab(context, shared.server.url)
await first.evaluate(() => window.lectern.logIn('ada'))
const tabs = [first]
while (tabs.length < TABS) tabs.push(await openTab(context, shared.server.url))
let failed = 0
for (let expiry = 0; expiry < EXPIRIES; expiry++) {
  shared.revokeAccess()
  const statuses = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.lectern.statuses('/x', 10))))
  failed += statuses.flat().filter((status) => status !== 200).length
}
const ended = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.lectern.ended.length)))
report(`${TABS} tabs, ${EXPIRIES} expiries: refreshes`, shared.refreshes(), '')
report(`${TABS} tabs, ${EXPIRIES} expiries: requests lost`, failed, '')
report(
  `${TABS} tabs, ${EXPIRIES} expiries: sign-outs`,
  ended.reduce((sum, count) => sum + count),
  '',
)
await browser.close()
await shared.stop()
