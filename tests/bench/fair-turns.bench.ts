import { organizationOn } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'
import { median, report, timed } from './report.ts'

const FILES = 500
const PER_REQUEST = 50
const SENTENCES = 9
/** Takes a reader all of its time. */
const slow = (n: number) => ({ name: `slow ${n}.md`, content: `${n}\n\n${'>'.repeat(50_000)} x` })

const server = await startTestServer()
const arrive = async () => {
  const { ann: client, organizationId } = await organizationOn(server)
  return { client, base: (await client.knowledgeBase(organizationId)).id }
}
const patient = await arrive()
const flooding = await arrive()
let sent = 0
const sentence = () =>
  timed(async () => {
    await patient.client.upload(patient.base, [{ name: 'a.txt', content: `Sentence number ${sent++}.` }])
    await patient.client.settled(patient.base)
  })
const sentences = async () => {
  const took: number[] = []
  for (let n = 0; n < SENTENCES; n++) took.push(await sentence())
  return median(took)
}

await sentence()
const alone = await sentences()
await flooding.client.upload(flooding.base, [1, 2, 3, 4].map(slow))
for (let at = 0; at < FILES; at += PER_REQUEST)
  await flooding.client.upload(
    flooding.base,
    Array.from({ length: PER_REQUEST }, (_, n) => ({
      name: `${at + n}.txt`,
      content: `File number ${at + n}.`,
    })),
  )
const beside = await sentences()
report('a sentence, alone', alone, 'ms')
report('a sentence, beside 500 files and 4 that time out', beside, 'ms', { name: 'alone', value: alone })
await server.close()
