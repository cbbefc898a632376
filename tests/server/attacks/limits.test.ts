import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { CLOSE } from '../../../src/services/contract/sockets.ts'
import { type Client, createClient, organizationOn, until } from '../../harness/knowledge.ts'
import { HELD_MAX, watchLoop } from '../../harness/measurements.ts'
import { serve } from '../../harness/serve.ts'
import { openFor, openSocket } from '../../harness/socket.ts'
import { createVisitors, publicAssistant } from '../../harness/visitors.ts'

describe('limits of requests', async () => {
  const server = await serve({ rateLimits: true })

  it('[attack S19] [attack S38] hold for every spelling of an address', async () => {
    const url = '/%61pi/v1/payments/x'
    const first = await server.inject({ url, remoteAddress: '192.0.2.9' })
    expect([first.statusCode, first.headers['cache-control']]).toEqual([404, 'no-store'])
    const statuses = new Set<number>()
    for (let n = 0; n < 301; n += 1)
      statuses.add((await server.inject({ url, remoteAddress: '192.0.2.9' })).statusCode)
    expect([...statuses]).toEqual([404, 429])
  })

  it('let a person create ten organizations an hour', async () => {
    const { headers } = await server.register()
    const payload = { name: 'Acme' }
    const create = () => server.inject({ method: 'POST', url: '/api/v1/organizations', headers, payload })
    const answers = await Promise.all(Array.from({ length: 11 }, create))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(201), 429])
  })
})

describe('refused calls', async () => {
  const server = await serve({ rateLimits: true })

  it('[attack L8] and log-ins, registrations and calls of nobody hold no other, however many come at once', async () => {
    const post = (url: string, payload: object) =>
      fetch(`${server.url}/api/v1/${url}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      })
    const password = 'correct horse battery'
    const watch = watchLoop()
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => post('login', { username: `l8-${n}@acme.test`, password })),
      ...Array.from({ length: 10 }, (_, n) => post('register', { email: `l8-${n}@acme.test`, password })),
      ...Array.from({ length: 200 }, () => fetch(`${server.url}/api/v1/users/me`)),
    ])
    expect(watch.end()).toBeLessThan(HELD_MAX)
    expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500)
  })

  it('[attack S18] count by network, and leave those alone who are known', async () => {
    const { headers } = await server.register()
    const call = async (authorization: string) =>
      (
        await server.inject({
          url: '/api/v1/users/me',
          remoteAddress: '192.0.2.10',
          headers: { authorization },
        })
      ).statusCode
    const statuses = new Set<number>()
    for (let n = 0; n < 301; n += 1) statuses.add(await call(`Bearer guess-${n}`))
    expect([...statuses]).toEqual([401, 429])
    expect(await call(headers.authorization)).toBe(200)
  })
})

describe('what is limited', async () => {
  const server = await serve()
  const { person, ann, organizationId } = await organizationOn(server)
  const baseId = await ann.filled(organizationId, [
    { name: 'a.txt', content: 'Parrots eat nuts in the garden.' },
  ])
  const visitors = createVisitors(server.url, 'What do parrots eat?')
  const member = async (role: 'viewer' | 'editor') => {
    const added = await server.join(organizationId, await server.register(), role)
    return createClient(server.url, added)
  }

  const codesOf = async (ears: ReturnType<typeof openSocket>[], closed: number) => {
    const codes: number[] = []
    for (const ear of ears) void ear.closed.then((code) => codes.push(code))
    await until(
      async () => codes.length,
      (length) => length >= closed,
    )
    return codes
  }

  it('[attack S36] sockets of one user are twenty, however fast they are opened', async () => {
    const path = `/api/ws/organizations/${organizationId}`
    const ears = Array.from({ length: 60 }, () => openFor(server, person, path))
    expect(await codesOf(ears, 40)).toEqual(Array(40).fill(CLOSE.done))
    expect(server.context.hub.size()).toBe(20)
    for (const { socket } of ears) socket.close()
  })

  it('[attack S36] sockets of visitors are a hundred from one network, whoever they say they are', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId])
    await until(
      async () => server.context.hub.size(),
      (size) => size === 0,
    )
    const tokens = await Promise.all(Array.from({ length: 6 }, () => visitors.visitor(id)))
    const ears = tokens.flatMap((token) =>
      Array.from({ length: 20 }, () => openSocket(server, `/api/ws/share/${id}`, token)),
    )
    expect(await codesOf(ears, 20)).toEqual(Array(20).fill(CLOSE.rateLimited))
    expect(server.context.hub.size()).toBe(100)
    const mine = openFor(server, person, `/api/ws/organizations/${organizationId}`)
    await mine.next('hello')
    for (const { socket } of [...ears, mine]) socket.close()
  })

  it('[attack S39] retries of a public page count in its day, exactly, when eight come at once', async () => {
    const id = await publicAssistant(ann, organizationId, [baseId], { state: 'on', daily_limit: 10 })
    const token = await visitors.visitor(id)
    const answers: string[] = []
    for (let n = 0; n < 8; n += 1) {
      const { body } = await visitors.ask(id, token)
      await visitors.answered(id, token, body.answer.id)
      answers.push(body.answer.id)
    }
    const again = await Promise.all(
      answers.map((answer) => visitors.call('POST', `${id}/messages/${answer}/retry`, token)),
    )
    expect(again.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(6).fill(403)])
    for (const answer of answers) await visitors.answered(id, token, answer)
  })

  it("[attack S39] retries count in the plan's month, and end with it", async () => {
    const { id } = await ann.integration(organizationId, [baseId])
    const { answer } = await ann.send(id, 'What do parrots eat?')
    await ann.answered(answer.id)
    const retry = () => ann.call('POST', `/api/v1/messages/${answer.id}/retry`)
    const used = async () =>
      (await ann.call('GET', `/api/v1/organizations/${organizationId}/usage`)).body.meters.find(
        ({ key }: { key: string }) => key === 'messages_month',
      )
    const before = (await used()).used
    expect((await retry()).status).toBe(200)
    expect((await used()).used).toBe(before + 1)
    await ann.answered(answer.id)
    const { limit } = await used()
    await server.database.db.execute(sql`update message_counts set count = ${limit}`)
    expect(await retry()).toMatchObject({ status: 402, body: { limit: 'messages_month' } })
    await server.database.db.execute(sql`update message_counts set count = 0`)
  })

  it('[attack S1] questions of others are taken away by editors alone', async () => {
    const { id } = await ann.integration(organizationId, [baseId])
    const { conversation, question, answer } = await ann.send(id, 'What do parrots eat?')
    await ann.answered(answer.id)
    const replace = (client: Client) =>
      client.call('POST', `/api/v1/integrations/${id}/messages`, {
        content: 'x',
        conversation_id: conversation.id,
        config: 'draft',
        replaces: question.id,
      })
    const viewer = await member('viewer')
    const mayChange = async (client: Client) =>
      (await client.call('GET', `/api/v1/conversations/${conversation.id}`)).body.may_change
    expect(await mayChange(viewer)).toBe(false)
    expect(await mayChange(ann)).toBe(true)
    expect((await replace(viewer)).status).toBe(403)
    expect((await viewer.call('POST', `/api/v1/messages/${answer.id}/retry`)).status).toBe(403)
    const { body } = await ann.call('GET', `/api/v1/conversations/${conversation.id}`)
    expect(body.messages.map((message: { id: string }) => message.id)).toEqual([question.id, answer.id])
    const replaced = await replace(await member('editor'))
    expect(replaced.status).toBe(201)
    await ann.answered(replaced.body.answer.id)
  })
})
