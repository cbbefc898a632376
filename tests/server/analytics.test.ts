import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { createAnalyticsRepository } from '../../server/conversations/analytics/analytics.repository.ts'
import { createAnalytics } from '../../server/conversations/analytics/analytics.service.ts'
import { GapList, SourceAnalytics, UsageSeries } from '../../src/services/contract/analytics.ts'
import { createClient, organizationOn, until } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'

const RETURNS = '# Returns\n\nBoots may be returned within thirty days of delivery.'
const OPENING = '# Opening hours\n\nThe shop opens at nine in the morning and closes at six.'
/** A place with other days than UTC. */
const AWAY = 'Pacific/Auckland'

describe('[S2.14] [S2.20] what was asked, and what was answered from', async () => {
  const server = await serve()
  const at = (path: string) => `/api/v1/organizations/${organizationId}/${path}`

  const { ann, organizationId } = await organizationOn(server)
  const stranger = await server.register()
  const base = await ann.filled(organizationId, [
    { name: 'returns.md', content: RETURNS },
    { name: 'opening.md', content: OPENING },
  ])
  const integrationId = (await ann.integration(organizationId, [base])).id
  // A day that ends there meanwhile would divide the questions.
  const clock = async () => new Date().toLocaleTimeString('en-GB', { timeZone: AWAY })
  await until(clock, (time) => !time.startsWith('23:59'))
  for (const question of [
    'How many days do I have to return boots?',
    'Do you ship to Norway?',
    'Can you send boots to Norway?',
    'Who won the chess championship?',
  ])
    await ann.ask(integrationId, question)
  // What was not answered is noted once the answer is complete.
  await until(
    async () => GapList.parse((await ann.call('GET', at('gaps'))).body),
    (gaps) => gaps.flatMap(({ answer_ids }) => answer_ids).length === 3,
  )

  it('is counted by day, assistant and channel, with days of the asked place', async () => {
    for (const zone of ['UTC', AWAY]) {
      const { body } = await ann.call('GET', `${at('usage/series')}?days=7&time_zone=${zone}`)
      const series = UsageSeries.parse(body)
      expect(series.days).toHaveLength(7)
      expect(series.days.at(-1)).toMatchObject({ questions: 4, answered: 1, unanswered: 3 })
      expect(series.by_integration).toMatchObject([{ integration_id: integrationId, questions: 4 }])
      expect(series.by_channel).toMatchObject([{ channel: 'playground', questions: 4 }])
      expect(series).toMatchObject({ spent: { prompt_tokens: 0, costs: [] } })
    }
    for (const zone of ['Moon/Sea', '%2B05:30', '-08:00']) {
      const wrong = await ann.call('GET', `${at('usage/series')}?time_zone=${zone}`)
      expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['time_zone']])
    }
  })

  it('tells of each document how often it was found and cited, and which never was', async () => {
    const { body } = await ann.call('GET', at('sources'))
    const { documents } = SourceAnalytics.parse(body)
    expect(documents.map(({ name }) => name)).toEqual(['returns.md', 'opening.md'])
    expect(documents[0]).toMatchObject({ cited: 1 })
    expect(documents[0]?.retrieved).toBeGreaterThanOrEqual(1)
    expect(documents[1]).toMatchObject({ cited: 0 })
  })

  it('counts the thumbs of the answers that cite a document', async () => {
    const { items } = (await ann.call('GET', `/api/v1/integrations/${integrationId}/conversations`)).body
    const answers = await Promise.all(
      items.map(
        async ({ id }: { id: string }) =>
          (await ann.call('GET', `/api/v1/conversations/${id}`)).body.messages[1],
      ),
    )
    const cited = answers.find(({ answered }) => answered)
    const path = `/api/v1/messages/${cited.id}/feedback`
    expect((await ann.call('PUT', path, { rating: 'down', reason: 'wrong', comment: '' })).status).toBe(200)
    const { documents } = SourceAnalytics.parse((await ann.call('GET', at('sources'))).body)
    expect(documents[0]).toMatchObject({ name: 'returns.md', liked: 0, disliked: 1 })
  })

  it('groups what was not answered by meaning, and notes what became of it', async () => {
    const open = GapList.parse((await ann.call('GET', at('gaps'))).body)
    expect(open.map(({ question, examples }) => [question, ...examples])).toEqual([
      ['Can you send boots to Norway?', 'Do you ship to Norway?'],
      ['Who won the chess championship?'],
    ])
    const [norway] = open
    const patch = { answer_ids: norway?.answer_ids, status: 'ignored' }
    expect((await ann.call('PATCH', at('gaps'), patch)).status).toBe(200)
    expect(GapList.parse((await ann.call('GET', at('gaps'))).body)).toHaveLength(1)
    expect(GapList.parse((await ann.call('GET', `${at('gaps')}?status=ignored`)).body)).toHaveLength(1)
  })

  it('can be read by members, and changed by editors', async () => {
    const other = createClient(server.url, stranger)
    for (const path of ['usage/series', 'sources', 'gaps'])
      expect((await other.call('GET', at(path))).status).toBe(404)
    const [gap] = (await ann.call('GET', at('gaps'))).body
    const patch = { answer_ids: gap.answer_ids, status: 'fixed' }
    expect((await other.call('PATCH', at('gaps'), patch)).status).toBe(404)
    // Of one's own organization, but about others' answers.
    const own = (await server.found(stranger)).id
    expect((await other.call('PATCH', `/api/v1/organizations/${own}/gaps`, patch)).status).toBe(404)
    expect((await ann.call('PATCH', at('gaps'), { answer_ids: [], status: 'fixed' })).status).toBe(422)
  })

  it('closes a question that was asked as often as questions are read', async () => {
    await server.context.db.execute(sql`
      with chosen as (
        select g.embedding, g.embedding_model, a.conversation_id, q.content from gaps g
        join messages a on a.id = g.answer_id
        join messages q on q.conversation_id = a.conversation_id and q.position = a.position - 1
        where g.status = 'open'
      ), added as (
        insert into messages (conversation_id, position, role, content, status, answered)
        select conversation_id, n, case n % 2 when 0 then 'user' else 'assistant' end, content, 'complete', false
        from chosen, generate_series(100, 2299) n returning id, role
      )
      insert into gaps (answer_id, embedding, embedding_model)
      select id, embedding, embedding_model from added, chosen where role = 'assistant'`)
    const [gap] = GapList.parse((await ann.call('GET', at('gaps'))).body)
    expect(gap?.answer_ids).toHaveLength(900)
    // Asked again while it was improved, without an answer.
    const answerIds = [...gap!.answer_ids, crypto.randomUUID()]
    const patch = { answer_ids: answerIds, status: 'fixed' }
    expect((await ann.call('PATCH', at('gaps'), patch)).status).toBe(200)
    const fixed = GapList.parse((await ann.call('GET', `${at('gaps')}?status=fixed`)).body)
    expect(fixed.map(({ answer_ids }) => answer_ids.length)).toEqual([900])
  })

  it('counts the uses of documents from the same midnight as the questions', async () => {
    await server.context.db.execute(sql`
      update messages set created_at = now() - interval '7 days' + interval '1 minute'
      where conversation_id in (select id from conversations where integration_id = ${integrationId})`)
    // It is noon there.
    const hour = new Date().getUTCHours() - 12
    const zone = `Etc/GMT${hour < 0 ? '-' : '%2B'}${Math.abs(hour)}`
    const usesIn = async (days: number) => {
      const { body } = await ann.call('GET', `${at('sources')}?days=${days}&time_zone=${zone}`)
      return SourceAnalytics.parse(body).documents.reduce((sum, { retrieved }) => sum + retrieved, 0)
    }
    expect(await usesIn(8)).toBeGreaterThan(0)
    expect(await usesIn(7)).toBe(0)
  })

  it('counts the whole first day of a period in which clocks were set back', async () => {
    const { person, ann, organizationId } = await organizationOn(server)
    const base = await ann.filled(organizationId, [{ name: 'returns.md', content: RETURNS }])
    const { id } = await ann.integration(organizationId, [base])
    await ann.ask(id, 'How many days do I have to return boots?')
    // Ten minutes past midnight in New York, where clocks are set back on November 1.
    const at = '2026-10-31T04:10:00Z'
    await server.context.db.execute(sql`
      with asked as (update conversations set last_message_at = ${at} where integration_id = ${id} returning id)
      update messages set created_at = ${at} where conversation_id in (select id from asked)`)
    const analytics = createAnalytics(createAnalyticsRepository(server.context.db), null, async () => {
      throw new Error('no one asks')
    })
    const period = { days: 30, time_zone: 'America/New_York' }
    const asked = [organizationId, person.user.id, period] as const
    for (const now of ['2026-11-30T03:40:00Z', '2026-11-30T04:40:00Z']) {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.parse(now))
      const [usage, sources] = await Promise.all([
        analytics.usage(...asked),
        analytics.sources(...asked),
      ]).finally(() => clock.mockRestore())
      expect([usage.days[0], sources.days[0]]).toMatchObject(
        Array(2).fill({ date: '2026-10-31', questions: 1 }),
      )
      expect(sources.documents).toMatchObject([{ name: 'returns.md', retrieved: 1 }])
    }
  })
})
