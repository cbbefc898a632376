import { describe, expect, it } from 'vitest'
import { startModelServer } from '../harness/model.ts'
import { onPostgres } from '../harness/runs.ts'
import { closedAfterwards, serveOrganization } from '../harness/serve.ts'

describe('a question is stored whole and asked once', async () => {
  const ANSWER = { tokens: ['Within ', '30 days [1].'] }

  const model = closedAfterwards(await startModelServer(ANSWER))
  const {
    server,
    person: ann,
    ann: client,
    organizationId: id,
  } = await serveOrganization({ llm: model.endpoint })
  const base = await client.filled(id, [
    { name: 'a.md', content: 'Unworn shoes can be returned within 30 days.' },
  ])
  const assistant = (await client.integration(id, [base])).id

  const query = async (text: string) => (await server.database.pool.query(text)).rows
  const counts = async () =>
    (
      await query(`select
        (select count(*)::int from conversations) as conversations,
        (select count(*)::int from messages) as messages,
        (select coalesce(sum(count), 0)::int from message_counts) as counted,
        (select count(*)::int from messages where status = 'streaming') as streaming`)
    )[0]
  const ask = (path: string, payload: object, key?: string) =>
    server.inject({
      method: 'POST',
      url: `/api/v1/integrations/${assistant}/${path}`,
      headers: { ...ann.headers, ...(key && { 'idempotency-key': key }) },
      payload: { content: 'How long can shoes be returned?', config: 'draft', ...payload },
    })
  const failing = async (table: string, work: () => Promise<void>) => {
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert or update on ${table} for each row execute function refuse()`)
    try {
      await work()
    } finally {
      await query(`drop trigger refuse on ${table}; drop function refuse()`)
    }
  }

  it.each(['message_counts', 'messages', 'conversations'])(
    '[review 3, operate M10] leaves nothing behind when a write of %s fails',
    async (table) => {
      const before = await counts()
      await failing(table, async () => {
        expect((await ask('messages', {})).statusCode).toBe(500)
      })
      expect(await counts()).toEqual(before)
      expect((await ask('ask', {})).statusCode).toBe(200)
    },
  )

  it('[review 3] leaves an answer as it was when it cannot be counted, so that it can be asked again', async () => {
    const { answer, conversation } = (await ask('ask', {})).json()
    const retry = () => client.call('POST', `/api/v1/messages/${answer.id}/retry`)
    await failing('message_counts', async () => {
      expect((await retry()).status).toBe(500)
    })
    expect(await client.message(answer.id)).toMatchObject({ status: 'complete', content: answer.content })
    const next = await ask('ask', { conversation_id: conversation.id })
    expect(next.statusCode).toBe(200)
  })

  it('can be asked again under its key once the answer before it is finished', async () => {
    const { conversation } = (await ask('ask', {})).json()
    const next = () => ask('ask', { conversation_id: conversation.id }, 'next')
    const status = (value: string) =>
      query(`update messages set status = '${value}'
        where role = 'assistant' and conversation_id = '${conversation.id}'`)
    await status('streaming')
    const early = await next()
    expect([early.statusCode, early.json().code]).toEqual([409, 'still_answering'])
    await status('complete')
    expect((await next()).statusCode).toBe(200)
  })

  it('[operate H3] answers a streamed question once under its key, and gives the answer again', async () => {
    const before = await counts()
    const first = await ask('ask', { stream: true }, 'stream')
    const again = await ask('ask', { stream: true }, 'stream')
    const done = (body: string) => JSON.parse(/event: done\ndata: (.*)/.exec(body)![1]!)
    expect(done(again.body).answer).toEqual(done(first.body).answer)
    expect(await counts()).toMatchObject({
      conversations: before.conversations + 1,
      messages: before.messages + 2,
      counted: before.counted + 1,
    })
  })

  it('[operate H3] gives the answer that another process finishes after a kill, and asks nothing again', async () => {
    const { conversation, answer } = (await ask('ask', {}, 'killed')).json()
    const before = await counts()
    // The first process ended before it could answer the request, and before the answer was written.
    await query(`update idempotency_keys set status = null, body = null, process_id = gen_random_uuid()
      where key = 'killed'`)
    await query(`update messages set status = 'streaming' where id = '${answer.id}'`)
    const repeated = ask('ask', {}, 'killed')
    await query(`update messages set status = 'complete' where id = '${answer.id}'`)
    expect((await repeated).json()).toMatchObject({
      conversation: { id: conversation.id },
      answer: { id: answer.id },
    })
    expect(await counts()).toEqual(before)
  })

  it('[operate H3] writes an answer that failed again in its place, however often that is asked for', async () => {
    const before = await counts()
    model.behave({ status: 401 })
    for (const _ of [1, 2]) expect((await ask('ask', {}, 'failed')).statusCode).toBe(502)
    model.behave(ANSWER)
    const repeats = await Promise.all([1, 2, 3].map(() => ask('ask', {}, 'failed')))
    expect(repeats.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(repeats.map((repeat) => repeat.json().answer.id)).size).toBe(1)
    expect(await counts()).toEqual({
      conversations: before.conversations + 1,
      messages: before.messages + 2,
      counted: before.counted + 3,
      streaming: 0,
    })
  })

  it('leaves an answer that failed as it is for a request that does not wait for it', async () => {
    const { conversations, messages, counted } = await counts()
    model.behave({ status: 401 })
    const first = await ask('messages', {}, 'sent')
    const { id } = first.json().answer
    await expect.poll(async () => (await client.message(id))?.status).toBe('failed')
    model.behave(ANSWER)
    const again = await ask('messages', {}, 'sent')
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json().answer).toMatchObject({ id, status: 'failed' })
    expect(await counts()).toEqual({
      conversations: conversations + 1,
      messages: messages + 2,
      counted: counted + 1,
      streaming: 0,
    })
  })

  const SEARCH = '/search'
  it.each([
    ['/api/v1/integrations/:id/ask', {}],
    ['/api/v1/integrations/:id/ask', { stream: true }],
    ['/api/v1/integrations/:id/messages', {}],
    ['/v1/chat/completions', {}],
    ['/v1/chat/completions', { stream: true }],
    [`/api/v1/integrations/:id${SEARCH}`, {}],
  ])('gives its answer again from %s %j only as its asker may read it by then', async (path, how) => {
    const ben = await server.register()
    const { id } = await server.found(ann, 'Harbour')
    await server.join(id, ben, 'editor')
    const base = await client.filled(id, [
      { name: 'salaries.md', content: 'Shoes can be returned by pirates.' },
    ])
    const model = await client.published(id, [base])
    const content = 'Who can return shoes?'
    const messages = [{ role: 'user', content }]
    const send = async (key = 'read') =>
      server.inject({
        method: 'POST',
        url: path.replace(':id', model),
        headers: { ...ben.headers, 'idempotency-key': `${key} ${model}` },
        payload: path.endsWith(SEARCH) ? { query: content } : { content, model, messages, ...how },
      })
    const before = await send()
    expect(before.statusCode).toBeLessThan(300)
    await expect.poll(async () => (await send()).body).toContain('pirates')
    const readers = { restricted: true, group_ids: [], user_ids: [ann.user.id] }
    await client.call('PUT', `/api/v1/knowledge-bases/${base}/readers`, readers)
    const closed = await send()
    expect([closed.statusCode, closed.body]).toEqual([
      before.statusCode,
      expect.not.stringMatching(/pirates|30 days/),
    ])
    await query(`delete from conversations where integration_id = '${model}'`)
    expect((await send()).statusCode).toBe(path.endsWith(SEARCH) ? 200 : 404)
  })

  onPostgres('[operate H3] leaves an answer that another repeat has written in the meantime', async () => {
    model.behave({ status: 401 })
    expect((await ask('ask', {}, 'overtaken')).statusCode).toBe(502)
    model.behave(ANSWER)
    const before = await counts()
    const other = await server.database.pool.connect()
    await other.query('begin; select from conversations for update')
    const repeat = ask('ask', {}, 'overtaken')
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(() => query(isWaiting)).toHaveLength(1)
    await other.query(`update messages set status = 'complete', error = null, content = 'Of the other [1].'
      where status = 'failed'; commit`)
    other.release()
    expect((await repeat).json().answer).toMatchObject({ status: 'complete', content: 'Of the other [1].' })
    expect(await counts()).toEqual(before)
  })

  it('[operate H3] asks nothing once its key has passed to a repeat, since its process looked gone', async () => {
    const before = await counts()
    await query(`create function pass_on() returns trigger language plpgsql as
        $$ begin new.process_id = gen_random_uuid(); return new; end $$;
      create trigger pass_on before insert on idempotency_keys for each row execute function pass_on()`)
    const late = await ask('ask', {}, 'late')
    await query('drop trigger pass_on on idempotency_keys; drop function pass_on()')
    expect([late.statusCode, late.json().code]).toEqual([409, 'in_progress'])
    expect(await counts()).toEqual(before)
    expect((await ask('ask', {}, 'late')).statusCode).toBe(200)
    expect(await counts()).toMatchObject({ messages: before.messages + 2 })
  })
})
