import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { goldenRuns, knowledgeIndexes } from '../../server/kernel/db/schema/index.ts'
import { EmbedderUnavailable } from '../../server/knowledge/retrieval/embedder.ts'
import type { DocumentText, Passage, PassagePage } from '../../src/services/contract/documents.ts'
import type { GoldenQuestion, GoldenRun } from '../../src/services/contract/golden.ts'
import type { KnowledgeIndex } from '../../src/services/contract/indexes.ts'
import {
  DEFAULT_RETRIEVAL_SETTINGS,
  type KnowledgeBase,
  type RetrievalSettings,
} from '../../src/services/contract/knowledge-bases.ts'
import { heldEmbedder } from '../harness/embedder.ts'
import { createClient, until } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

const sentences = (topic: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `The ${topic} rule ${at + 1} says what holds for ${topic} in case ${at + 1}.`,
  ).join(' ')
const RETURNS = `# Returns\n\n${sentences('return', 24)}`
const SHIPPING = `# Shipping\n\n${sentences('parcel', 24)}`
const SMALL: Partial<RetrievalSettings> = { passage_size: 400, passage_overlap: 0 }

describe('the indexes of a knowledge base', async () => {
  const { embedder, hold, release } = heldEmbedder()
  let isAsked = true
  /** What happens before a question is embedded. */
  let asks = async () => {}
  const server = await serve({
    embedder: {
      ...embedder,
      embed: async (texts, urgency, as) => {
        if (as === 'question') await asks()
        if (!isAsked && as === 'question') throw new EmbedderUnavailable(new Error('it is being restarted'))
        return embedder.embed(texts, urgency, as)
      },
    },
  })
  const ann = await server.register()
  const client = createClient(server.url, ann)

  const begin = async (files = [{ name: 'returns.md', content: RETURNS }]) => {
    const organization = await server.found(ann)
    const { id: base } = await client.knowledgeBase(organization.id)
    const assistant = await client.integration(organization.id, [base])
    await client.upload(base, files)
    const documents = await client.settled(base)
    const indexes = async (): Promise<KnowledgeIndex[]> =>
      (await client.call('GET', `/api/v1/knowledge-bases/${base}/indexes`)).body
    const settled = async () =>
      (
        await until(indexes, (all) => all.every(({ status }) => status !== 'queued' && status !== 'building'))
      )[0]!
    const text = async (id = documents[0]!.id): Promise<DocumentText> =>
      (await client.call('GET', `/api/v1/documents/${id}/passages`)).body
    return {
      base,
      documents,
      indexes,
      settled,
      text,
      get: async (): Promise<KnowledgeBase> =>
        (await client.call('GET', `/api/v1/knowledge-bases/${base}`)).body,
      set: (settings: Partial<RetrievalSettings>) =>
        client.call('PATCH', `/api/v1/knowledge-bases/${base}`, {
          settings,
        }),
      reindex: (restore?: string) =>
        client.call('POST', `/api/v1/knowledge-bases/${base}/indexes`, { restore }),
      edit: async (passage: Passage, change: { content?: string; enabled?: boolean }) =>
        client.call('PATCH', `/api/v1/passages/${passage.id}`, change),
      found: async (query: string): Promise<string[]> =>
        (await client.call('POST', `/api/v1/integrations/${assistant.id}/search`, { query })).body.hits.map(
          ({ passage }: { passage: Passage }) => passage.content,
        ),
    }
  }

  it('begin with the one that is made with it', async () => {
    const { indexes } = await begin([])
    expect(await indexes()).toMatchObject([
      { number: 1, status: 'published', origin: 'created', passage_size: 1_200, is_kept: false },
    ])
  })

  it('change what concerns the search at once, and make no other index for it', async () => {
    const { set, indexes } = await begin([])
    const { status, body } = await set({ mode: 'keywords', top_k: 3, score_threshold: 0.2 })
    expect([status, body.settings]).toEqual([
      200,
      { passage_size: 1_200, passage_overlap: 0, mode: 'keywords', top_k: 3, score_threshold: 0.2 },
    ])
    expect(await indexes()).toHaveLength(1)
    expect((await set({ passage_size: 300, passage_overlap: 200 })).status).toBe(422)
  })

  it('[review 10] keep what somebody else has set meanwhile', async () => {
    const { set, get } = await begin([])
    await Promise.all([set({ mode: 'keywords' }), set({ top_k: 3 }), set({ score_threshold: 0.2 })])
    expect((await get()).settings).toMatchObject({ mode: 'keywords', top_k: 3, score_threshold: 0.2 })
    expect((await set({ passage_size: 1_000, passage_overlap: 600 })).body).toMatchObject({
      code: 'invalid',
      fields: { 'settings.passage_overlap': 'Passages may overlap by half of their size at most.' },
    })
  })

  it('[S2.12] are built anew for another size of passages, published, and say what has changed', async () => {
    const { set, get, settled, text, documents, found } = await begin([
      { name: 'returns.md', content: RETURNS },
      { name: 'shipping.md', content: SHIPPING },
    ])
    const before = await text()
    const { status, body } = await set(SMALL)
    expect([status, body.settings.passage_size]).toEqual([200, 1_200])
    const index = await settled()
    expect(index).toMatchObject({
      number: 2,
      status: 'published',
      origin: 'settings',
      passage_size: 400,
      created_by: ann.user.email,
      report: { documents_count: 2, unread: [], lost_edits: [] },
    })
    const after = await text()
    expect(after.passages.length).toBeGreaterThan(before.passages.length)
    for (const { content } of after.passages) expect(content.length).toBeLessThanOrEqual(400)
    const { added = 0, changed = 0, removed = 0, unchanged = 0 } = index.report ?? {}
    const total = await get()
    expect(added + changed + unchanged).toBe(total.counts.passages)
    expect(removed + changed + unchanged).toBe(
      documents.reduce((sum, { passage_count }) => sum + passage_count, 0),
    )
    expect(total.settings.passage_size).toBe(400)
    expect((await found('return rule 20')).join('\n')).toContain('return rule 20 says')
  })

  it('are refused while another one is made, and can be cancelled', async () => {
    const { base, reindex, set, text } = await begin()
    const before = await text()
    // One that waits for long.
    const [waiting] = await server.context.db
      .insert(knowledgeIndexes)
      .values({
        knowledgeBaseId: base,
        number: 2,
        origin: 'asked',
        passageSize: 400,
        passageOverlap: 0,
        notBefore: new Date(Date.now() + 3_600_000),
      })
      .returning()
    expect((await reindex()).body.code).toBe('index_under_way')
    expect((await set(SMALL)).body.code).toBe('index_under_way')
    const act = (action: string) => client.call('POST', `/api/v1/indexes/${waiting!.id}/${action}`)
    expect((await act('publish')).body.code).toBe('no_decision')
    expect((await act('cancel')).body.status).toBe('cancelled')
    for (const action of ['cancel', 'publish', 'discard'])
      expect((await act(action)).body.code).toBe(action === 'cancel' ? 'index_settled' : 'no_decision')
    expect(await text()).toEqual(before)
  })

  it('keep what people made of passages, and name what they could not', async () => {
    const { set, settled, text, edit, found } = await begin([
      { name: 'returns.md', content: `# Returns\n\n${sentences('return', 48)}` },
    ])
    const [first, second] = (await text()).passages
    await edit(first!, {
      content: first!.content.replace('return rule 3 says', 'return rule 3 strictly says'),
    })
    const cut = second!.content.slice(0, 300)
    await edit(second!, { enabled: false })
    await set(SMALL)
    const { report } = await settled()
    expect(report?.lost_edits_count).toBe(0)
    const passages = (await text()).passages
    const edited = passages.filter(({ content }) => content.includes('rule 3 strictly says'))
    expect(edited).toHaveLength(1)
    expect(edited[0]!.original).toContain('rule 3 says')
    expect(passages.filter(({ enabled }) => !enabled).length).toBeGreaterThan(0)
    expect((await found(cut)).join('\n')).not.toContain(second!.content.slice(60, 160))
    // An edit that reaches over the bounds of the smaller passages cannot be placed.
    await set({ passage_size: 1_200 })
    await settled()
    const [whole] = (await text()).passages
    await edit(whole!, { content: `Another text altogether, ${'which is long, '.repeat(30)}.` })
    await set(SMALL)
    const lost = (await settled()).report!
    expect(lost.lost_edits_count).toBe(1)
    expect(lost.lost_edits[0]).toMatchObject({
      name: 'returns.md',
      content: expect.stringContaining('Another text altogether'),
    })
  })

  it('can be restored with their kept passages, and newer documents stay', async () => {
    const { base, set, settled, text, reindex, indexes, get } = await begin()
    const before = (await text()).passages.map(({ content }) => content)
    await set(SMALL)
    await settled()
    await client.upload(base, [{ name: 'shipping.md', content: SHIPPING }])
    const documents = await client.settled(base)
    const shipping = documents.find(({ name }) => name === 'shipping.md')!
    expect((await text(shipping.id)).passages.every(({ content }) => content.length <= 400)).toBe(true)
    const [, first] = await indexes()
    expect(first).toMatchObject({ number: 1, status: 'replaced', is_kept: true })
    expect((await reindex(first!.id)).status).toBe(201)
    const third = await settled()
    expect(third).toMatchObject({ number: 3, status: 'published', origin: 'restored', restored_number: 1 })
    expect((await text()).passages.map(({ content }) => content)).toEqual(before)
    expect((await text(shipping.id)).passages.some(({ content }) => content.length > 400)).toBe(true)
    expect((await get()).settings.passage_size).toBe(1_200)
    expect((await indexes()).map(({ status, is_kept }) => [status, is_kept])).toEqual([
      ['published', false],
      ['replaced', true],
      ['replaced', false],
    ])
    expect((await reindex(third.id)).body.code).toBe('not_earlier')
  })

  it('keep the old passages of a document that cannot be read any more, and name it', async () => {
    const { set, settled, text, documents, base } = await begin([
      { name: 'returns.md', content: RETURNS },
      { name: 'shipping.md', content: SHIPPING },
    ])
    const [kept] = documents
    const form = new FormData()
    form.append('file', new Blob(['%PDF-1.7 nothing that could be read']), 'unreadable.pdf')
    await fetch(`${server.url}/api/v1/documents/${kept!.id}/file`, {
      method: 'PUT',
      headers: ann.headers,
      body: form,
    })
    await client.settled(base)
    const before = (await text(kept!.id)).passages
    await set(SMALL)
    const { status, report } = await settled()
    expect([status, report?.unread.map(({ name }) => name)]).toEqual(['published', ['shipping.pdf']])
    expect((await text(kept!.id)).passages).toEqual(before)
  })

  it('include edits, additions and deletions that happened while they were built', async () => {
    const files = ['returns', 'parcels', 'repairs', 'orders'].map((topic) => ({
      name: `${topic}.md`,
      content: `# ${topic}\n\n${sentences(topic, 24)}`,
    }))
    const { base, set, settled, text, indexes, edit, documents, found } = await begin(files)
    const idOf = (name: string) => documents.find((document) => document.name === name)!.id
    const [first] = (await text(idOf('returns.md'))).passages
    hold()
    onTestFinished(release)
    await set(SMALL)
    // One step at a time, until the first document is read: the index cannot be published before the edit.
    const aStepOn = () => {
      release()
      hold()
      return indexes()
    }
    await until(aStepOn, ([newest]) => (newest?.progress?.done ?? 0) > 0)
    // The document that was read first is edited; another one goes, and another one comes.
    await edit(first!, { content: first!.content.replace('rule 2 says', 'rule 2 never says') })
    await client.call('DELETE', `/api/v1/documents/${idOf('parcels.md')}`)
    await client.upload(base, [{ name: 'late.md', content: `# Late\n\n${sentences('late', 24)}` }])
    expect((await found('return rule 2')).length).toBeGreaterThan(0)
    release()
    const index = await settled()
    expect(index.status).toBe('published')
    const all = await client.settled(base)
    expect(all.map(({ name, status }) => [name, status]).sort()).toEqual(
      ['late.md', 'orders.md', 'repairs.md', 'returns.md'].map((name) => [name, 'ready']),
    )
    const texts = await Promise.all(all.map(({ id }) => text(id)))
    for (const { passages } of texts)
      for (const { original, content } of passages)
        expect((original ?? content).length).toBeLessThanOrEqual(400)
    expect(
      texts.flatMap(({ passages }) => passages.filter(({ original }) => original !== null)),
    ).toHaveLength(1)
    expect((await found('parcels rule 2')).join('\n')).not.toContain('parcels rule')
  })

  it('wait for a decision where they answer golden questions worse', async () => {
    // No two sentences share words: half of the quote is in no small passage.
    const word = (at: number) => (at * 7_919 + 104_729).toString(36)
    const distinct = Array.from({ length: 200 }, (_, at) => `The ${word(at)} is ${word(at * at)}.`).join(' ')
    const { base, set, settled, text, reindex, indexes } = await begin([
      { name: 'words.md', content: `# Words\n\n${distinct}` },
    ])
    const [first] = (await text()).passages
    const question = {
      question: 'What are the words?',
      // Longer than any passage that is made.
      expected: [{ document_id: first!.document_id, quote: first!.content.slice(0, 900) }],
    }
    expect(
      (await client.call('POST', `/api/v1/knowledge-bases/${base}/golden-questions`, question)).status,
    ).toBe(201)
    // By the same passages it is no worse.
    await reindex()
    expect(await settled()).toMatchObject({
      number: 2,
      status: 'published',
      recall: { at_5: 1 },
      recall_before: { at_5: 1 },
    })
    await set(SMALL)
    const worse = await settled()
    expect(worse).toMatchObject({
      number: 3,
      status: 'ready',
      recall: { at_5: 0 },
      recall_before: { at_5: 1 },
    })
    const told = async () =>
      (await client.call('GET', '/api/v1/notifications')).body.filter(
        ({ type }: { type: string }) => type === 'index_waiting',
      )
    await expect.poll(told).toEqual([expect.objectContaining({ link: `/knowledge-bases/${base}` })])
    expect((await text()).passages.some(({ content }) => content.length > 400)).toBe(true)
    expect((await reindex()).body.code).toBe('index_under_way')
    const act = (action: string, id: string) => client.call('POST', `/api/v1/indexes/${id}/${action}`)
    // The questions show their ranks in the index in use.
    const places = async () =>
      (await client.call('GET', `/api/v1/knowledge-bases/${base}/golden-questions`)).body.map(
        ({ last }: GoldenQuestion) => last?.place,
      )
    expect(await places()).toEqual([expect.any(Number)])
    expect((await act('discard', worse.id)).body.status).toBe('discarded')
    expect(await places()).toEqual([expect.any(Number)])
    await set(SMALL)
    const again = await settled()
    expect(again.status).toBe('ready')
    expect((await act('publish', again.id)).body.status).toBe('building')
    await until(indexes, ([newest]) => newest?.status === 'published')
    expect((await text()).passages.every(({ content }) => content.length <= 400)).toBe(true)
    expect(await places()).toEqual([null])
  })

  it('are compared by the same questions, even if one is added in between', async () => {
    const { base, documents, set, settled } = await begin()
    const add = (question: string) =>
      client.call('POST', `/api/v1/knowledge-bases/${base}/golden-questions`, {
        question,
        expected: [{ document_id: documents[0]!.id }],
      })
    await add('What does return rule 20 say?')
    asks = async () => {
      asks = async () => {}
      expect((await add('What does return rule 21 say?')).status).toBe(201)
    }
    await set(SMALL)
    expect((await settled()).status).toBe('published')
    const { body } = await client.call('GET', `/api/v1/knowledge-bases/${base}/golden-runs`)
    expect(body.map(({ total }: GoldenRun) => total)).toEqual([1, 1])
  })

  it('are not built for settings whose name is taken', async () => {
    const { base, get, indexes } = await begin([])
    const { organization_id } = await get()
    await client.knowledgeBase(organization_id, 'Taken')
    const change = { name: 'Taken', settings: SMALL }
    expect((await client.call('PATCH', `/api/v1/knowledge-bases/${base}`, change)).body.code).toBe(
      'name_taken',
    )
    expect(await indexes()).toHaveLength(1)
  })

  it('wait for golden questions that are being asked, which is no fault', async () => {
    const { base, documents, set, settled, indexes } = await begin()
    await client.call('POST', `/api/v1/knowledge-bases/${base}/golden-questions`, {
      question: 'What does return rule 20 say?',
      expected: [{ document_id: documents[0]!.id }],
    })
    const { db } = server.context
    const [run] = await db
      .insert(goldenRuns)
      .values({ knowledgeBaseId: base, origin: 'manual', total: 1, settings: DEFAULT_RETRIEVAL_SETTINGS })
      .returning()
    await set(SMALL)
    const isThis = eq(knowledgeIndexes.knowledgeBaseId, base)
    const waits = async () =>
      (await db.select().from(knowledgeIndexes).where(isThis)).map((row) => row.notBefore)
    await expect.poll(waits).toContainEqual(expect.any(Date))
    const [{ id }] = (await indexes()) as [KnowledgeIndex]
    expect(server.logs.filter((line) => line.includes(id) && line.includes('could not go on'))).toEqual([])
    await db.update(goldenRuns).set({ status: 'failed' }).where(eq(goldenRuns.id, run!.id))
    await db.update(knowledgeIndexes).set({ notBefore: null }).where(isThis)
    expect((await settled()).status).toBe('published')
  })

  it('are compared only by questions that the embedding model answers', async () => {
    const { base, documents, set, settled, indexes } = await begin()
    const question = {
      question: 'What does return rule 20 say?',
      expected: [{ document_id: documents[0]!.id, quote: 'The return rule 20 says' }],
    }
    await client.call('POST', `/api/v1/knowledge-bases/${base}/golden-questions`, question)
    isAsked = false
    onTestFinished(() => {
      isAsked = true
    })
    await set(SMALL)
    const { db } = server.context
    const isThis = eq(knowledgeIndexes.knowledgeBaseId, base)
    const waits = async () =>
      (await db.select().from(knowledgeIndexes).where(isThis)).map((row) => row.notBefore)
    await expect.poll(waits).toContainEqual(expect.any(Date))
    expect(await indexes()).toMatchObject([{ number: 2, status: 'building' }, { number: 1 }])
    const runs = `/api/v1/knowledge-bases/${base}/golden-runs`
    expect((await client.call('GET', runs)).body).toEqual([])
    // A person who asks for a run is told that it failed.
    await client.call('POST', runs)
    await expect
      .poll(async () => (await client.call('GET', runs)).body)
      .toMatchObject([{ origin: 'manual', status: 'failed', recall: null }])
    isAsked = true
    await db.update(knowledgeIndexes).set({ notBefore: null }).where(isThis)
    expect(await settled()).toMatchObject({
      status: 'published',
      recall: { at_5: 1 },
      recall_before: { at_5: 1 },
    })
  })

  it('list the passages that are searched, each with its place, by words, document and state', async () => {
    const { base, edit, documents } = await begin([
      { name: 'shipping.md', content: SHIPPING },
      { name: 'returns.md', content: RETURNS },
    ])
    const page = async (query = ''): Promise<PassagePage> =>
      (await client.call('GET', `/api/v1/knowledge-bases/${base}/passages?${query}`)).body
    const all = await page()
    expect(all.total).toBe(documents.reduce((sum, { passage_count }) => sum + passage_count, 0))
    expect(
      all.items.map(({ document_name, position, heading_path }) => [document_name, position, heading_path]),
    ).toEqual([
      ['returns.md', 0, ['Returns']],
      ['returns.md', 1, ['Returns']],
      ['shipping.md', 0, ['Shipping']],
      ['shipping.md', 1, ['Shipping']],
    ])
    expect(all.items[0]!.passage_count).toBe(2)
    const first = await page('limit=1')
    expect([first.items.length, first.total, first.has_more]).toEqual([1, 4, true])
    expect((await page('limit=1&offset=3')).items[0]!.id).toBe(all.items[3]!.id)
    expect((await page('q=parcel+rule+2+says')).items.map(({ id }) => id)).toEqual([all.items[2]!.id])
    expect((await page(`document_id=${all.items[2]!.document_id}`)).total).toBe(2)
    await edit(all.items[0]!, { content: 'Another text.' })
    await edit(all.items[3]!, { enabled: false })
    expect((await page('state=edited')).items.map(({ content }) => content)).toEqual(['Another text.'])
    expect((await page('state=disabled')).items.map(({ id }) => id)).toEqual([all.items[3]!.id])
  })
})
