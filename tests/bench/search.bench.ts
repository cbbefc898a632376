import { documents, passages } from '../../server/kernel/db/schema/index.ts'
import { normalised } from '../../server/knowledge/retrieval/embedder.ts'
import { toBytes } from '../../server/knowledge/retrieval/vectors.ts'
import { createClient } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'
import { median, report, timed } from './report.ts'

const DIMENSIONS = 512
const PASSAGES_A_DOCUMENT = 500
const WORDS =
  'boot sole seam leather return refund parcel shop size wax lace repair price week country'.split(' ')

const server = await startTestServer()
const person = await server.register()
const ann = createClient(server.url, person)
const organizationId = (await server.found(person)).id

const vector = () => toBytes(normalised(Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5)))
const content = () =>
  Array.from({ length: 80 }, () => WORDS[Math.floor(Math.random() * WORDS.length)]).join(' ')

/** A knowledge base of that many passages; their vectors are made up. */
const filled = async (count: number) => {
  const { id: knowledgeBaseId } = await ann.knowledgeBase(organizationId, `Of ${count}`)
  for (let at = 0; at < count; at += PASSAGES_A_DOCUMENT) {
    const [document] = await server.database.db
      .insert(documents)
      .values({
        knowledgeBaseId,
        name: `${at}.txt`,
        type: 'txt',
        size: 1,
        contentHash: `${at}`,
        status: 'ready',
      })
      .returning()
    for (let from = at; from < Math.min(at + PASSAGES_A_DOCUMENT, count); from += 100) {
      await server.database.db.insert(passages).values(
        Array.from({ length: Math.min(100, count - from) }, (_, n) => ({
          documentId: document?.id ?? '',
          knowledgeBaseId,
          position: from + n,
          title: 'Bench',
          headingPath: [],
          headings: '',
          content: content(),
          charStart: 0,
          charEnd: 1,
          embedding: vector(),
        })),
      )
    }
  }
  return knowledgeBaseId
}

const search = (id: string) => server.retrieval.search('What is the price of a new sole?', [id])
const warm = async (id: string) => {
  const times: number[] = []
  for (let n = 0; n < 11; n++) times.push(await timed(() => search(id)))
  return median(times)
}

await server.retrieval.embedder.embed(['warm'], 'now')
const small = await filled(100)
const large = await filled(10_000)
const smallTime = { name: 'at 100 passages', value: await warm(small) }
report('search at 10,000 passages, first', await timed(() => search(large)), 'ms', smallTime)
report('search at 10,000 passages', await warm(large), 'ms', smallTime)
await server.close()
