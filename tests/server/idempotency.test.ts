import { describe, expect, it, vi } from 'vitest'
import type * as z from 'zod/mini'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { type Route, withRoutes } from '../harness/routes.ts'
import { partsOf } from '../harness/schemas.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'

describe('a write under an Idempotency-Key', async () => {
  const { made: server, definitions } = await withRoutes(() => serve())

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

  it('[attack S41] has one effect and one answer, however often it is sent', async () => {
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

  it('is given back once the database is reached again, and has one effect', async () => {
    const person = await server.register()
    const { pool } = server.database
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
    let isAway = true
    const spied = vi.spyOn(pool, 'query').mockImplementation(((...args: [{ text?: string }]) => {
      if (!isAway || !args[0].text?.startsWith('update "idempotency_keys"')) return query(...args)
      isAway = false
      return Promise.reject(
        Object.assign(new Error('unreachable'), { code: 'EHOSTUNREACH', syscall: 'connect' }),
      )
    }) as typeof pool.query)
    expect((await found(person, 'away')).statusCode).toBe(201)
    expect(isAway).toBe(false)
    await expect.poll(async () => (await found(person, 'away')).statusCode).toBe(201)
    spied.mockRestore()
    expect(await names(person)).toEqual(['Acme'])
  })

  it('is free again after a refusal that passes by itself, such as of too many requests', async () => {
    const { person, organizationId: id } = await organizationOn(server)
    const invite = (key?: string) =>
      server.inject({
        method: 'POST',
        url: `/api/v1/organizations/${id}/invitations`,
        headers: { ...person.headers, ...(key && { 'idempotency-key': key }) },
        payload: { emails: ['x@example.test'], role: 'viewer' },
      })
    server.config.rateLimits = true
    while ((await invite()).statusCode !== 429);
    expect((await invite('later')).statusCode).toBe(429)
    server.config.rateLimits = false
    expect((await invite('later')).statusCode).toBe(200)
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

  it('[attack S41] refuses the key of another request, and says why', async () => {
    const person = await server.register()
    await found(person, 'a', 'One')
    const other = await found(person, 'a', 'Two')
    expect([other.statusCode, other.json().fields]).toEqual([
      422,
      { 'Idempotency-Key': 'was used for another request' },
    ])
    expect(await names(person)).toEqual(['One'])
  })

  it('[attack S14] never stores the secrets of an answer, and has one effect', async () => {
    const { person, organizationId: id } = await organizationOn(server)
    const post = (url: string, payload: object) =>
      server.inject({
        method: 'POST',
        url,
        headers: { ...person.headers, 'idempotency-key': 'secret' },
        payload,
      })
    const key = { name: 'Key', scopes: ['read'], expires_in_days: 1 }
    const created = (await post('/api/v1/users/me/api-keys', key)).json()
    const again = await post('/api/v1/users/me/api-keys', key)
    expect([again.statusCode, again.json().code]).toEqual([409, 'answered'])
    const setup = (await post('/api/v1/users/me/two-factor/setup', { password: PASSWORD })).json()
    const invited = await post(`/api/v1/organizations/${id}/invitations`, {
      emails: ['x@example.test'],
      role: 'viewer',
    })
    const token = invited.json().results[0].invitation.link.split('/').at(-1)
    const stored = JSON.stringify(
      (
        await server.database.pool.query('select * from idempotency_keys where user_id = $1', [
          person.user.id,
        ])
      ).rows,
    )
    for (const secret of [created.secret, setup.secret, token]) {
      expect(secret).toMatch(/^[\w-]{20,}$/)
      expect(stored).not.toContain(secret)
    }
    const { body } = await server.inject({ url: '/api/v1/users/me/api-keys', headers: person.headers })
    expect(JSON.parse(body)).toHaveLength(1)
  })

  it('[attack S14] is told of every route whose answer holds a secret', () => {
    const secrets = new Set([
      'secret',
      'uri',
      'backup_codes',
      'link',
      'token',
      'access_token',
      'refresh_token',
    ])
    const answers = ({ schema }: Route) =>
      Object.values((schema?.response ?? {}) as Record<string, z.core.$ZodType>).flatMap((answer) =>
        partsOf(answer),
      )
    const telling = definitions.filter(
      (route) =>
        route.method === 'POST' &&
        !route.config?.public &&
        answers(route).some(({ path }) => path.some((name) => secrets.has(String(name)))),
    )
    expect(telling.length).toBeGreaterThan(3)
    expect(telling.filter(({ config }) => !config?.answersSecret).map(({ name }) => name)).toEqual([])
  })

  it('takes no files: they could not be compared, and a repeat would confirm files that were never stored', async () => {
    const { person, organizationId: id } = await organizationOn(server)
    const { id: base } = await createClient(server.url, person).knowledgeBase(id)
    const send = (url: string, field: string) => {
      const body = new FormData()
      body.append(field, new Blob(['question,answer\nOpen?,Yes.\n']), 'a.csv')
      const headers = { ...person.headers, 'idempotency-key': 'files' }
      return fetch(`${server.url}${url}`, { method: 'POST', headers, body })
    }
    for (const [url, field] of [
      [`/api/v1/knowledge-bases/${base}/documents`, 'files'],
      [`/api/v1/knowledge-bases/${base}/faq/import`, 'file'],
      [`/api/v1/organizations/${id}/logo`, 'file'],
      ['/api/v1/users/me/photo', 'file'],
    ] as const) {
      const answer = await send(url, field)
      expect([url, answer.status, (await answer.json()).fields]).toEqual([
        url,
        422,
        { 'Idempotency-Key': 'is not possible when you send files' },
      ])
    }
    const { paths } = (await server.inject({ url: '/docs/openapi.json' })).json()
    const takers = ['documents', 'texts'].filter((path) =>
      JSON.stringify(paths[`/api/v1/knowledge-bases/{id}/${path}`].post.parameters).includes('Idempotency'),
    )
    expect(takers).toEqual(['texts'])
  })

  it('refuses a key that is too long', async () => {
    const person = await server.register()
    expect((await found(person, 'x'.repeat(201))).statusCode).toBe(422)
  })
})
