import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { knowledgeIndexes } from '../../server/kernel/db/schema/index.ts'
import { createClient } from '../harness/knowledge.ts'
import { foundTeam } from '../harness/readers.ts'
import { openSocket } from '../harness/socket.ts'

const SALARY = 'The salary of the harbour master is 73,400 crowns a year.'
const QUESTION = 'What is the salary of the harbour master?'

describe('[41.1] who may read a document', async () => {
  const base = (part = '') => `/api/v1/knowledge-bases/${handbook.id}${part}`
  const document = (part = '') => `/api/v1/documents/${salaries}${part}`

  const restrict = (
    ids: string[],
    group_ids: string[],
    user_ids: string[] = [],
    who: 'ada' | 'max' | 'ben' = 'ada',
  ) => as(who).call('PUT', base('/documents/readers'), { ids, restricted: true, group_ids, user_ids })
  const open = (ids: string[]) =>
    as('ada').call('PUT', base('/documents/readers'), { ids, restricted: false, group_ids: [], user_ids: [] })

  const { server, organizationId, people, as, at, finance } = await foundTeam()
  const handbook = await as('ada').knowledgeBase(organizationId, 'Handbook')
  const uploaded = await as('ada').upload(handbook.id, [
    { name: 'salaries.txt', content: SALARY },
    { name: 'bikes.txt', content: 'Bicycles are kept in the shed.' },
  ])
  const [salaries, bikes] = uploaded.body.results.map((result) => result.document!.id) as [string, string]
  await as('ada').settled(handbook.id)
  const assistant = (await as('ada').integration(organizationId, [handbook.id])).id
  expect((await restrict([salaries], [finance.id])).body).toEqual({ changed: 1 })

  it('is counted by the group that opens it, whose change is told to whoever lists its base', async () => {
    const group = (await as('max').call('GET', at('groups'))).body[0]
    expect(group).toMatchObject({ name: 'Finance', knowledge_bases: [], assistants: [], documents: 1 })
    const { tokens } = people.cleo
    const socket = openSocket(server, `/api/ws/organizations/${organizationId}`, tokens.access_token)
    await socket.next('hello')
    await as('ada').call('PATCH', at(`groups/${finance.id}`), { name: 'Finance' })
    expect((await socket.next('knowledge_base_update')).data).toMatchObject({ id: handbook.id })
    socket.socket.close()
  })

  it('is opened or closed with up to 2,000 others, or none of them is', async () => {
    const others = Array.from({ length: 1998 }, () => crypto.randomUUID())
    const ids = [bikes, ...others, salaries]
    const known = async () => (await as('ada').call('GET', base('/restricted-documents'))).body
    const before = await known()
    expect((await restrict(ids, [crypto.randomUUID()])).status).toBe(422)
    expect(await known()).toEqual(before)
    expect((await restrict(ids, [finance.id])).body).toEqual({ changed: 2 })
    expect((await open([bikes])).body).toEqual({ changed: 1 })
    expect((await restrict([...ids, crypto.randomUUID()], [finance.id])).status).toBe(422)
    expect(await known()).toEqual(before)
  })

  it('lists, counts and finds it for its readers alone', async () => {
    for (const [who, names, status] of [
      ['cleo', ['bikes.txt', 'salaries.txt'], 200],
      ['max', ['bikes.txt'], 404],
      ['ben', ['bikes.txt'], 404],
    ] as const) {
      const listed = (await as(who).call('GET', base('/documents/search?sort=name'))).body
      expect(listed).toMatchObject({ total: names.length })
      expect(listed.items.map(({ name }: { name: string }) => name)).toEqual(names)
      expect((await as(who).call('GET', base())).body.counts.documents).toBe(names.length)
      expect((await as(who).call('GET', base('/passages'))).body.total).toBe(names.length)
      for (const part of ['', '/passages', '/versions', '/file'])
        expect((await server.inject({ url: document(part), headers: people[who].headers })).statusCode).toBe(
          status,
        )
    }
    const changed = await as('ben').call('POST', base('/documents/change'), {
      ids: [salaries],
      action: 'delete',
    })
    expect(changed.body).toEqual({ changed: 0 })
  })

  it('searches as if it were not there, with every figure', async () => {
    const find = async (who: keyof typeof people) =>
      (await as(who).call('POST', base('/search'), { query: QUESTION })).body
    expect(JSON.stringify(await find('cleo'))).toContain('73,400')
    expect((await find('cleo')).searched).toBe(2)
    const without = await find('ben')
    expect(JSON.stringify(without)).not.toContain('73,400')
    expect(without.searched).toBe(1)
    const asked = await as('ben').call('POST', `/api/v1/integrations/${assistant}/search`, {
      query: QUESTION,
    })
    expect(JSON.stringify(asked.body)).not.toContain('73,400')
  })

  it('answers each from what they may read, and withholds an answer once its document is closed', async () => {
    const asked = await as('cleo').send(assistant, QUESTION)
    expect((await as('cleo').answered(asked.answer.id)).content).toContain('73,400')
    expect(await as('ben').message(asked.answer.id)).toMatchObject({
      withheld: true,
      content: '',
      citations: [],
    })
    expect(JSON.stringify(await as('ben').ask(assistant, QUESTION))).not.toContain('73,400')
    const found = await as('ben').call('GET', `${at('conversations')}?q=73,400&time_zone=UTC`)
    expect(found.body.total).toBe(0)
    const taken = await as('ben').call('POST', `/api/v1/messages/${asked.answer.id}/golden-question`)
    expect(taken.status).toBe(404)

    const older = await as('ben').send(assistant, 'Where are bicycles kept?')
    expect((await as('ben').answered(older.answer.id)).content).toContain('shed')
    await restrict([bikes], [finance.id])
    expect(await as('ben').message(older.answer.id)).toMatchObject({ withheld: true, content: '' })
    await open([bikes])
    expect((await as('ben').message(older.answer.id)).content).toContain('shed')
  })

  it('tells of it, and of answers from it, to its readers alone', async () => {
    const url = `/api/ws/organizations/${organizationId}/knowledge-bases/${handbook.id}`
    const live = `/api/ws/integrations/${assistant}`
    const sockets = [people.ben, people.cleo].flatMap(({ tokens }) =>
      [url, live].map((address) => openSocket(server, address, tokens.access_token)),
    )
    await Promise.all(sockets.map((socket) => socket.next('hello')))
    await as('cleo').ask(assistant, QUESTION)
    await as('ada').call('PATCH', document(), { name: 'salaries of the harbour.txt' })
    await sockets[2]!.next('document_changed')
    await as('ada').call('PATCH', `/api/v1/documents/${bikes}`, { name: 'bikes.txt' })
    await sockets[0]!.next('document_changed')
    await as('ben').ask(assistant, 'Where are bicycles kept?')
    await sockets[1]!.next('message_completed')
    expect(JSON.stringify(sockets[0]!.frames)).not.toContain('salaries')
    expect(JSON.stringify(sockets[1]!.frames)).not.toContain('73,400')
    for (const { socket } of sockets) socket.close()
    await as('ada').call('PATCH', document(), { name: 'salaries.txt' })
  })

  it('keeps its readers with a new version, and tells nobody else that a content is known', async () => {
    const known = async (who: 'cleo' | 'ben') =>
      (await as(who).call('POST', base('/documents/known'), { hashes: [], names: ['salaries.txt'] })).body
        .named
    expect(await known('ben')).toEqual([])
    expect(await known('cleo')).toEqual([{ name: 'salaries.txt', document_id: salaries }])
    const form = new FormData()
    form.append('file', new Blob([`${SALARY} The deputy earns 51,900.`]), 'salaries.txt')
    const { authorization } = people.ada.headers
    const sent = await fetch(`${server.url}${document('/file')}`, {
      method: 'PUT',
      headers: { authorization },
      body: form,
    })
    expect(sent.status).toBe(200)
    await as('ada').settled(handbook.id)
    expect((await as('cleo').call('GET', document())).body).toMatchObject({ version: 2, restricted: true })
    expect((await as('ben').call('GET', document())).status).toBe(404)
    const copy = await as('ben').upload(handbook.id, [
      { name: 'copy.txt', content: `${SALARY} The deputy earns 51,900.` },
    ])
    expect(copy.body.results[0]).toMatchObject({ error: null })
    await as('ben').settled(handbook.id)
    await as('ben').call('DELETE', `/api/v1/documents/${copy.body.results[0]!.document!.id}`)
  })

  it('shows it in no figure, index report and golden question to others', async () => {
    const golden = { question: QUESTION, expected: [{ document_id: salaries, quote: '' }] }
    expect((await as('ben').call('POST', base('/golden-questions'), golden)).status).toBe(422)
    const added = await as('ada').call('POST', base('/golden-questions'), golden)
    expect(added.status).toBe(201)
    expect((await as('ben').call('GET', base('/golden-questions'))).body).toEqual([])
    const own = `/api/v1/golden-questions/${added.body.id}`
    expect((await as('ben').call('DELETE', own)).status).toBe(404)
    const sources = async (who: keyof typeof people) =>
      JSON.stringify((await as(who).call('GET', at('sources?days=7&time_zone=UTC'))).body)
    expect(await sources('cleo')).toContain('salaries.txt')
    expect(await sources('ben')).not.toContain('salaries.txt')
    await as('ada').call('POST', base('/indexes'), {})
    await as('ada').call('PATCH', base(), { settings: { passage_size: 300 } })
    await expect
      .poll(async () => (await as('ada').call('GET', base('/indexes'))).body[0].status)
      .toBe('published')
    expect(JSON.stringify((await as('ben').call('GET', base('/indexes'))).body)).not.toContain('salaries.txt')
  })

  it('[41.2] says why each person may read it, and what a person may read', async () => {
    await restrict([salaries], [finance.id], [people.cleo.user.id])
    const { body } = await as('max').call('GET', document('/readers'))
    expect(body).toMatchObject({ restricted: true, group_ids: [finance.id], user_ids: [people.cleo.user.id] })
    expect(body.people).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          user_id: people.ada.user.id,
          reasons: [{ kind: 'group', name: 'Finance' }],
        }),
        expect.objectContaining({
          user_id: people.cleo.user.id,
          reasons: [
            { kind: 'group', name: 'Finance' },
            { kind: 'person', name: null },
          ],
        }),
      ]),
    )
    expect(body.people).toHaveLength(2)
    const everyone = (await as('ada').call('GET', `/api/v1/documents/${bikes}/readers`)).body
    expect(everyone.restricted).toBe(false)
    expect(everyone.people).toHaveLength(4)
    const of = async (who: keyof typeof people) =>
      (await as('ada').call('GET', at(`members/${people[who].user.id}/knowledge-bases`))).body[0].documents
    expect(await of('cleo')).toMatchObject([{ id: salaries, name: 'salaries.txt' }])
    expect(await of('ben')).toEqual([])
    const listed = await as('max').call('GET', base('/restricted-documents'))
    expect(listed.body).toMatchObject([{ id: salaries, name: 'salaries.txt', may_read: false }])
  })

  it('is decided by those who manage, for several at once, and the audit log has each change', async () => {
    for (const call of [
      as('cleo').call('GET', document('/readers')),
      restrict([salaries, bikes], [finance.id], [], 'ben'),
    ])
      expect((await call).status).toBe(403)
    expect((await as('ben').call('GET', document('/readers'))).status).toBe(404)
    const [group] = [people.ada.user.id]
    expect((await restrict([salaries], [group!])).status).toBe(422)
    expect((await restrict([salaries, bikes], [], [people.max.user.id], 'max')).body).toEqual({ changed: 2 })
    expect((await as('max').call('GET', document())).status).toBe(200)
    const log = await as('ada').call('GET', `${at('audit-log')}?subject=document&time_zone=UTC`)
    expect(
      log.body.items
        .slice(0, 2)
        .map(({ target }: { target: { name: string } }) => target.name)
        .sort(),
    ).toEqual(['bikes.txt', 'salaries.txt'])
    expect(log.body.items[0]).toMatchObject({
      action: 'document.readers_changed',
      details: { readers: 'named', added: people.max.user.email },
    })
    await open([bikes])
    await restrict([salaries], [finance.id])
  })

  it('is nothing for keys of the organization, webhooks and the public, whom its name is told of', async () => {
    const key = { name: 'Key', scopes: ['read', 'ask'], expires_in_days: 1 }
    const { secret } = (await as('ada').call('POST', at('api-keys'), key)).body
    const program = createClient(server.url, { headers: { authorization: `Bearer ${secret}` } })
    expect((await program.call('GET', base('/documents'))).body).toHaveLength(1)
    expect((await program.call('GET', document())).status).toBe(404)
    await as('ada').call('POST', `/api/v1/integrations/${assistant}/publish`)
    const page = `/api/v1/integrations/${assistant}/public-page`
    const on = await as('ada').call('PATCH', page, { state: 'on' })
    expect(on.body.left_out_documents).toEqual([{ id: salaries, name: 'salaries.txt' }])
    expect((await as('ben').call('GET', page)).body.left_out_documents).toEqual([])
    const { token } = (
      await server.inject({ method: 'POST', url: `/api/v1/share/${assistant}/visitors` })
    ).json()
    const visitor = createClient(server.url, { headers: { 'x-visitor-token': token } as never })
    const ask = `/api/v1/share/${assistant}/messages`
    const sent = { content: QUESTION, conversation_id: null, channel: 'share' }
    const { body } = await visitor.call('POST', ask, sent)
    const look = () => visitor.call('GET', `${ask}/${body.answer.id}`)
    await expect.poll(async () => (await look()).body.status).toBe('complete')
    expect(JSON.stringify((await look()).body)).not.toContain('73,400')
  })

  it('takes whoever leaves from its readers, and its words from everyone once it is deleted', async () => {
    const leaver = await server.register()
    const { id: userId } = leaver.user
    await server.join(organizationId, leaver, 'viewer')
    await restrict([salaries], [finance.id], [userId])
    await as('ada').call('DELETE', at(`members/${userId}`))
    await server.join(organizationId, leaver, 'viewer')
    expect((await createClient(server.url, leaver).call('GET', document())).status).toBe(404)

    const asked = await as('cleo').send(assistant, QUESTION)
    expect((await as('cleo').answered(asked.answer.id)).content).toContain('73,400')
    await as('ada').call('DELETE', document())
    for (const who of ['ben', 'cleo'] as const)
      expect(await as(who).message(asked.answer.id)).toMatchObject({ withheld: true, content: '' })
    expect((await as('ada').call('GET', base('/golden-questions'))).body).toEqual([])
  })

  it('is named in no index report once it is deleted, nor are edits of its text', async () => {
    const content = Array.from({ length: 40 }, (_, at) => `Layoff ${at} is planned for May.`).join(' ')
    const plans = (await as('ada').knowledgeBase(organizationId, 'Plans')).id
    const of = (part = '') => `/api/v1/knowledge-bases/${plans}${part}`
    const { results } = (await as('ada').upload(plans, [{ name: 'layoffs.txt', content }])).body
    const { id } = results[0]!.document!
    await as('ada').settled(plans)
    const closed = { ids: [id], restricted: true, group_ids: [finance.id], user_ids: [] }
    expect((await as('ada').call('PUT', of('/documents/readers'), closed)).status).toBe(200)
    const [passage] = (await as('ada').call('GET', `/api/v1/documents/${id}/passages`)).body.passages
    const edit = { content: `Nobody is laid off, ${'which is certain, '.repeat(10)}.` }
    expect((await as('ada').call('PATCH', `/api/v1/passages/${passage.id}`, edit)).status).toBe(200)
    await as('ada').call('PATCH', of(), { settings: { passage_size: 300 } })
    const report = async (who: keyof typeof people) =>
      (await as(who).call('GET', of('/indexes'))).body[0].report
    await expect.poll(() => report('ada')).toMatchObject({ documents_count: 1, lost_edits_count: 1 })
    expect(JSON.stringify(await report('ada'))).toContain('Nobody is laid off')
    const nothing = { documents_count: 0, documents: [], lost_edits_count: 0, lost_edits: [] }
    expect(await report('ben')).toMatchObject(nothing)

    expect((await as('ada').call('DELETE', `/api/v1/documents/${id}`)).status).toBe(200)
    for (const who of ['ada', 'ben'] as const) expect(await report(who)).toMatchObject(nothing)
    await server.sweep()
    const { db } = server.database
    const isOf = eq(knowledgeIndexes.knowledgeBaseId, plans)
    const stored = await db.select().from(knowledgeIndexes).where(isOf)
    expect(JSON.stringify(stored)).not.toContain('Nobody is laid off')
    expect(stored.find(({ passageSize }) => passageSize === 300)?.report).toMatchObject(nothing)
  })
})
