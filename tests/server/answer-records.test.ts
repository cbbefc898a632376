import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Embedder } from '../../server/knowledge/retrieval/embedder.ts'
import { SourceAnalytics } from '../../src/services/contract/analytics.ts'
import { sharedEmbedder } from '../harness/embedder.ts'
import { until } from '../harness/knowledge.ts'
import { serveOrganization } from '../harness/serve.ts'

const UNANSWERED = ['What is the keeper of the lighthouse called?', 'Who won the chess championship?']

/** Embeds the questions for the records only once it is released. */
let release = () => {}
const held = new Promise<void>((resolve) => {
  release = resolve
})
const embedder: Embedder = {
  ...sharedEmbedder,
  async embed(texts, urgency, as) {
    if (as === undefined && UNANSWERED.includes(texts.join())) await held
    return sharedEmbedder.embed(texts, urgency, as)
  },
}

const { server, ann, organizationId } = await serveOrganization({ embedder })

it('an answer has ended before it is recorded, and is not recorded once it is regenerated', async () => {
  const base = await ann.filled(organizationId, [
    { name: 'river.txt', content: 'The river runs to the sea.' },
  ])
  const { id: assistant } = await ann.integration(organizationId, [base])
  const ask = async (content: string) =>
    (await ann.call('POST', `/api/v1/integrations/${assistant}/ask`, { content, config: 'draft' })).body
      .answer

  const early = await ask(UNANSWERED[0]!)
  expect(early).toMatchObject({ answered: false })

  await ann.upload(base, [{ name: 'keeper.txt', content: 'The keeper of the lighthouse is called Imke.' }])
  await ann.settled(base)
  await ann.call('POST', `/api/v1/messages/${early.id}/retry`)
  expect(await ann.answered(early.id)).toMatchObject({ answered: true })
  await until(
    async () =>
      SourceAnalytics.parse((await ann.call('GET', `/api/v1/organizations/${organizationId}/sources`)).body),
    ({ documents }) => documents.some(({ name, cited }) => name === 'keeper.txt' && cited === 1),
  )

  const late = await ask(UNANSWERED[1]!)
  expect(late).toMatchObject({ answered: false })
  // A server that closes waits for the records.
  setTimeout(release, 1_000)
  await server.app.close()
  const read = async (query: ReturnType<typeof sql>) => (await server.context.db.execute(query)).rows
  expect(await read(sql`select answer_id from gaps`)).toEqual([{ answer_id: late.id }])
  expect(
    await read(sql`select d.name from document_uses join documents d on d.id = document_id
      where cited and answer_id = ${early.id}`),
  ).toEqual([{ name: 'keeper.txt' }])
})
