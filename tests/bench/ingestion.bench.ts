import { setTimeout as wait } from 'node:timers/promises'
import { makePlace } from '../harness/database.ts'
import { until } from '../harness/knowledge.ts'
import { watchMemory } from '../harness/measurements.ts'
import { startProcess } from '../harness/process.ts'
import { PASSWORD } from '../harness/server.ts'
import { signIn } from '../harness/sign-in.ts'
import { median, report, timed } from './report.ts'

/** npm run bench:ingestion [-- --documents 120] */
const given = process.argv.indexOf('--documents')
const DOCUMENTS = given < 0 ? 60 : Number(process.argv[given + 1])
const PARTS = 10
const LOG_INS = 15
const LOG_IN_EVERY = 500 // ms
const MEBIBYTE = 1024 * 1024

const words =
  'boots are resoled in the workshop when their welt can hold another seam and the leather is sound'.split(
    ' ',
  )
const paragraph = (seed: number) =>
  `${Array.from({ length: 150 }, (_, n) => words[(n * 7 + seed) % words.length]).join(' ')}.`
const book = (n: number) => ({
  name: `${n}.md`,
  content: `# Book ${n}\n\n${Array.from({ length: PARTS }, (_, p) => `## Part ${p}\n\n${paragraph(n * PARTS + p)}`).join('\n\n')}`,
})

const place = await makePlace()
const running = startProcess(place)
const url = await running.ready
const idle = watchMemory(running.pid ?? 0)()

const emailOf = (name: string) => `${name.toLowerCase()}@example.test`
const arrive = async (name: string) => {
  const client = await signIn(url, emailOf(name))
  const { id: organizationId } = (await client.call('POST', '/api/v1/organizations', { name })).body
  const base = (await client.knowledgeBase(organizationId)).id
  return { client, base, assistant: (await client.integration(organizationId, [base])).id }
}
const ann = await arrive('Ann')
const ben = await arrive('Ben')

/** From the upload of one sentence to an answer that quotes it. */
const firstAnswer = async (day: string, hour: string) => {
  const content = `On ${day} the workshop opens at ${hour}.`
  return timed(async () => {
    await ben.client.upload(ben.base, [{ name: `${day}.txt`, content }])
    await until(
      () => ben.client.ask(ben.assistant, `When does the workshop open on ${day}?`),
      ({ citations }) => citations.some(({ quote }) => content.includes(quote)),
    )
  })
}
const logIns = async () => {
  const took: number[] = []
  const body = () => new URLSearchParams({ username: emailOf('Ben'), password: PASSWORD })
  for (let n = 0; n < LOG_INS; n++) {
    took.push(await timed(() => fetch(`${url}/api/v1/login`, { method: 'POST', body: body() })))
    await wait(LOG_IN_EVERY)
  }
  return median(took)
}

await firstAnswer('Monday', 'seven')
const answerAlone = await firstAnswer('Tuesday', 'eight')
const logInAlone = await logIns()

const stopWatching = watchMemory(running.pid ?? 0)
let isDone = false
const ingestion = timed(async () => {
  for (let at = 0; at < DOCUMENTS; at += 20)
    await ann.client.upload(
      ann.base,
      Array.from({ length: Math.min(20, DOCUMENTS - at) }, (_, n) => book(at + n)),
    )
  await ann.client.settled(ann.base, 3_600_000)
  isDone = true
})
const answerBeside = await firstAnswer('Friday', 'nine')
const logInBeside = await logIns()
const wasBeside = !isDone
const took = await ingestion
const most = stopWatching()
const passages = (await ann.client.documents(ann.base)).reduce((sum, one) => sum + one.passage_count, 0)

report('documents ingested', DOCUMENTS / (took / 1000), 'a second')
report('passages ingested', passages / (took / 1000), 'a second')
report('upload to its first right cited answer', answerAlone, 'ms')
report('the same of another organization, meanwhile', answerBeside, 'ms', {
  name: 'alone',
  value: answerAlone,
})
report('log-in', logInAlone, 'ms')
report('log-in of another organization, meanwhile', logInBeside, 'ms', { name: 'alone', value: logInAlone })
report('memory of the server, at most', most.server / MEBIBYTE, 'MiB', {
  name: 'after its start',
  value: idle.server / MEBIBYTE,
})
report('memory of its readers, at most', most.children / MEBIBYTE, 'MiB')
if (!wasBeside) console.error('The documents were ready before the others were timed: give it --documents.')
running.kill('SIGTERM')
await running.exited
await place.remove()
