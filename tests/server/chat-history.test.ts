import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { handoverEntries, handovers } from '../../server/kernel/db/schema/index.ts'
import {
  Asked,
  ConversationDetail,
  ConversationPage,
  Message,
} from '../../src/services/contract/conversations.ts'
import { Transcript } from '../../src/services/contract/transcript.ts'
import { serveOrganization } from '../harness/serve.ts'

const DOWN = { rating: 'down', reason: 'out_of_date', comment: '=HYPERLINK("http://evil.example")' }

describe('[S2.17] what was said with an assistant', async () => {
  const { server, person, ann, organizationId } = await serveOrganization()
  let integrationId: string
  const path = (rest = '') => `/api/v1/integrations/${integrationId}/conversations${rest}`
  const page = async (query = '') => ConversationPage.parse((await ann.call('GET', path(query))).body)
  const titles = async (query = '') => (await page(query)).items.map(({ title }) => title)
  const rate = (id: string, body: object = DOWN, as = ann) =>
    as.call('PUT', `/api/v1/messages/${id}/feedback`, body)
  /** Asked and answered. */
  const ask = async (content: string, more: object = {}) => {
    const answer = await ann.call('POST', `/api/v1/integrations/${integrationId}/messages`, {
      content,
      config: 'draft',
      ...more,
    })
    const asked = Asked.parse(answer.body)
    await ann.answered(asked.answer.id)
    return asked
  }

  const knowledgeBaseId = await ann.filled(organizationId, [
    { name: 'lamp.txt', content: 'The lamp in the hall is green. The lamp in the kitchen is blue.' },
  ])

  beforeAll(async () => {
    integrationId = (await ann.integration(organizationId, [knowledgeBaseId], 'Lamps')).id
  })
  it('keeps a thumb with its reason and comment until it is taken back', async () => {
    const { answer, question } = await ask('Which colour is the lamp in the hall?')
    expect(Message.parse((await rate(answer.id)).body).feedback).toEqual(DOWN)
    expect((await ann.message(answer.id)).feedback).toEqual(DOWN)
    expect((await page()).items[0]).toMatchObject({ liked: 0, disliked: 1, unanswered: 0 })
    expect((await ann.call('DELETE', `/api/v1/messages/${answer.id}/feedback`)).body.feedback).toBeNull()
    expect((await rate(question.id)).status).toBe(409)
    await rate(answer.id)
    await ann.call('POST', `/api/v1/messages/${answer.id}/retry`)
    // What is written anew has not been judged.
    expect((await ann.answered(answer.id)).feedback).toBeNull()
  })

  it.each([
    ['rating', { ...DOWN, rating: 'sideways' }],
    ['reason', { ...DOWN, reason: 'boring' }],
    ['comment', { ...DOWN, comment: 'x'.repeat(1_001) }],
  ])('refuses a %s that is none', async (field, body) => {
    const { answer } = await ask('Which colour is the lamp in the kitchen?')
    expect(await rate(answer.id, body)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
  })

  it('asks the last question in other words, in its place, and no other one', async () => {
    const first = await ask('Which colour is the lamp in the hall?')
    const { conversation } = first
    const second = await ask('And in the kitchen?', { conversation_id: conversation.id })
    const replace = (replaces: string) =>
      ann.call('POST', `/api/v1/integrations/${integrationId}/messages`, {
        content: 'Which colour is the lamp in the kitchen?',
        conversation_id: conversation.id,
        config: 'draft',
        replaces,
      })
    for (const id of [first.question.id, second.answer.id, crypto.randomUUID()])
      expect(await replace(id)).toMatchObject({ status: 409, body: { code: 'not_last' } })
    const third = Asked.parse((await replace(second.question.id)).body)
    expect((await ann.answered(third.answer.id)).content).toContain('blue')
    const detail = ConversationDetail.parse(
      (await ann.call('GET', `/api/v1/conversations/${conversation.id}`)).body,
    )
    expect(detail.messages.map(({ id }) => id)).toEqual([
      first.question.id,
      first.answer.id,
      third.question.id,
      third.answer.id,
    ])
    // The first one names the conversation, in its new words, too.
    const only = await ask('Wich colur?')
    const again = await ask('Which colour is the hall lamp?', {
      conversation_id: only.conversation.id,
      replaces: only.question.id,
    })
    expect(again.conversation).toMatchObject({ title: 'Which colour is the hall lamp?', message_count: 2 })
    // A name that someone gave it stays.
    await ann.call('PATCH', `/api/v1/conversations/${only.conversation.id}`, { title: 'My lamp research' })
    const renamed = await ask('Which color is it?', {
      conversation_id: only.conversation.id,
      replaces: again.question.id,
    })
    expect(renamed.conversation).toMatchObject({ title: 'My lamp research', message_count: 2 })
  })

  describe('searched', () => {
    const WRITTEN = `Where is order ORD-12345 of Ann <ann@acme.com>? See https://docs.acme.com/setup, "read/write",
      price 12.50 in “teal”, version 2.4.1, हिन्दी में, ค่าจัดส่งเท่าไร, 返品の送料はISO27001ですか`
    beforeAll(async () => {
      integrationId = (await ann.integration(organizationId, [knowledgeBaseId], 'Searched')).id
      await ask('Which colour is the lamp in the hall?')
      await ask(WRITTEN)
    })

    it.each([
      '12345',
      'ORD-12345',
      'ann@acme.com',
      'acme',
      'docs.acme.com/setup',
      'setup',
      'write',
      '12.50',
      'teal',
      '2.4.1',
      '4.1',
      'हिन्दी',
      'จัดส่ง',
      '送料',
      'iso27001',
      'order 送料 writ',
    ])('finds what was written: %s', async (q) => {
      expect(await titles(`?${new URLSearchParams({ q })}`)).toEqual([expect.stringMatching('ORD-12345')])
    })

    it.each(['2345', 'rite', 'order 返料', 'cme.com'])('finds nothing that was not: %s', async (q) => {
      expect(await titles(`?${new URLSearchParams({ q })}`)).toEqual([])
    })
  })

  describe('handed over', () => {
    const MANY = 201
    const csvColumns = ({ question, answer, answered_by }: Record<string, string>) => [
      question,
      answer,
      answered_by,
    ]
    const exported = async (format: string) => {
      const answer = await fetch(`${server.url}${path(`/export?format=${format}`)}`, {
        headers: person.headers,
      })
      return answer.text()
    }

    beforeAll(async () => {
      integrationId = (await ann.integration(organizationId, [knowledgeBaseId], 'Handed over')).id
      const { conversation } = await ask('Which colour is the lamp in the hall?')
      const conversationId = conversation.id
      await server.context.db.insert(handovers).values({
        conversationId,
        organizationId,
        integrationId,
        reason: 'asked',
        inInbox: true,
        name: 'Grace',
        email: 'grace@example.com',
        language: 'en',
      })
      await server.context.db.insert(handoverEntries).values(
        [
          { kind: 'note' as const, content: 'Only for the aardvark team', author: 'Ann Lee' },
          ...Array.from({ length: MANY }, (_, n) => ({
            kind: 'visitor' as const,
            content: `=Parcel ${n} from Zanzibar`,
          })),
          { kind: 'reply' as const, content: 'It is on its way.', author: 'Ann Lee' },
        ].map((entry, n) => ({
          conversationId,
          createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)),
          ...entry,
        })),
      )
    })

    it('is exported with all that people wrote, without notes', async () => {
      const { messages, handover, ...conversation } = JSON.parse(await exported('jsonl'))
      expect(messages).toHaveLength(2)
      const { entries } = Transcript.parse({ conversation, messages, handover }).handover!
      expect(entries.map(({ kind }) => kind)).toEqual([...Array(MANY).fill('visitor'), 'reply'])

      const rows: Record<string, string>[] = parse(await exported('csv'), { bom: true, columns: true })
      expect(rows).toHaveLength(1 + MANY + 1)
      expect(rows.at(0)).toMatchObject({ answered: 'yes', answered_by: '' })
      expect(rows.slice(1).map(csvColumns)).toEqual([
        ...Array.from({ length: MANY }, (_, n) => [`'=Parcel ${n} from Zanzibar`, '', '']),
        ['', 'It is on its way.', 'Ann Lee'],
      ])
    })

    it.each([
      ['zanzibar', 1],
      ['way', 1],
      ['aardvark', 0],
    ])('is found by what people wrote, not by notes: %s', async (q, count) => {
      expect(await titles(`?q=${q}`)).toHaveLength(count)
    })
  })

  describe('filtered', () => {
    beforeAll(async () => {
      integrationId = (await ann.integration(organizationId, [knowledgeBaseId], 'Filtered')).id
      const { answer } = await ask('Which colour is the lamp in the hall?')
      await rate(answer.id, { rating: 'up', reason: null, comment: '' })
      const bad = await ask('Which colour is the lamp in the kitchen?')
      await rate(bad.answer.id)
      await ask('Who won the world cup in 2018? 100%')
      await server.context.db.execute(sql`
        update conversations set last_message_at = '2026-01-31T23:30:00Z', channel = 'share'
        where title like 'Who won%' and integration_id = ${integrationId}`)
    })

    it.each([
      ['?rating=up', [/hall/]],
      ['?rating=down', [/kitchen/]],
      ['?answered=no', [/world cup/]],
      ['?answered=yes', [/kitchen/, /hall/]],
      ['?channel=share', [/world cup/]],
      ['?channel=playground&rating=up', [/hall/]],
      ['?from=2026-01-31&to=2026-01-31', [/world cup/]],
      ['?to=2026-01-30', []],
      // Both lamps are in one passage, which both answers quote.
      ['?q=GREEN', [/kitchen/, /hall/]],
      [`?q=${encodeURIComponent('100%')}`, [/world cup/]],
      ['?q=_____%25', []],
      ['?mine=true&channel=playground', [/kitchen/, /hall/]],
    ])('%s', async (query, expected) => {
      expect(await titles(query)).toEqual(expected.map((pattern) => expect.stringMatching(pattern)))
      expect((await page(query)).total).toBe(expected.length)
    })

    it.each([
      'channel=phone',
      'from=yesterday',
      'rating=0',
      'answered=maybe',
      'limit=0',
      'before=x',
      'before_at=x',
    ])('refuses %s', async (query) => {
      const [field] = query.split('=')
      expect(await ann.call('GET', path(`?${query}`))).toMatchObject({
        status: 422,
        body: { fields: { [field!]: expect.any(String) } },
      })
    })

    it('is read page by page, and every one comes once', async () => {
      const all = await titles()
      const first = await page('?limit=2')
      const second = await page(`?limit=2&before=${first.items.at(-1)?.id}`)
      expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(all)
      expect([first.has_more, second.has_more, second.total]).toEqual([true, false, 3])
      const strange = await ann.call('GET', path(`?before=${crypto.randomUUID()}`))
      expect(strange).toMatchObject({ status: 422, body: { fields: { before: expect.any(String) } } })
    })

    it.each([
      ['moved', (id: string) => ask('Which colour is the lamp in the hall?', { conversation_id: id })],
      ['was deleted', (id: string) => ann.call('DELETE', `/api/v1/conversations/${id}`)],
    ])('is read on from where its last row was, if that %s', async (_, change) => {
      const all = (await page()).items
      const last = (await ask('Which colour is the lamp in the kitchen?')).conversation
      const newer = (await ask('Which colour is the lamp in the hall?')).conversation
      await change(last.id)
      const rest = await page(`?before=${last.id}&before_at=${last.last_message_at}`)
      expect(rest.items).toEqual(all)
      for (const { id } of [last, newer]) await ann.call('DELETE', `/api/v1/conversations/${id}`)
    })

    it('begins at any moment', async () => {
      const id = crypto.randomUUID()
      expect((await page(`?before=${id}&before_at=9999-12-31T23:59:59Z`)).items).toHaveLength(3)
      expect((await page(`?before=${id}&before_at=0000-01-01T00:00:00Z`)).items).toEqual([])
    })

    it('[attack S33] is a CSV file in which nothing is a formula', async () => {
      const answer = await fetch(`${server.url}${path('/export?format=csv&channel=playground')}`, {
        headers: person.headers,
      })
      expect(answer.headers.get('content-disposition')).toContain('conversations.csv')
      const rows: Record<string, string>[] = parse(await answer.text(), { bom: true, columns: true })
      expect(rows).toHaveLength(2)
      expect(rows[0]).toMatchObject({
        question: 'Which colour is the lamp in the kitchen?',
        answered: 'yes',
        rating: 'down',
        reason: 'out_of_date',
        comment: `'${DOWN.comment}`,
        sources: expect.stringContaining('[1] lamp.txt'),
      })
    })

    it('is a line of JSON for each conversation', async () => {
      const answer = await fetch(`${server.url}${path('/export?format=jsonl')}`, { headers: person.headers })
      const lines = (await answer.text()).trimEnd().split('\n')
      expect(lines).toHaveLength(3)
      const { messages, ...conversation } = JSON.parse(lines[0]!)
      expect(ConversationDetail.parse({ conversation, messages }).messages).toHaveLength(2)
      expect((await ann.call('GET', path('/export?format=pdf'))).status).toBe(422)
    })
  })
})
