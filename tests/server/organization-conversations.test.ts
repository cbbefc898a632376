import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { conversations, handoverEntries, handovers, messages } from '../../server/kernel/db/schema/index.ts'
import { Asked, Conversation, ConversationPage, TAGS_MAX } from '../../src/services/contract/conversations.ts'
import { AssistantList } from '../../src/services/contract/integrations.ts'
import { createClient, emptyBase } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

describe('[S2.14] [S2.20] the conversations of an organization', async () => {
  const server = await serve()
  const assistants: string[] = []
  const list = async (query = '') =>
    ConversationPage.parse(
      (await ann.call('GET', `/api/v1/organizations/${organizationId}/conversations${query}`)).body,
    )

  const { person, ann, organizationId, knowledgeBaseId: baseId } = await emptyBase(server)
  const stranger = await server.register()
  for (const name of ['Desk', 'Attic']) {
    const { id } = await ann.integration(organizationId, [baseId], name)
    assistants.push(id)
    await ann.ask(id, `What does the ${name} know?`)
  }

  it('are those of every assistant, newest first, or of one', async () => {
    expect((await list()).items.map(({ integration_id }) => integration_id)).toEqual(assistants.toReversed())
    expect(await list(`?integration=${assistants[0]}`)).toMatchObject({ total: 1 })
    const first = await list('?limit=1')
    expect(first).toMatchObject({ total: 2, has_more: true })
    const rest = await list(`?limit=1&before=${first.items[0]?.id}`)
    expect(rest.items.map(({ integration_id }) => integration_id)).toEqual([assistants[0]])
  })

  it('are renamed and tagged, and found by their tags', async () => {
    const [{ id } = { id: '' }] = (await list()).items
    const patch = { title: ' Attic things ', tags: ['boots', 'boots', 'urgent'] }
    const changed = await ann.call('PATCH', `/api/v1/conversations/${id}`, patch)
    expect(Conversation.parse(changed.body)).toMatchObject({
      title: 'Attic things',
      tags: ['boots', 'urgent'],
    })
    expect((await list('?tag=urgent')).items.map((one) => one.id)).toEqual([id])
    expect((await list('?tag=none')).items).toEqual([])
    const wrong = await ann.call('PATCH', `/api/v1/conversations/${id}`, { title: ' ' })
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['title']])
  })

  it('keep the tags that others have added since they were read', async () => {
    const [{ id } = { id: '' }] = (await list()).items
    const tag = (tags: string[], known_tags?: string[]) =>
      ann.call('PATCH', `/api/v1/conversations/${id}`, { tags, known_tags })
    await tag(['boots', 'billing'])
    expect((await tag(['urgent'], ['boots'])).body.tags).toEqual(['billing', 'urgent'])
    expect((await tag(['urgent', 'billing'])).body.tags).toEqual(['urgent', 'billing'])
    const more = Array.from({ length: TAGS_MAX - 1 }, (_, n) => `tag ${n}`)
    expect((await tag(more, [])).body).toMatchObject({ code: 'invalid', fields: { tags: expect.anything() } })
    expect((await tag([])).body.tags).toEqual([])
  })

  it('in Chat are answered with what is published, and are the asker’s own', async () => {
    const [desk = ''] = assistants
    const ask = (more: object) =>
      ann.call('POST', `/api/v1/integrations/${desk}/messages`, {
        content: 'Hello?',
        config: 'draft',
        ...more,
      })
    expect(await ask({ channel: 'chat' })).toMatchObject({ status: 409, body: { code: 'not_published' } })
    const listed = async (client = ann) =>
      (await client.call('GET', `/api/v1/organizations/${organizationId}/assistants`)).body
    expect(await listed()).toEqual([])
    await ann.call('PATCH', `/api/v1/integrations/${desk}`, { welcome_message: 'Welcome.' })
    await ann.call('POST', `/api/v1/integrations/${desk}/publish`)
    await ann.call('PATCH', `/api/v1/integrations/${desk}`, { welcome_message: 'Not yet.' })
    expect(AssistantList.parse(await listed())).toMatchObject([{ id: desk, welcome_message: 'Welcome.' }])
    expect(await listed(createClient(server.url, stranger))).toMatchObject({ detail: expect.any(String) })

    const asked = Asked.parse((await ask({ channel: 'chat', config: 'draft' })).body)
    expect([asked.conversation.channel, asked.answer.config_version]).toEqual(['chat', 1])
    await ann.answered(asked.answer.id)
    const again = Asked.parse((await ask({ conversation_id: asked.conversation.id })).body)
    expect(again.answer.config_version).toBe(1)
    await ann.answered(again.answer.id)
    expect((await list('?mine=true&channel=chat')).items.map(({ id }) => id)).toEqual([asked.conversation.id])
    expect((await list('?channel=chat&q=hello')).total).toBe(1)
  })

  it('that a program begins say so', async () => {
    const key = await ann.call('POST', '/api/v1/users/me/api-keys', {
      name: 'Bot',
      scopes: ['ask'],
      expires_in_days: null,
    })
    const bot = createClient(server.url, { headers: { authorization: `Bearer ${key.body.secret}` } })
    const { conversation, answer } = await bot.send(assistants[1] ?? '', 'Anybody there?')
    expect(conversation.channel).toBe('api')
    await bot.answered(answer.id)
  })

  it('of a day are those of the day where the reader is', async () => {
    const [{ id } = { id: '' }] = (await list()).items
    const { db } = server.context
    const found = await list()
    // Half past eleven in the evening in UTC is the next day in Berlin, and the same one in New York.
    await db
      .update(conversations)
      .set({ lastMessageAt: new Date('2026-02-03T23:30:00Z') })
      .where(eq(conversations.id, id))
    for (const [zone, day] of [
      ['UTC', '2026-02-03'],
      ['Europe/Berlin', '2026-02-04'],
      ['America/New_York', '2026-02-03'],
    ]) {
      const { items } = await list(`?from=${day}&to=${day}&time_zone=${zone}`)
      expect(
        items.map((one) => one.id),
        zone,
      ).toEqual([id])
    }
    await db
      .update(conversations)
      .set({ lastMessageAt: new Date(found.items[0]?.last_message_at ?? 0) })
      .where(eq(conversations.id, id))
    const wrong = await ann.call(
      'GET',
      `/api/v1/organizations/${organizationId}/conversations?time_zone=Moon`,
    )
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['time_zone']])
  })

  it('are a file, too', async () => {
    const path = `/api/v1/organizations/${organizationId}/conversations/export?format=jsonl`
    const answer = await server.inject({ url: path, headers: person.headers })
    expect(answer.body.trim().split('\n').length).toBeGreaterThanOrEqual(2)
    expect((await server.inject({ url: path, headers: stranger.headers })).statusCode).toBe(404)
  })

  it('are read some at a time for a file, with what people wrote in them', async () => {
    const { db } = server.database
    const { id: organizationId } = await server.found(person)
    const { id: baseId } = await ann.knowledgeBase(organizationId)
    const { id: integrationId } = await ann.integration(organizationId, [baseId], 'Many')
    const many = Array.from({ length: 60 }, (_, n) => ({ id: crypto.randomUUID(), n }))
    await db.insert(conversations).values(
      many.map(({ id, n }) => ({
        id,
        integrationId,
        channel: 'share' as const,
        title: `Asked ${n}`,
        lastMessageAt: new Date(n),
      })),
    )
    const said = { role: 'user', status: 'complete' } as const
    await db.insert(messages).values(
      many.flatMap(({ id: conversationId, n }) => [
        { ...said, conversationId, position: 1, content: `Later ${n}` },
        { ...said, conversationId, position: 0, content: `First ${n}` },
      ]),
    )
    const taken = many.filter(({ n }) => n % 2 === 0)
    const request = { organizationId, integrationId, reason: 'asked', inInbox: true, language: 'en' } as const
    await db.insert(handovers).values(
      taken.map(({ id: conversationId }) => ({
        ...request,
        conversationId,
        name: 'Vi',
        email: 'v@x.test',
      })),
    )
    await db.insert(handoverEntries).values(
      taken.map(({ id: conversationId, n }) => ({
        conversationId,
        kind: 'reply' as const,
        author: 'Ann',
        content: `Reply ${n}`,
      })),
    )
    const asked = vi.spyOn(db, 'select')
    onTestFinished(() => asked.mockRestore())
    const { body } = await server.inject({
      url: `/api/v1/organizations/${organizationId}/conversations/export?format=jsonl`,
      headers: person.headers,
    })
    expect(asked.mock.calls.length).toBeLessThan(30)
    const read = body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ title, messages, handover }) => [
        title,
        ...messages.map(({ content }: { content: string }) => content),
        ...(handover?.entries ?? []).map(({ content }: { content: string }) => content),
      ])
    const expected = many.map(({ n }) => [
      `Asked ${n}`,
      `First ${n}`,
      `Later ${n}`,
      ...(n % 2 === 0 ? [`Reply ${n}`] : []),
    ])
    expect(read).toEqual(expected.toReversed())
  })
})
