import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { Agent, request as send } from 'undici'
import { WebSocket } from 'ws'
import type { Counts } from '../../server/kernel/counting.ts'
import { createLocalCounts, createPostgresCounts, createRedisCounts } from '../../server/kernel/counting.ts'
import { openDatabase } from '../../server/kernel/db/open.ts'
import type { TokenPair } from '../../src/services/contract/accounts.ts'
import { startCluster } from '../harness/cluster.ts'
import { createClient } from '../harness/knowledge.ts'
import { PASSWORD } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { median, report, timed } from './report.ts'

/** Requests and answers a second with one, two and three processes that hold 1,000 sockets, and who works for them. */
if (!process.env.TEST_DATABASE_URL) {
  console.log('Several processes need PostgreSQL: npm run bench:cluster')
  process.exit(0)
}

const PROCESSES_MAX = 3
const PEOPLE = 50
const SOCKETS = 1_000
const REQUESTS_AT_ONCE = 32
const ANSWERS_AT_ONCE = 8
const WARM_UP = 2_000 // ms
const MEASURED = 8_000 // ms
const BROADCASTS = 20
const COUNTED = 3_000
const COUNTED_AT_ONCE = 16
const TICKS_PER_SECOND = 100

const cluster = await startCluster(1)
const database = await openDatabase(cluster.place, pino({ level: 'silent' }))
const seeding = cluster.nodes[0]!
const ann = await signIn(seeding.url, 'person0@example.test')
const { id: organizationId } = (await ann.call('POST', '/api/v1/organizations', { name: 'Acme' })).body
const tokens: string[] = []
for (let n = 0; n < PEOPLE; n++) {
  const email = `person${n}@example.test`
  await signIn(seeding.url, email)
  const body = new URLSearchParams({ username: email, password: PASSWORD })
  const pair = (await (
    await fetch(`${seeding.url}/api/v1/login`, { method: 'POST', body })
  ).json()) as TokenPair
  tokens.push(pair.access_token)
}
await database.pool.query(
  `insert into memberships (organization_id, user_id, role)
   select $1, id, 'admin' from users where not exists (select from memberships where user_id = users.id)`,
  [organizationId],
)
const base = await ann.knowledgeBase(organizationId)
await ann.upload(
  base.id,
  Array.from({ length: 20 }, (_, n) => ({
    name: `${n}.md`,
    content: `# River ${n}\n\nRiver number ${n} runs for ${n + 100} miles to the sea of ${n}.`,
  })),
)
await ann.settled(base.id)
const assistant = await ann.integration(organizationId, [base.id])
await cluster.stop(seeding)

/** Seconds of processor time that a process has used. */
const cpuOf = (pid: number | undefined) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
const serversCpu = () => cluster.nodes.reduce((sum, { process: { pid } }) => sum + cpuOf(pid), 0)
const ownCpu = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6

const agent = new Agent({ connections: REQUESTS_AT_ONCE })
const urlOf = (n: number) => cluster.nodes[n % cluster.nodes.length]!.url
/** Everybody calls from an address of their own, as a proxy tells it: limits are counted as they are in production. */
const addressOf = (n: number) => ({ 'x-forwarded-for': `10.0.0.${n % PEOPLE}` })
const asPerson = (n: number) => ({ authorization: `Bearer ${tokens[n % PEOPLE]}`, ...addressOf(n) })

/** How often `work` is done in a second by `atOnce` that do it again and again; and the cores that were used. */
const perSecond = async (atOnce: number, work: (n: number) => Promise<unknown>) => {
  let n = 0
  let done = 0
  let isOver = false
  const workers = Array.from({ length: atOnce }, async () => {
    while (!isOver) {
      await work(n++)
      done++
    }
  })
  await new Promise((resolve) => setTimeout(resolve, WARM_UP))
  const before = { done, servers: serversCpu(), own: ownCpu(), at: Date.now() }
  await new Promise((resolve) => setTimeout(resolve, MEASURED))
  const seconds = (Date.now() - before.at) / 1_000
  const result = {
    rate: (done - before.done) / seconds,
    servers: (serversCpu() - before.servers) / seconds,
    own: (ownCpu() - before.own) / seconds,
  }
  isOver = true
  await Promise.all(workers)
  return result
}

