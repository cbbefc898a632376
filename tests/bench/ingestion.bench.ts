import { embeddedText } from '../../server/retrieval/embedder.ts'
import { createClient } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'
import { report, timed } from './report.ts'

const DOCUMENTS = 6
const PARAGRAPHS = 50

const words =
  'boots are resoled in the workshop when their welt can hold another seam and the leather is sound'.split(
    ' ',
  )
const paragraph = (seed: number) =>
  `${Array.from({ length: 150 }, (_, n) => words[(n * 7 + seed) % words.length]).join(' ')}.`
const book = (n: number) => ({
  name: `${n}.md`,
  content: `# Book ${n}\n\n${Array.from({ length: PARAGRAPHS }, (_, p) => `## Part ${p}\n\n${paragraph(n * PARAGRAPHS + p)}`).join('\n\n')}`,
})

const server = await startTestServer()
const person = await server.register()
const ann = createClient(server.url, person)
const { id } = await ann.knowledgeBase((await server.found(person)).id)
await server.retrieval.embedder.embed(['warm'], 'inTurn')

const took = await timed(async () => {
  await ann.upload(
    id,
    Array.from({ length: DOCUMENTS }, (_, n) => book(n)),
  )
  await ann.settled(id)
})
const passages = (await ann.documents(id)).reduce((sum, { passage_count }) => sum + passage_count, 0)
const texts = Array.from({ length: 64 }, (_, n) => embeddedText('Book', [`Part ${n}`], paragraph(n)))
const embedding = await timed(() => server.retrieval.embedder.embed(texts, 'inTurn'))

report('passages ingested', passages / (took / 1000), 'a second', {
  name: 'embedding alone',
  value: texts.length / (embedding / 1000),
})
await server.close()
