import { demoFile } from '../harness/files.ts'
import { emptyBase } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'
import { median, report, timed } from './report.ts'

const QUESTIONS = [
  'How long can I return boots?',
  'What does a new outsole cost?',
  'When do I get my money back?',
  'What is the shipping price to Germany?',
  'Can I wax suede?',
  'Which size is a foot of 27 cm?',
  'Do you fix torn seams for nothing?',
  'How do I get rid of salt stains?',
]

const server = await startTestServer()
const { ann, organizationId, knowledgeBaseId: id } = await emptyBase(server)
const names = [
  'returns-policy.md',
  'repair-promise.html',
  'sizing-guide.md',
  'leather-care.md',
  'shipping-rates.csv',
]
await ann.upload(id, await Promise.all(names.map(demoFile)))
await ann.settled(id)
const integration = await ann.integration(organizationId, [id])

const plain: number[] = []
for (let n = 0; n < 20; n++) plain.push(await timed(() => ann.call('GET', '/api/v1/users/me')))
const request = { name: 'GET /users/me', value: median(plain) }

await ann.ask(integration.id, 'warm up')
const first: number[] = []
const total: number[] = []
for (const question of QUESTIONS) {
  const { latency_ms } = await ann.ask(integration.id, question)
  first.push(latency_ms?.first_token ?? Number.NaN)
  total.push(latency_ms?.total ?? Number.NaN)
}
report('question to first token (quoted)', median(first), 'ms', request)
report('question to full answer (quoted)', median(total), 'ms', request)
await server.close()