const request = async (n: number) => {
  const url = `${urlOf(n)}/api/v1/organizations/${organizationId}/integrations`
  const { statusCode, body } = await send(url, { headers: asPerson(n), dispatcher: agent })
  await body.dump()
  if (statusCode !== 200) throw new Error(`a request was answered with ${statusCode}`)
}

const answer = async (n: number) => {
  const client = createClient(urlOf(n), { headers: asPerson(n) })
  const { status } = await client.ask(assistant.id, `How long does river ${n % 20} run?`)
  if (status !== 'complete') throw new Error(`an answer ended as ${status}`)
}

const dial = (n: number) =>
  new Promise<WebSocket>((resolve, reject) => {
    const url = `${urlOf(n).replace('http', 'ws')}/api/ws/organizations/${organizationId}`
    const socket = new WebSocket(`${url}?token=${tokens[n % PEOPLE]}`, {
      perMessageDeflate: false,
      headers: addressOf(n),
    })
    socket.once('error', reject)
    socket.once('message', () => resolve(socket))
  })

/** ms until all sockets have heard what one process was told. */
const broadcast = async (sockets: WebSocket[], n: number) => {
  const heard = sockets.map((socket) => new Promise((resolve) => socket.once('message', resolve)))
  return timed(async () => {
    await createClient(urlOf(n), { headers: asPerson(0) }).call(
      'PATCH',
      `/api/v1/knowledge-bases/${base.id}`,
      { description: `Number ${n}` },
    )
    await Promise.all(heard)
  })
}

const first = { requests: 0, answers: 0 }
for (let processes = 1; processes <= PROCESSES_MAX; processes++) {
  await cluster.add({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' })
  const named = processes === 1 ? '1 process' : `${processes} processes`
  const sockets: WebSocket[] = []
  const dialled = await timed(async () => {
    while (sockets.length < SOCKETS) {
      const from = sockets.length
      sockets.push(...(await Promise.all(Array.from({ length: PEOPLE }, (_, n) => dial(from + n)))))
    }
  })
  report(`${named}: ${SOCKETS} sockets dialled`, dialled, 'ms')
  const times: number[] = []
  for (let n = 0; n < BROADCASTS; n++) times.push(await broadcast(sockets, n))
  report(`${named}: all of them told, median`, median(times), 'ms')
  const requests = await perSecond(REQUESTS_AT_ONCE, request)
  // A process loads its model and its index with its first answer.
  await Promise.all(cluster.nodes.map((_, n) => answer(n)))
  const answers = await perSecond(ANSWERS_AT_ONCE, answer)
  if (processes === 1) Object.assign(first, { requests: requests.rate, answers: answers.rate })
  for (const [what, measured, one] of [
    ['requests', requests, first.requests],
    ['answers', answers, first.answers],
  ] as const) {
    report(`${named}: ${what} a second`, measured.rate, '')
    report(`${named}: ${what}, as a ratio to one process`, measured.rate / one, '')
    report(`${named}: cores used by the servers for ${what}`, measured.servers, '')
    // Other programs on the machine change the rate, and this hardly.
    report(
      `${named}: processor time of the servers for one`,
      (measured.servers / measured.rate) * 1_000,
      'ms',
    )
    report(`${named}: cores used by the clients for ${what}`, measured.own, '')
  }
  for (const socket of sockets) socket.terminate()
}

const counting = async (name: string, counts: Counts) => {
  await counts.add('first', 60_000).catch(() => {})
  const taken = await timed(async () => {
    const calls = Array.from({ length: COUNTED_AT_ONCE }, async (_, n) => {
      for (let call = 0; call < COUNTED / COUNTED_AT_ONCE; call++) await counts.add(`${n}`, 60_000)
    })
    await Promise.all(calls)
  })
  report(`a call counted ${name}`, taken / COUNTED, 'ms')
  await counts.close()
}
await counting('in memory', createLocalCounts())
await counting('in PostgreSQL', createPostgresCounts(database.db))
if (cluster.redisUrl) {
  const redis = await createRedisCounts(cluster.redisUrl)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await counting('in Redis', redis)
}
await agent.close()
await database.close()
await cluster.close()
process.exit(0)
