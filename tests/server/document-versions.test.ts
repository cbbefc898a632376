import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { auditEntries, documents } from '../../server/kernel/db/schema/index.ts'
import type {
  Document,
  DocumentPage,
  DocumentText,
  DocumentVersion,
  Passage,
} from '../../src/services/contract/documents.ts'
import { heldEmbedder } from '../harness/embedder.ts'
import { createClient, until } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

const OLD = '# Returns\n\nBoots can be returned within 30 days of the purchase.'
const NEW = '# Returns\n\nBoots can be returned within 45 days of the purchase.'

describe('a document that is kept', async () => {
  const { embedder, hold, release } = heldEmbedder()
  const server = await serve({ embedder })
  let base: string
  let assistant: string

  const ann = await server.register()
  const client = createClient(server.url, ann)

  /** A base of its own with one document, and an assistant that reads it. */
  const begin = async (content = OLD, name = 'returns.md') => {
    const organization = await server.found(ann)
    base = (await client.knowledgeBase(organization.id)).id
    assistant = (await client.integration(organization.id, [base])).id
    await client.upload(base, [{ name, content }])
    const [document] = await client.settled(base)
    return document!
  }
  const get = async (id: string): Promise<Document> =>
    (await client.call('GET', `/api/v1/documents/${id}`)).body
  const settle = (id: string) =>
    until(
      () => get(id),
      ({ status }) => ['ready', 'failed', 'cancelled'].includes(status),
    )
  const text = async (id: string, query = ''): Promise<DocumentText> =>
    (await client.call('GET', `/api/v1/documents/${id}/passages${query}`)).body
  const page = async (query = ''): Promise<DocumentPage> =>
    (await client.call('GET', `/api/v1/knowledge-bases/${base}/documents/search?${query}`)).body
  const found = async (query: string): Promise<string[]> =>
    (await client.call('POST', `/api/v1/integrations/${assistant}/search`, { query })).body.hits.map(
      ({ passage }: { passage: Passage }) => passage.content,
    )
  const replace = async (id: string, content: string, name = 'other.md') => {
    const form = new FormData()
    form.append('file', new Blob([content]), name)
    const answer = await fetch(`${server.url}/api/v1/documents/${id}/file`, {
      method: 'PUT',
      headers: ann.headers,
      body: form,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const download = async (id: string, query = '') => {
    const answer = await fetch(`${server.url}/api/v1/documents/${id}/file${query}`, { headers: ann.headers })
    return { text: await answer.text(), disposition: answer.headers.get('content-disposition') }
  }

  it('takes another content as its next version, under the same name', async () => {
    const { id } = await begin()
    const [old] = (await text(id)).passages
    const { status, body } = await replace(id, NEW)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, name: 'returns.md', version: 2, is_searchable: true })
    expect(await settle(id)).toMatchObject({ status: 'ready', version: 2, passage_count: 1 })
    expect(await found('return boots')).toEqual([expect.stringContaining('45 days')])

    const now = await text(id)
    expect(now).toMatchObject({
      is_current: true,
      passages: [{ content: expect.stringContaining('45 days') }],
    })
    const cited = await text(id, `?passage=${old!.id}`)
    expect(cited).toMatchObject({ is_current: false, passages: [{ id: old!.id, content: old!.content }] })
  })

  it('is of the kind of the file that replaces it, and is named and downloaded like that', async () => {
    const table = 'Name,Age\nAda,36\n'
    const { id } = await begin(OLD, 'returns.md')
    const { body } = await replace(id, table, 'people.csv')
    expect(body).toMatchObject({ name: 'returns.csv', type: 'csv' })
    await settle(id)
    expect((await text(id)).passages.map(({ content }) => content)).toEqual(['Name: Ada; Age: 36'])
    expect((await download(id)).disposition).toContain("''returns.csv")
    expect(await download(id, '?version=1')).toMatchObject({
      text: OLD,
      disposition: expect.stringContaining("''returns.md"),
    })
    expect((await replace(id, '%PDF-1.7 no more than this', 'scan.txt')).body).toMatchObject({
      name: 'returns.pdf',
    })
    await settle(id)
    const refused = await replace(id, 'plain text', 'report.docx')
    expect(refused.body.detail).toContain('This file ends in .docx')
    expect((await replace(id, 'plain text', 'report.log')).body).toMatchObject({
      name: 'returns.log',
      type: 'txt',
    })
    await settle(id)
    await client.call('PATCH', `/api/v1/documents/${id}`, { name: 'Version 2.0' })
    expect((await replace(id, NEW, 'new.md')).body).toMatchObject({ name: 'Version 2.0', type: 'md' })
    await settle(id)
    expect((await download(id)).disposition).toContain("''Version%202.0.md")
  })

  it('is found by its new content though a process whose clock is ahead has served another document', async () => {
    const other = await begin('# Care\n\nWax the leather twice a year.', 'care.md')
    await client.upload(base, [{ name: 'returns.md', content: OLD }])
    const { id } = (await client.settled(base)).find(({ name }) => name === 'returns.md')!
    await server.context.db
      .update(documents)
      .set({ servedAt: new Date(Date.now() + 3_600_000) })
      .where(eq(documents.id, other.id))
    expect(await found('return boots')).toContainEqual(expect.stringContaining('30 days'))
    await replace(id, NEW)
    await settle(id)
    expect(await found('return boots')).toContainEqual(expect.stringContaining('45 days'))
  })

  it('is searched as it was until the new content is ready, and where that cannot be read', async () => {
    const { id } = await begin()
    await replace(id, '%PDF-1.7 this is no more than its first line', 'broken.pdf')
    expect(await settle(id)).toMatchObject({ status: 'failed', is_searchable: true })
    expect(await found('return boots')).toEqual([expect.stringContaining('30 days')])
  })

  it('lists its versions, gives each back as it was sent, and can return to one', async () => {
    const { id } = await begin()
    await replace(id, NEW)
    await settle(id)
    const versions: DocumentVersion[] = (await client.call('GET', `/api/v1/documents/${id}/versions`)).body
    expect(versions).toMatchObject([{ number: 2 }, { number: 1, size: OLD.length }])
    expect(versions[0]!.created_by).toBe(ann.user.email)
    expect(await download(id)).toEqual({ text: NEW, disposition: expect.stringContaining('returns.md') })
    expect((await download(id, '?version=1')).text).toBe(OLD)

    const restored = await client.call('POST', `/api/v1/documents/${id}/versions/1/restore`)
    expect(restored.body).toMatchObject({ version: 3 })
    await settle(id)
    expect(await found('return boots')).toEqual([expect.stringContaining('30 days')])
    expect((await client.call('POST', `/api/v1/documents/${id}/versions/9/restore`)).status).toBe(404)
  })

  it('says so when the new content is the one that it has, or another document’s', async () => {
    const { id } = await begin()
    await client.upload(base, [{ name: 'new.md', content: NEW }])
    await client.settled(base)
    expect(await replace(id, OLD)).toMatchObject({ status: 409, body: { code: 'unchanged' } })
    expect(await replace(id, NEW)).toMatchObject({
      status: 409,
      body: { code: 'duplicate', values: { name: 'new.md' } },
    })
    expect(await get(id)).toMatchObject({ version: 1, status: 'ready' })
  })

  it('is renamed, and left out of every answer while it is disabled', async () => {
    const { id } = await begin()
    const patch = (changes: object) => client.call('PATCH', `/api/v1/documents/${id}`, changes)
    expect((await patch({ name: ' Our returns ' })).body).toMatchObject({ name: 'Our returns' })
    expect((await patch({ name: ' ' })).status).toBe(422)
    expect((await patch({ enabled: false })).body).toMatchObject({ enabled: false, is_searchable: false })
    expect(await found('return boots')).toEqual([])
    await patch({ enabled: true })
    expect(await found('return boots')).toHaveLength(1)
  })

  it('has passages that are edited, kept on the next reading, and taken back', async () => {
    const { id } = await begin(`${OLD}\n\n# Repairs\n\nA new outsole costs 90 euros.`)
    const [returns, repairs] = (await text(id)).passages
    const change = (passage: Passage, changes: object) =>
      client.call('PATCH', `/api/v1/passages/${passage.id}`, changes)
    const edited = await change(returns!, { content: 'Boots and sandals can be returned within 60 days.' })
    expect(edited.body).toMatchObject({ original: returns!.content })
    expect(await found('return sandals')).toContain('Boots and sandals can be returned within 60 days.')
    await change(repairs!, { enabled: false })
    expect(await found('outsole')).not.toContain(repairs!.content)

    await replace(id, `${OLD}\n\n# Repairs\n\nA new outsole costs 90 euros.\n\n# Gifts\n\nWe wrap gifts.`)
    await settle(id)
    const again = (await text(id)).passages
    expect(again.map(({ content, enabled }) => [content, enabled])).toEqual([
      ['Boots and sandals can be returned within 60 days.', true],
      [repairs!.content, false],
      [expect.stringContaining('wrap gifts'), true],
    ])
    expect(await change(returns!, { enabled: false })).toMatchObject({
      status: 409,
      body: { code: 'old_passage' },
    })
    expect((await change(again[0]!, { content: null })).body).toMatchObject({
      content: returns!.content,
      original: null,
    })
  })

  it('is found by name, state and source, in an order, and read by pages', async () => {
    const { id } = await begin()
    await client.upload(base, [
      { name: 'b.txt', content: 'Bees make honey.' },
      { name: 'a.txt', content: 'Ants build hills, which is a longer text.' },
      { name: 'empty.pdf', content: '%PDF-1.7 nothing' },
    ])
    await client.settled(base)
    const names = async (query: string) => (await page(query)).items.map(({ name }) => name)
    expect(await names('sort=name')).toEqual(['a.txt', 'b.txt', 'empty.pdf', 'returns.md'])
    expect(await names('q=RETURN')).toEqual(['returns.md'])
    expect(await names('q=%25')).toEqual([])
    expect(await names('status=failed')).toEqual(['empty.pdf'])
    expect(await names('source=text')).toEqual([])
    await client.call('PATCH', `/api/v1/documents/${id}`, { enabled: false })
    expect(await names('status=disabled')).toEqual(['returns.md'])
    expect(await page('sort=name&limit=3')).toMatchObject({ total: 4, has_more: true })
    expect(await page('sort=name&limit=3&offset=3')).toMatchObject({
      items: [{ name: 'returns.md' }],
      has_more: false,
    })
  })

  it('is changed together with others, and those that are gone are passed over', async () => {
    const { id } = await begin()
    await client.upload(base, [{ name: 'b.txt', content: 'Bees make honey.' }])
    const ids = [...(await client.settled(base)).map((document) => document.id), crypto.randomUUID()]
    const change = async (action: string) =>
      (await client.call('POST', `/api/v1/knowledge-bases/${base}/documents/change`, { ids, action })).body
    expect(await change('disable')).toEqual({ changed: 2 })
    expect(await change('disable')).toEqual({ changed: 0 })
    expect(await change('enable')).toEqual({ changed: 2 })
    expect(await change('delete')).toEqual({ changed: 2 })
    expect(await client.documents(base)).toEqual([])
    expect((await client.call('GET', `/api/v1/documents/${id}`)).status).toBe(404)
  })

  it('is changed with the others of a selection in one write, and each change is recorded', async () => {
    await begin()
    await client.upload(base, [
      { name: 'b.txt', content: 'Bees make honey.' },
      { name: 'c.txt', content: 'Cats sleep.' },
    ])
    const ids = (await client.settled(base)).map((document) => document.id)
    await client.call('POST', `/api/v1/knowledge-bases/${base}/documents/change`, { ids, action: 'disable' })
    const changed = await client.documents(base)
    expect(changed.map(({ enabled }) => enabled)).toEqual([false, false, false])
    expect(new Set(changed.map(({ updated_at }) => updated_at)).size).toBe(1)
    const recorded = await server.database.db
      .select({ targetId: auditEntries.targetId, details: auditEntries.details })
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'document.changed'), inArray(auditEntries.targetId, ids)))
    expect(recorded.map(({ targetId }) => targetId).toSorted()).toEqual(ids.toSorted())
    expect(recorded.map(({ details }) => details)).toEqual(ids.map(() => ({ fields: 'enabled' })))
  })

  it('in another knowledge base is not changed with those of this one', async () => {
    const { id } = await begin()
    const organization = await server.found(ann)
    const other = await client.knowledgeBase(organization.id)
    const change = { ids: [id], action: 'delete' }
    const answer = await client.call('POST', `/api/v1/knowledge-bases/${other.id}/documents/change`, change)
    expect(answer.body).toEqual({ changed: 0 })
    expect(await get(id)).toMatchObject({ id })
  })

  it('waits or is read no longer once it is cancelled, and can be asked for again', async () => {
    await begin()
    hold()
    onTestFinished(release)
    const { results } = (await client.upload(base, [{ name: 'shipping.md', content: NEW }])).body
    const { id } = results[0]!.document!
    const cancelled = await client.call('POST', `/api/v1/documents/${id}/cancel`)
    expect(cancelled.body).toMatchObject({ status: 'cancelled', is_searchable: false })
    expect((await client.call('POST', `/api/v1/documents/${id}/cancel`)).status).toBe(409)
    // Nothing is being read any more.
    expect((await client.call('GET', `/api/v1/knowledge-bases/${base}`)).body).toMatchObject({
      status: 'degraded',
      counts: { documents: 2, ready: 1, failed: 1 },
    })
    expect((await client.call('POST', `/api/v1/documents/${id}/retry`)).body).toMatchObject({
      status: 'queued',
    })
    release()
    expect(await settle(id)).toMatchObject({ status: 'ready' })
  })

  it('stays ready if its page is being fetched again as it is cancelled', async () => {
    const { id } = await begin()
    await server.context.db.update(documents).set({ status: 'fetching' }).where(eq(documents.id, id))
    const { body } = await client.call('POST', `/api/v1/documents/${id}/cancel`)
    expect(body).toMatchObject({ status: 'ready', is_searchable: true })
  })

  it('that was typed is edited as text, and a question is answered once it is approved', async () => {
    await begin()
    const typed = await client.call('POST', `/api/v1/knowledge-bases/${base}/texts`, {
      name: 'Opening hours',
      text: 'The shop in Graz opens at nine.',
    })
    expect(typed).toMatchObject({ status: 201, body: { source: 'text', type: 'md', enabled: true } })
    const put = (path: string, body: object) => client.call('PUT', `/api/v1/documents/${path}`, body)
    const later = { name: 'Hours', text: 'The shop in Graz opens at ten.' }
    expect((await put(`${typed.body.id}/text`, later)).body).toMatchObject({ name: 'Hours', version: 2 })
    await settle(typed.body.id)
    expect((await found('shop Graz'))[0]).toContain('at ten')
    expect((await put(`${typed.body.id}/text`, { ...later, name: 'Times' })).body).toMatchObject({
      name: 'Times',
      version: 2,
    })
    expect((await put(`${typed.body.id}/faq`, { question: 'x', answer: 'x' })).status).toBe(409)

    const pair = { question: 'Do you polish shoes?', answer: 'We polish shoes for free.' }
    const faq = await client.call('POST', `/api/v1/knowledge-bases/${base}/faq`, pair)
    expect(faq.body).toMatchObject({ source: 'faq', name: pair.question, enabled: false })
    await settle(faq.body.id)
    expect((await found('polish')).join()).not.toContain('polish')
    expect((await put(`${faq.body.id}/faq`, { ...pair, approved: true })).body).toMatchObject({
      version: 1,
      enabled: true,
    })
    expect((await found('polish'))[0]).toContain('for free')
    // Someone may have approved it while its words were changed.
    const reworded = { ...pair, answer: 'We polish shoes at no charge.' }
    expect((await put(`${faq.body.id}/faq`, reworded)).body).toMatchObject({ version: 2, enabled: true })
  })

  it('keeps what a change of a text or of a question leaves out', async () => {
    await begin()
    const added = async (path: string, body: object) =>
      (await client.call('POST', `/api/v1/knowledge-bases/${base}/${path}`, body)).body.id
    const put = async (path: string, body: object) =>
      (await client.call('PUT', `/api/v1/documents/${path}`, body)).body

    const typed = await added('texts', { name: 'Hours', text: 'At nine.' })
    expect(await put(`${typed}/text`, { name: 'Times' })).toMatchObject({ name: 'Times', version: 1 })
    expect(await put(`${typed}/text`, { text: 'At ten.' })).toMatchObject({ name: 'Times', version: 2 })
    expect((await download(typed)).text).toBe('At ten.')

    const faq = await added('faq', { question: 'When?', answer: 'Today.' })
    expect(await put(`${faq}/faq`, { approved: true })).toMatchObject({ version: 1, enabled: true })
    expect(await put(`${faq}/faq`, { answer: 'Tomorrow.' })).toMatchObject({ name: 'When?', version: 2 })
    expect(await put(`${faq}/faq`, { question: 'How soon?' })).toMatchObject({
      name: 'How soon?',
      version: 3,
    })
    expect((await download(faq)).text).toBe('# How soon?\n\nTomorrow.\n')
  })

  it('[knowledge M1] [knowledge low] tells which contents and which names of files it holds already', async () => {
    await begin('Known.')
    const hash = async (content: string) =>
      Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))).toString('hex')
    const ask = (body: object) => client.call('POST', `/api/v1/knowledge-bases/${base}/documents/known`, body)
    const hashes = [await hash('Known.'), await hash('Unknown.')]
    expect((await ask({ hashes })).body).toEqual({
      known: [hashes[0]],
      held: [{ hash: hashes[0], name: 'returns.md' }],
      named: [],
    })
    const added = await client.upload(base, [{ name: 'prices.md', content: 'Boots: 77 euros.' }])
    const id = added.body.results[0]?.document?.id
    expect((await ask({ hashes: [], names: ['prices.md', 'folder/prices.md', 'other.md'] })).body).toEqual({
      known: [],
      held: [],
      named: ['prices.md', 'folder/prices.md'].map((name) => ({ name, document_id: id })),
    })
  })

  it('names no document to replace that holds another of the files, or is one of several', async () => {
    const first = await begin('A costs 5 euros.', 'README.md')
    const hash = (content: string) => createHash('sha256').update(content).digest('hex')
    const named = async (...contents: string[]) =>
      (
        await client.call('POST', `/api/v1/knowledge-bases/${base}/documents/known`, {
          hashes: contents.map(hash),
          names: ['README.md'],
        })
      ).body.named
    const README = [{ name: 'README.md', document_id: first.id }]
    expect(await named('A costs 6 euros.')).toEqual(README)
    expect(await named('A costs 6 euros.', 'A costs 5 euros.')).toEqual([])
    await client.upload(base, [{ name: 'README.md', content: 'B costs 9 euros.' }])
    expect(await named('A costs 6 euros.', 'B costs 9 euros.')).toEqual(README)
    expect(await named('A costs 6 euros.')).toEqual([])
  })
})
