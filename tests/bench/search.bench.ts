import { parseArgs } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { documents, passages } from '../../server/kernel/db/schema/index.ts'
import { normalised } from '../../server/knowledge/retrieval/embedder.ts'
import { toBytes } from '../../server/knowledge/retrieval/vectors.ts'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { startTestServer } from '../harness/server.ts'
import { median, p95, report, timed } from './report.ts'

/** `-- search --passages 100000` for those of a large base. */
const { values: options } = parseArgs({ options: { passages: { type: 'string', default: '10000' } } })
const PASSAGES = Number(options.passages)
const GROUPS = 200
const DIMENSIONS = 512
const PASSAGES_A_DOCUMENT = 100
const WORDS =
  'boot sole seam leather return refund parcel shop size wax lace repair price week country'.split(' ')

const server = await startTestServer()
const { person, organizationId } = await organizationOn(server)
let ann = createClient(server.url, person)

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
        reading: 1,
        servedReading: 1,
        servedAt: new Date(),
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
          embeddingModel: server.retrieval.embedder.model,
        })),
      )
    }
  }
  return knowledgeBaseId
}

const search = async (id: string) => {
  const found = await server.retrieval.search('What is the price of a new sole?', [id], { closed: new Set() })
  if (found.hits.length === 0) throw new Error('nothing was found')
}
const warm = async (id: string) => {
  const times: number[] = []
  for (let n = 0; n < 11; n++) times.push(await timed(() => search(id)))
  return median(times)
}

await server.retrieval.embedder.embed(['warm'], 'now')
const small = await filled(100)
const large = await filled(PASSAGES)
const smallTime = { name: 'at 100 passages', value: await warm(small) }
const named = `search at ${PASSAGES.toLocaleString('en')} passages`
report(`${named}, first`, await timed(() => search(large)), 'ms', smallTime)
report(named, await warm(large), 'ms', smallTime)

// The first token has ended by now.
const { access_token } = (await server.logIn(person.user.email)).json()
ann = createClient(server.url, { headers: { authorization: `Bearer ${access_token}` } })

/** As an assistant searches for a member, who is asked for what they may read. */
const { id: assistant } = await ann.integration(organizationId, [large])
const asMember = () => ann.call('POST', `/api/v1/integrations/${assistant}/search`, { query: 'A new sole?' })
const group_ids: string[] = []
for (let n = 0; n < GROUPS; n++) {
  const { body } = await ann.call('POST', `/api/v1/organizations/${organizationId}/groups`, {
    name: `Group ${n}`,
  })
  group_ids.push(body.id)
  await ann.call('PATCH', `/api/v1/organizations/${organizationId}/groups/${body.id}`, {
    member_ids: [person.user.id],
  })
}
/** Every other document is for all of the groups, and each of the others for nobody. */
const { db } = server.database
await db.execute(sql`
  insert into document_readers (document_id, group_id)
  select d.id, g.id from (
    select id, row_number() over (order by id) as place from documents where knowledge_base_id = ${large}
  ) d cross join provisioned_groups g
  where d.place % 2 = 0 and g.organization_id = ${organizationId}`)

/** In turns, so that all meet the same noise of the machine. */
const times = { open: [] as number[], base: [] as number[], documents: [] as number[] }
for (let turn = 0; turn < 6; turn++)
  for (const restricted of ['open', 'base', 'documents'] as const) {
    await ann.call('PUT', `/api/v1/knowledge-bases/${large}/readers`, {
      restricted: restricted === 'base',
      group_ids: restricted === 'base' ? group_ids : [],
      user_ids: [],
    })
    await db
      .update(documents)
      .set({ isRestricted: restricted === 'documents' })
      .where(eq(documents.knowledgeBaseId, large))
    const found = await asMember()
    if (found.status !== 200 || found.body.hits.length === 0) throw new Error(JSON.stringify(found))
    for (let n = 0; n < 40; n++) times[restricted].push(await timed(asMember))
  }
report('p95 as a member', p95(times.open), 'ms')
const without = { name: 'without', value: p95(times.open) }
report(`p95 as a member of ${GROUPS} groups`, p95(times.base), 'ms', without)
report('p95 with every other document closed', p95(times.documents), 'ms', without)
await server.close()
// The embedder of the harness is shared, and never ends by itself.
process.exit()
