import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocket } from 'ws'
import { bundle, launchChromium } from '../harness/browser.ts'
import { makePlace } from '../harness/database.ts'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'
import type {} from '../harness/socket-page.ts'
import { median, report, timed } from './report.ts'

const SOCKETS = 1000
/** A user may hold twenty. */
const OF_ONE_USER = 20
const ROUNDS = 20
const CYCLES = 1000
const AT_ONCE = 50

const place = await makePlace()
// A page that the server itself serves: Chromium lets no other one reach an address of this machine.
const appFolder = path.join(place.dataDir, 'app')
mkdirSync(path.join(appFolder, 'assets'), { recursive: true })
writeFileSync(
  path.join(appFolder, 'index.html'),
  '<!doctype html><script type="module" src="/assets/bench.js"></script>',
)
writeFileSync(path.join(appFolder, 'assets/bench.js'), await bundle('socket-page.ts'))
const server = await startTestServer({ place, appFolder })
const { hub, notifications } = server.context
const { person: owner, organizationId } = await organizationOn(server)
const people = [owner]
while (people.length < SOCKETS / OF_ONE_USER) people.push(await server.register())
for (const { user } of people.slice(1))
  await server.database.pool.query('insert into memberships values ($1, $2, $3)', [
    organizationId,
    user.id,
    'member',
  ])

const urlFor = (person: (typeof people)[number]) =>
  `${server.url.replace('http', 'ws')}/api/ws/organizations/${organizationId}?token=${person.tokens.access_token}`

let heard = 0
let told = () => {}
const dial = (url: string) =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once('error', reject)
    socket.once('message', () => {
      socket.on('message', () => {
        heard += 1
        told()
      })
      resolve(socket)
    })
  })

/** Until `count` frames were heard since `send`. */
const until = (count: number, send: () => void) =>
  new Promise<void>((resolve) => {
    heard = 0
    told = () => {
      if (heard === count) resolve()
    }
    send()
  })

const collectGarbage: () => void = (() => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
})()
const memory = async () => {
  for (let n = 0; n < 3; n += 1) {
    collectGarbage()
    await wait(50)
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const inGroups = async <Made>(count: number, make: (n: number) => Promise<Made>) => {
  const made: Made[] = []
  for (let from = 0; from < count; from += AT_ONCE)
    made.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => make(from + n)))))
  return made
}

// The first ones bring code and buffers with them that are no socket's.
for (const socket of await inGroups(AT_ONCE, () => dial(urlFor(owner)))) socket.terminate()
await wait(500)

const before = await memory()
let sockets: WebSocket[] = []
const dialled = await timed(async () => {
  sockets = await inGroups(SOCKETS, (n) => dial(urlFor(people[n % people.length]!)))
})
const held = await memory()
report(`${SOCKETS} sockets, dialled and admitted`, dialled, 'ms')
report('memory a socket, both ends', (held - before) / SOCKETS / 1024, 'kB')

const broadcasts: number[] = []
for (let round = 0; round < ROUNDS; round += 1)
  broadcasts.push(
    await timed(() =>
      until(SOCKETS, () =>
        hub.publish(`organization:${organizationId}`, 'organization_update', { id: organizationId }),
      ),
    ),
  )
report(`a broadcast to ${SOCKETS}, heard by all`, median(broadcasts), 'ms')
report('the slowest', Math.max(...broadcasts), 'ms')

const told50 = await timed(() =>
  until(SOCKETS, () => {
    void notifications.notify({
      userIds: people.map(({ user }) => user.id),
      type: 'plan_changed_success',
      values: { plan: 'Pro', kind: 'change' },
      link: null,
    })
  }),
)
report(`a notification stored for ${people.length} users, heard`, told50, 'ms')

const { call } = createClient(server.url, owner)
const answer = await timed(() => call('GET', '/api/v1/notifications'))
report('a request meanwhile', answer, 'ms')

for (const socket of sockets) socket.close()
await wait(500)

const cycle = async () => {
  const socket = await dial(urlFor(owner))
  socket.close()
  await new Promise((resolve) => socket.once('close', resolve))
}
const grown: number[] = []
for (let round = 0; round < 3; round += 1) {
  const start = await memory()
  await inGroups(CYCLES, cycle)
  grown.push((await memory()) - start)
}
report(`${CYCLES} opened and closed: the server grows by`, median(grown) / 1024, 'kB')
report('sockets the server still holds', hub.size(), '')

// The same in a page: what the app's own connection leaves behind in Chromium.
const browser = await launchChromium()
const page = await browser.newPage()
await page.goto(server.url)
await page.waitForFunction(() => window.sockets !== undefined)
const devtools = await page.context().newCDPSession(page)
const heap = async () => {
  await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize
}
const cycleInPage = (count: number) =>
  page.evaluate(([at, token, times]) => window.sockets.cycle(at, token, times), [
    `/api/ws/organizations/${organizationId}`,
    owner.tokens.access_token,
    count,
  ] as const)
await cycleInPage(AT_ONCE)
const first = await heap()
const cycles = await timed(() => cycleInPage(CYCLES))
report(`${CYCLES} connected and closed in a page`, cycles, 'ms')
report('its heap before', first / 1024, 'kB')
report('grows by', ((await heap()) - first) / 1024, 'kB')
await browser.close()

await server.close()
await place.remove()
