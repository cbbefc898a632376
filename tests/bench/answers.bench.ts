import { createExtractiveAnswerer } from '../../server/answering/extractive.ts'
import { DEFAULT_SETTINGS } from '../../server/integrations/configuration.ts'
import { demoFile } from '../harness/files.ts'
import { createClient } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'
import { LABELLED } from './answers.labels.ts'
import { report } from './report.ts'

const FILES = [
  'returns-policy.md',
  'repair-promise.html',
  'sizing-guide.md',
  'leather-care.md',
  'shipping-rates.csv',
  'shop-floor-guide.md',
  'workshop-notes.txt',
]

/** What the quoting answerer makes of labelled questions; the ones that it gets wrong are named. */
const server = await startTestServer()
const person = await server.register()
const ann = createClient(server.url, person)
const { id } = await ann.knowledgeBase((await server.found(person)).id)
await ann.upload(id, await Promise.all(FILES.map(demoFile)))
await ann.settled(id)

const answerer = createExtractiveAnswerer({ embedder: server.knowledge.embedder })
const quoted = async (question: string) => {
  const found = await server.knowledge.search(question, [id])
  const { signal } = new AbortController()
  const asked = { question, history: [], ...found, style: DEFAULT_SETTINGS, signal }
  for await (const event of answerer.answer(asked))
    if (event.type === 'citations') return event.citations.map(({ content, quote }) => ({ content, quote }))
  return []
}

const results = { right: 0, beside: 0, wronglyRefused: 0, rightlyRefused: 0 }
for (const [question, answer] of LABELLED) {
  const quotes = await quoted(question)
  const isRight = answer !== null && quotes.some(({ quote }) => quote.includes(answer))
  if (quotes.length === 0) results[answer === null ? 'rightlyRefused' : 'wronglyRefused']++
  else results[isRight ? 'right' : 'beside']++
  if (quotes.length > 0 && !isRight)
    console.log(`beside the point: ${question} ${quotes.map(({ quote }) => quote).join(' | ')}`)
  if (quotes.length === 0 && answer !== null) console.log(`refused wrongly: ${question}`)
}
report('answered right', results.right, `of ${LABELLED.filter(([, answer]) => answer !== null).length}`)
report('answered beside the point', results.beside, `of ${LABELLED.length}`)
report('refused wrongly', results.wronglyRefused, '')
report(
  'refused rightly',
  results.rightlyRefused,
  `of ${LABELLED.filter(([, answer]) => answer === null).length}`,
)
await server.close()
