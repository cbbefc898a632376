import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { organizations } from '../../server/kernel/db/schema/index.ts'
import { MANIFEST } from '../../server/knowledge/retrieval/index/files.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { filesIn, textIn } from '../harness/index-folder.ts'
import { createClient, until } from '../harness/knowledge.ts'
import { startModelServer } from '../harness/model.ts'
import { startObjectStore } from '../harness/object-store.ts'
import { HAS_REDIS, startRedis } from '../harness/redis.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'
import { startTwo } from '../harness/two-servers.ts'

const FEEDBACK_MAX = 10

describe.runIf(process.env.TEST_DATABASE_URL)('several processes', () => {
  const feedback = async (server: TestServer, { headers }: Person) => {
    const payload = { message: 'Fine.', page: '/' }
    return (await server.inject({ method: 'POST', url: '/api/v1/feedback', headers, payload })).statusCode
  }
  const inTurns = async (
    times: number,
    servers: TestServer[],
    ask: (server: TestServer) => Promise<number>,
  ) => {
    const answers: number[] = []
    for (let n = 0; n < times; n++) answers.push(await ask(servers[n % servers.length]!))
    return answers.filter((status) => status === 429).length
  }

  it('[attack S19] count the calls of a person together, and keep neither addresses nor emails for it', async () => {
    const { one, two, close } = await startTwo({ rateLimits: true })
    const person = await one.register()
    expect(await inTurns(FEEDBACK_MAX, [one, two], (server) => feedback(server, person))).toBe(0)
    expect(await feedback(one, person)).toBe(429)
    expect(await feedback(two, person)).toBe(429)
    const { rows } = await one.database.pool.query('select * from rate_counts')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|@/)
    await one.database.pool.query("update rate_counts set ends_at = now() - interval '1 second'")
    expect(await feedback(one, person)).toBe(201)
    await one.sweep()
    const { rows: left } = await one.database.pool.query('select * from rate_counts where ends_at < now()')
    expect(left).toEqual([])
    await close()
  })

  it.runIf(HAS_REDIS)('count in Redis where there is one, each alone while it is away', async () => {
    const redis = await startRedis()
    const { one, two, close } = await startTwo({ rateLimits: true, redisUrl: redis.url })
    const [ann, ben, cleo] = [await one.register(), await one.register(), await one.register()]
    expect(await inTurns(FEEDBACK_MAX + 4, [one, two], (server) => feedback(server, ann))).toBe(4)
    expect((await one.database.pool.query('select * from rate_counts')).rows).toEqual([])

    await redis.stop()
    // Each of the two counts to the limit, and nobody is refused below it.
    expect(await inTurns(2 * FEEDBACK_MAX + 4, [one, two], (server) => feedback(server, ben))).toBe(4)
    expect(one.logs.filter((line) => line.includes('counted in this process alone'))).toHaveLength(1)

    await redis.start()
    const counted = await until(
      () => inTurns(2, [one, two], (server) => feedback(server, cleo)),
      (refused) => refused === 2,
    )
    expect(counted).toBe(2)
    await close()
    await redis.stop()
  })

  it('[attack S36] close the oldest of 21 sockets of a person, wherever it is', async () => {
    const { one, two, close } = await startTwo()
    const person = await one.register()
    const { id } = await one.found(person)
    const open = async (server: TestServer) => {
      const ear = openFor(server, person, `/api/ws/organizations/${id}`)
      await ear.next('hello')
      return ear
    }
    const [first] = [await open(one)]
    await until(
      async () => (await one.database.pool.query('select id from open_sockets')).rowCount,
      (sockets) => sockets === 1,
    )
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => open(n % 2 ? one : two)))
    expect(await first?.closed).toBe(CLOSE.done)
    for (const { socket } of others) socket.close()
    await until(
      async () => (await one.database.pool.query('select id from open_sockets')).rowCount,
      (sockets) => sockets === 0,
    )
    await close()
  })

  it('never exceed what a plan has room for', async () => {
    const { one, two, close } = await startTwo()
    const person = await one.register()
    const { id } = await one.found(person)
    await one.database.db.update(organizations).set({ trialEndsAt: null })
    const create = async (server: TestServer) =>
      (
        await server.inject({
          method: 'POST',
          url: `/api/v1/organizations/${id}/integrations`,
          headers: person.headers,
          payload: { name: 'x' },
        })
      ).statusCode
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create(n % 2 ? one : two)))
    expect(answers.filter((status) => status === 201)).toHaveLength(3)
    await close()
  })

  it('read and stop an answer that another one writes, as far as it has come', async () => {
    const model = await startModelServer({ tokens: ['The river ', 'runs '], end: 'never' })
    const { one, two, close } = await startTwo({ llm: model.endpoint })
    const person = await one.register()
    const [writer, reader] = [createClient(one.url, person), createClient(two.url, person)]
    const { id: organizationId } = await one.found(person)
    const base = await writer.filled(organizationId, [
      { name: 'a.txt', content: 'The river runs to the sea.' },
    ])
    const assistant = await writer.integration(organizationId, [base])
    const ear = openFor(two, person, `/api/ws/integrations/${assistant.id}`)
    await ear.next('hello')
    const { answer, conversation } = await writer.send(assistant.id, 'What does the river do?')
    const heard = () =>
      ear.frames
        .filter(({ type }) => type === 'token')
        .map(({ data }) => (data as { text: string }).text)
        .join('')
    await until(
      async () => heard(),
      (text) => text === 'The river runs',
    )
    expect(await reader.message(answer.id)).toMatchObject({ status: 'streaming', content: 'The river runs' })
    const stopped = await reader.call('POST', `/api/v1/messages/${answer.id}/stop`)
    expect(stopped.body).toMatchObject({ status: 'stopped', content: 'The river runs' })
    expect((await ear.next('message_completed')).data).toMatchObject({ status: 'stopped' })

    // What begins anew can be left to the other one by an end in order.
    const again = await writer.send(assistant.id, 'And then?', conversation.id)
    await until(
      () => writer.message(again.answer.id),
      ({ content }) => content !== '',
    )
    model.behave({ tokens: ['It reaches ', 'the sea.'] })
    await one.app.close()
    await ear.next('message_resumed')
    expect(await reader.answered(again.answer.id)).toMatchObject({
      status: 'complete',
      content: 'It reaches the sea.',
    })
    await model.close()
    await close()
  })

  it('[S7] take the words of a deleted document off the disks of all', async () => {
    const store = await startObjectStore()
    const { one, two, close } = await startTwo({ disksApart: true, s3: store.settings })
    const person = await one.register()
    const ann = createClient(one.url, person)
    const { id } = await ann.knowledgeBase((await one.found(person)).id)
    await ann.upload(id, [
      { name: 'a.txt', content: 'The zebra sleeps in the kitchen.' },
      { name: 'b.txt', content: 'The giraffe sleeps in the garden.' },
    ])
    const documents = await ann.settled(id)
    const folders = [one, two].map(({ config }) => path.join(config.dataDir, 'index', id))
    for (const { retrieval } of [one, two]) {
      const found = await retrieval.ranking('zebra', { knowledgeBaseIds: [id], closed: new Set() })
      expect(found.byText.size).toBe(1)
    }
    await until(
      async () => folders.every((folder) => filesIn(folder).includes(MANIFEST)),
      (areThere) => areThere,
    )
    const words = () =>
      folders.map((folder) =>
        textIn(folder)
          .match(/zebra|giraff/g)
          ?.sort(),
      )
    expect(words()).toEqual([
      ['giraff', 'zebra'],
      ['giraff', 'zebra'],
    ])
    const zebra = documents.find(({ name }) => name === 'a.txt')
    await ann.call('DELETE', `/api/v1/documents/${zebra?.id}`)
    await until(
      async () => words().flat().join(),
      (held) => held === 'giraff,giraff',
    )
    await close()
    await store.close()
  })

  it('run jobs that are needed once in only one process', async () => {
    const { one, two, close } = await startTwo()
    const turns = await Promise.all(
      [one, two, one, two].map(({ context }) => context.processes.takesTurn('test', 60_000)),
    )
    expect(turns.filter(Boolean)).toHaveLength(1)
    expect(await two.context.processes.takesTurn('test', 0)).toBe(true)
    // The clock of the database is set back by an hour.
    await one.database.pool.query(`update chores set done_at = now() + interval '1 hour' where name = 'test'`)
    const later = await Promise.all(
      [one, two, one, two].map(({ context }) => context.processes.takesTurn('test', 60_000)),
    )
    expect(later.filter(Boolean)).toHaveLength(1)
    await close()
  })

  describe('and one that is gone', () => {
    let server: TestServer
    beforeEach(async () => {
      server = await startTestServer()
    })
    afterEach(() => server.close())
    const query = (text: string, values: string[] = []) => server.database.pool.query(text, values)
    const add = async (seenAt: string) => {
      const id = crypto.randomUUID()
      await query(`insert into processes (id, seen_at) values ($1, ${seenAt})`, [id])
      return id
    }
    const isThere = async (id: string) =>
      (await query('select from processes where id = $1', [id])).rowCount === 1
    const isNoticed = async (id: string) =>
      until(
        () => isThere(id),
        (there) => !there,
      )
    /** What a step of the database's clock looks like. */
    const stepClock = (by: string) => query('update processes set seen_at = seen_at - $1::interval', [by])
    /** The server looks at the others right after each of its own reports. */
    const serverLooks = async () => {
      const reported = async () =>
        (await query('select seen_at::text from processes where id = $1', [server.context.processes.id])).rows
      const before = await reported()
      await expect.poll(reported).not.toEqual(before)
    }

    it('is noticed, also after the clock was set back', async () => {
      await isNoticed(await add("now() - interval '1 hour'"))
      const dead = await add('now()')
      await stepClock('-1 hour')
      await isNoticed(dead)
    })

    it('is not confused with one that has had no time to report since the clock was set forward', async () => {
      await isNoticed(await add("now() - interval '1 hour'"))
      const living = await add('now()')
      await stepClock('1 hour')
      await serverLooks()
      await serverLooks()
      expect(await isThere(living)).toBe(true)
      await isNoticed(living)
    })
  })
})
