import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOT_FOUND_TEXT, NOTHING_TO_SEARCH_TEXT } from '../../server/answering/answerer.ts'
import {
  Asked,
  ConversationDetail,
  ConversationList,
  Message,
} from '../../src/services/contract/conversations.ts'
import { type Client, createClient } from '../harness/knowledge.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const demo = async (name: string) => ({
  name,
  content: await readFile(new URL(`../../server/demo/documents/${name}`, import.meta.url)),
})

describe('conversations', () => {
  let server: TestServer
  let ann: Client
  let organizationId: string
  let knowledgeBaseId: string
  let integrationId: string

  beforeAll(async () => {
    server = await startTestServer()
    const person = await server.register()
    ann = createClient(server.url, person)
    organizationId = (await server.found(person)).id
    knowledgeBaseId = (await ann.knowledgeBase(organizationId)).id
    integrationId = (await ann.integration(organizationId, [knowledgeBaseId])).id
    await ann.upload(knowledgeBaseId, [await demo('returns-policy.md'), await demo('repair-promise.html')])
    await ann.settled(knowledgeBaseId)
  })
  afterAll(() => server.close())

  it('answers with quoted sentences, each with a citation that is literally in its passage', async () => {
    const asked = Asked.parse(await ann.send(integrationId, 'How long can I return unworn boots?'))
    expect(asked.answer).toMatchObject({
      role: 'assistant',
      status: 'streaming',
      content: '',
      mode: 'quoted',
    })
    const answer = Message.parse(await ann.answered(asked.answer.id))
    expect(answer).toMatchObject({ status: 'complete', answered: true, error: null })
    expect(answer.content).toContain('within 60 days of delivery. [1]')
    const [first] = answer.citations
    expect(first).toMatchObject({ n: 1, document_name: 'returns-policy.md' })
    for (const citation of answer.citations) {
      expect(citation.content).toContain(citation.quote)
      expect(answer.content).toContain(`[${citation.n}]`)
      const text = (await ann.call('GET', `/api/v1/documents/${citation.document_id}/passages`)).body
      const passage = text.passages.find(({ id }: { id: string }) => id === citation.passage_id)
      const { char_start, char_end } = citation
      expect(passage.content.slice(char_start - passage.char_start, char_end - passage.char_start)).toBe(
        citation.quote,
      )
    }
  })
})
void ConversationDetail
void ConversationList
void NOT_FOUND_TEXT
void NOTHING_TO_SEARCH_TEXT
