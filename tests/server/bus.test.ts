import { describe, expect, it } from 'vitest'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { makePlace } from '../harness/database.ts'
import { startTestServer } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'

describe.runIf(process.env.TEST_DATABASE_URL)('two servers on one PostgreSQL', () => {
  const startTwo = async () => {
    const place = await makePlace()
    const jwtSecret = 'x'.repeat(32)
    const [one, two] = [
      await startTestServer({ place, jwtSecret }),
      await startTestServer({ place, jwtSecret }),
    ]
    const close = async () => {
      await one.close()
      await two.close()
      await place.remove()
    }
    return { one, two, close }
  }

  it('hear what the other publishes, in order, whatever its size', async () => {
    const { one, two, close } = await startTwo()
    const person = await one.register()
    const { id } = await one.found(person)
    const ear = openFor(two, person, `/api/ws/organizations/${id}`)
    await ear.next('hello')
    const sizes = [1, 50_000, 2, 7_990, 3]
    for (const size of sizes) {
      one.context.hub.publish(`organization:${id}`, 'text', { text: '"ä\u0007😀'.repeat(size) })
    }
    one.context.hub.publish(`organization:${id}`, 'last', {})
    await ear.next('last')
    const texts = ear.frames
      .filter(({ type }) => type === 'text')
      .map(({ data }) => (data as { text: string }).text)
    expect(texts.map((text) => text.length)).toEqual(sizes.map((size) => size * 5))
    expect(texts[1]).toBe('"ä\u0007😀'.repeat(50_000))
    await close()
  })

  it('refuse a session that was ended at the other, and close its sockets', async () => {
    const { one, two, close } = await startTwo()
    const person = await one.register()
    const { id } = await one.found(person)
    const { headers } = person
    expect((await two.inject({ url: '/api/v1/users/me', headers })).statusCode).toBe(200)
    const ear = openFor(two, person, `/api/ws/organizations/${id}`)
    await ear.next('hello')
    const payload = { refresh_token: person.tokens.refresh_token }
    await one.inject({ method: 'POST', url: '/api/v1/logout', payload })
    expect(await ear.closed).toBe(CLOSE.unauthorized)
    expect((await two.inject({ url: '/api/v1/users/me', headers })).statusCode).toBe(401)
    await close()
  })

  it('hear each other again after their listening connections were cut', async () => {
    const { one, two, close } = await startTwo()
    const person = await one.register()
    const { id } = await one.found(person)
    const ear = openFor(two, person, `/api/ws/organizations/${id}`)
    await ear.next('hello')
    await one.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen lectern' and datname = current_database()`,
    )
    await expect
      .poll(
        () => {
          one.context.hub.publish(`organization:${id}`, 'again', {})
          return ear.frames.some(({ type }) => type === 'again')
        },
        { timeout: 10_000 },
      )
      .toBe(true)
    await close()
  })
})
