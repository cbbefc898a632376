import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'

describe('a write under an Idempotency-Key', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const found = ({ headers }: Person, key: string, name = 'Acme') =>
    server.inject({
      method: 'POST',
      url: '/api/v1/organizations',
      headers: { ...headers, 'idempotency-key': key },
      payload: { name },
    })
  const names = async ({ headers }: Person) =>
    (await server.inject({ url: '/api/v1/organizations', headers }))
      .json()
      .map(({ name }: { name: string }) => name)

  it('has one effect and one answer, however often it is sent', async () => {
    const person = await server.register()
    const answers = await Promise.all(Array.from({ length: 20 }, () => found(person, 'a')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(new Set(answers.map(({ headers }) => headers['content-type'])).size).toBe(1)
    expect(await names(person)).toEqual(['Acme'])
    expect((await found(person, 'a')).body).toBe(answers[0]!.body)
  })

  it('is another one under another key', async () => {
    const person = await server.register()
    await found(person, 'a', 'One')
    await found(person, 'b', 'Two')
    expect(await names(person)).toEqual(['One', 'Two'])
  })

  it("is the caller's own: the same key of another user is another write", async () => {
    const [ann, bob] = [await server.register(), await server.register()]
    const [one, two] = [await found(ann, 'same'), await found(bob, 'same')]
    expect(one.json().id).not.toBe(two.json().id)
    expect(await names(bob)).toHaveLength(1)
  })

  it('gives a refusal again, too, but is free again after a failure of ours', async () => {
    const person = await server.register()
    expect((await found(person, 'bad', ' ')).statusCode).toBe(422)
    await server.database.pool.query('alter table memberships rename to away')
    expect((await found(person, 'c')).statusCode).toBe(500)
    await server.database.pool.query('alter table away rename to memberships')
    expect((await found(person, 'c')).statusCode).toBe(201)
  })

  it('is begun anew when the process that had begun it is gone', async () => {
    const person = await server.register()
    await server.database.pool.query(
      `insert into idempotency_keys (user_id, key, route, created_at)
       values ($1, 'd', '/api/v1/organizations', now() - interval '2 minutes')`,
      [person.user.id],
    )
    expect((await found(person, 'd')).statusCode).toBe(201)
    expect(await names(person)).toHaveLength(1)
  })

  it('refuses a key that nobody would send', async () => {
    const person = await server.register()
    expect((await found(person, 'x'.repeat(201))).statusCode).toBe(422)
  })
})
