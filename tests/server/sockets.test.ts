import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { decodeJwt, SignJWT } from 'jose'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { CLOSE, Hello } from '../../src/services/contract/sockets.ts'
import { serve } from '../harness/serve.ts'
import { type Person, startTestServer } from '../harness/server.ts'
import { openFor, openSocket } from '../harness/socket.ts'

describe('[S7.32] sockets', async () => {
  const server = await serve()

  const owner = async () => {
    const person = await server.register()
    const { id } = await server.found(person)
    return { person, id, path: `/api/ws/organizations/${id}` }
  }
  const insert = async (table: string, organizationId: string): Promise<string> =>
    (
      await server.database.pool.query(
        `insert into ${table} (organization_id, name) values ($1, 'x') returning id`,
        [organizationId],
      )
    ).rows[0].id

  it('greet, then tell what is published on their channel, in order', async () => {
    const { person, id, path } = await owner()
    const ear = openFor(server, person, path)
    const hello = await ear.next('hello')
    expect(Hello.parse(hello).data.heartbeat_s).toBe(25)
    server.context.hub.publish(`organization:${crypto.randomUUID()}`, 'organization_update', { id: 'other' })
    for (const n of [1, 2, 3])
      server.context.hub.publish(`organization:${id}`, 'organization_update', { id: `${n}` })
    server.context.hub.publish(`organization:${id}`, 'last', {})
    await ear.next('last')
    expect(ear.frames.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(ear.frames.slice(1, 4).map(({ data }) => data)).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }])
    expect(new Set(ear.frames.map((frame) => frame.id)).size).toBe(5)
    ear.socket.close()
  })

  it('give every listener the same event id', async () => {
    const { person, id, path } = await owner()
    const ears = [openFor(server, person, path), openFor(server, person, path)]
    await Promise.all(ears.map((ear) => ear.next('hello')))
    server.context.hub.publish(`organization:${id}`, 'organization_update', { id })
    const [one, two] = await Promise.all(ears.map((ear) => ear.next('organization_update')))
    expect(one!.id).toBe(two!.id)
    for (const { socket } of ears) socket.close()
  })

  it('open on a knowledge base and on an integration of the organization', async () => {
    const { person, id, path } = await owner()
    const [knowledgeBase, integration] = [
      await insert('knowledge_bases', id),
      await insert('integrations', id),
    ]
    for (const [url, channel] of [
      [`${path}/knowledge-bases/${knowledgeBase}`, `knowledge-base:${knowledgeBase}`],
      [`/api/ws/integrations/${integration}`, `integration:${integration}`],
    ] as const) {
      const ear = openFor(server, person, url)
      await ear.next('hello')
      server.context.hub.publish(channel, 'thing', { here: true })
      expect((await ear.next('thing')).data).toEqual({ here: true })
      ear.socket.close()
    }
  })

  it('answer a ping', async () => {
    const { person, path } = await owner()
    const ear = openFor(server, person, path)
    await ear.next('hello')
    ear.send({ type: 'ping' })
    await ear.next('pong')
    ear.socket.close()
  })

  describe('refuse connections', () => {
    let mine: { person: Person; id: string; path: string }
    let other: Person
    beforeAll(async () => {
      mine = await owner()
      other = await server.register()
      await server.found(other)
    })

    it.each([
      ['no token', () => ''],
      ['a refresh token', () => mine.person.tokens.refresh_token],
      ['an altered token', () => `${mine.person.tokens.access_token.slice(0, -4)}AAAA`],
    ])('with %s', async (_what, token) => {
      expect(await openSocket(server, mine.path, token()).closed).toBe(CLOSE.unauthorized)
    })

    it('[attack S35] who belongs to another organization, as if nothing were there', async () => {
      const [knowledgeBase, integration] = [
        await insert('knowledge_bases', mine.id),
        await insert('integrations', mine.id),
      ]
      const paths = [
        mine.path,
        `${mine.path}/knowledge-bases/${knowledgeBase}`,
        `/api/ws/integrations/${integration}`,
        `/api/ws/organizations/${crypto.randomUUID()}`,
        `/api/ws/integrations/${crypto.randomUUID()}`,
      ]
      for (const path of paths) {
        const ear = openFor(server, other, path)
        expect([path, await ear.closed]).toEqual([path, CLOSE.gone])
        expect(ear.frames).toEqual([])
      }
    })

    it('[attack S2] to a knowledge base under an organization that it does not belong to', async () => {
      const { id } = await server.found(mine.person, 'Second')
      const knowledgeBase = await insert('knowledge_bases', id)
      const ear = openFor(server, mine.person, `${mine.path}/knowledge-bases/${knowledgeBase}`)
      expect(await ear.closed).toBe(CLOSE.gone)
    })

    it.each([
      ['https://evil.test', 1006],
      ['null', 1006],
      ['not a url', 1006],
    ])('from a page of %s', async (origin, code) => {
      expect(await openFor(server, mine.person, mine.path, { origin }).closed).toBe(code)
    })

    it('[attack S35] but a page of the same host', async () => {
      const ear = openFor(server, mine.person, mine.path, { origin: server.url })
      await ear.next('hello')
      ear.socket.close()
    })
  })

  it('answer a plain request with 404', async () => {
    const { person, path } = await owner()
    const answer = await server.inject({ url: `${path}?token=${person.tokens.access_token}` })
    expect(answer.statusCode).toBe(404)
  })

  it('[attack S36] [S9.6] close with 4429 at the sixty-first frame in a minute; pings do not count', async () => {
    const { person, path } = await owner()
    const ear = openFor(server, person, path)
    await ear.next('hello')
    for (let n = 0; n < 30; n += 1) ear.send({ type: 'ping' })
    for (const frame of ['x', 'null', '[]', '{"type":1}']) ear.send(frame)
    for (let n = 0; n < 56; n += 1) ear.send({ type: 'noted' })
    ear.send({ type: 'ping' })
    await expect.poll(() => ear.frames.filter(({ type }) => type === 'pong').length).toBe(31)
    ear.send({ type: 'one too many' })
    expect(await ear.closed).toBe(CLOSE.rateLimited)
  })

  it('[attack S36] close with 1009 at a frame of more than 64 kB', async () => {
    const { person, path } = await owner()
    const ear = openFor(server, person, path)
    await ear.next('hello')
    ear.send('x'.repeat(64 * 1024 + 1))
    expect(await ear.closed).toBe(CLOSE.tooBig)
  })

  it('[attack L9] are cut when their other side does not answer the close', async () => {
    const person = await server.register()
    const { id } = await server.found(person)
    const ear = openFor(server, person, `/api/ws/organizations/${id}`)
    const line = new Promise<Duplex>((resolve) => ear.socket.once('upgrade', ({ socket }) => resolve(socket)))
    await ear.next('hello')
    const deaf = await line
    const cut = new Promise((resolve) => deaf.once('close', resolve))
    deaf.removeAllListeners('data').resume()
    for (let frame = 0; frame <= 60; frame += 1) ear.socket.send('{}')
    await cut
  })

  it('[attack S36] close the oldest when a user opens the twenty-first', async () => {
    const { person, path } = await owner()
    const ears = []
    for (let n = 0; n < 21; n += 1) {
      const ear = openFor(server, person, path)
      await ear.next('hello')
      ears.push(ear)
    }
    expect(await ears[0]!.closed).toBe(CLOSE.done)
    expect(ears.slice(1).every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true)
    for (const { socket } of ears) socket.close()
  })

  it('[attack S13] close with 4401 at log-out', async () => {
    const { person, path } = await owner()
    const ear = openFor(server, person, path)
    await ear.next('hello')
    const payload = { refresh_token: person.tokens.refresh_token }
    await server.inject({ method: 'POST', url: '/api/v1/logout', payload })
    expect(await ear.closed).toBe(CLOSE.unauthorized)
  })

  it.concurrent('[attack S6] close with 4403 when the membership ends, whoever ended it', async () => {
    const { person, id, path } = await owner()
    const ear = openFor(server, person, path)
    await ear.next('hello')
    await server.database.pool.query('delete from memberships where organization_id = $1', [id])
    expect(await ear.closed).toBe(CLOSE.forbidden)
  })

  it.concurrent('[attack S13] close with 4401 within 5 s when the session is revoked elsewhere', async () => {
    const { person, path } = await owner()
    const ear = openFor(server, person, path)
    await ear.next('hello')
    await server.database.pool.query('update sessions set revoked_at = now() where user_id = $1', [
      person.user.id,
    ])
    expect(await ear.closed).toBe(CLOSE.unauthorized)
  })

  const LIFE = 600 // s
  /** The person's access token, good for less long than one that the session is renewed with. */
  const expiring = ({ tokens }: Person) => {
    const { exp: _exp, ...claims } = decodeJwt(tokens.access_token)
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(`${LIFE}s`)
      .sign(Buffer.from(server.config.jwtSecret))
  }

  it.concurrent('close with 4401 within 5 s when the access token expires; one that was renewed stays', async () => {
    const [idle, renewing] = [await owner(), await owner()]
    const closing = openSocket(server, idle.path, await expiring(idle.person))
    const staying = openSocket(server, renewing.path, await expiring(renewing.person))
    await Promise.all([closing.next('hello'), staying.next('hello')])
    const payload = { refresh_token: renewing.person.tokens.refresh_token }
    await server.inject({ method: 'POST', url: '/api/v1/refresh', payload })
    const now = Date.now.bind(Date)
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + LIFE * 1000)
    // The check that ends the one has looked at the other as well.
    expect(await closing.closed).toBe(CLOSE.unauthorized)
    clock.mockRestore()
    server.context.hub.publish(`organization:${renewing.id}`, 'last', {})
    await staying.next('last')
    staying.socket.close()
  })

  it('close with the code given when what they are about is gone', async () => {
    const { person, id, path } = await owner()
    const ear = openFor(server, person, path)
    await ear.next('hello')
    server.context.hub.closeChannel(`organization:${id}`, CLOSE.gone)
    expect(await ear.closed).toBe(CLOSE.gone)
  })

  it('[attack S36] are removed once closed, also when the peer disappears', async () => {
    const { person, path } = await owner()
    // Those of other tests have been closed, but may not be gone yet.
    await expect.poll(() => server.context.hub.size()).toBe(0)
    const ears = [openFor(server, person, path), openFor(server, person, path)]
    await Promise.all(ears.map((ear) => ear.next('hello')))
    expect(server.context.hub.size()).toBe(2)
    ears[0]!.socket.terminate()
    ears[1]!.socket.close()
    await expect.poll(() => server.context.hub.size()).toBe(0)
  })

  it('survive an upgrade that is broken off half-way', async () => {
    const { person, path } = await owner()
    const { hostname, port } = new URL(server.url)
    const half = request({
      hostname,
      port,
      path: `${path}?token=${person.tokens.access_token}`,
      headers: { connection: 'upgrade', upgrade: 'websocket' },
    }).on('error', () => {})
    half.end()
    await once(half, 'close')
    const ear = openFor(server, person, path)
    await ear.next('hello')
    ear.socket.close()
  })
})

describe('a server that stops', () => {
  it('tells its sockets with 1001, and does not wait for one that does not answer', async () => {
    const server = await startTestServer()
    const person = await server.register()
    const { id } = await server.found(person)
    const [ear, deaf] = [
      openFor(server, person, `/api/ws/organizations/${id}`),
      openFor(server, person, `/api/ws/organizations/${id}`),
    ]
    await Promise.all([ear.next('hello'), deaf.next('hello')])
    deaf.socket.pause()
    // It would wait for ever.
    await server.close()
    expect(await ear.closed).toBe(CLOSE.goingAway)
    deaf.socket.terminate()
  })
})
