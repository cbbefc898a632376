import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signIns } from '../../server/kernel/db/schema/index.ts'
import { mailsTo } from '../harness/mails.ts'
import type { TestServer } from '../harness/server.ts'

const ARGON2 = '@node-rs/argon2'
const PASSWORD = 'correct horse battery'
const NEW = 'Staple-9-battery'

/** How often a password was hashed or compared: nothing else of a log-in or registration takes as long. */
const hashing = { count: 0 }

const counted =
  <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
  (...args: Args) => {
    hashing.count += 1
    return work(...args)
  }

const withoutDate = ({ date: _date, ...headers }: Record<string, unknown>) => headers

describe('who has an account here', () => {
  let server: TestServer
  beforeAll(async () => {
    // The files of a worker share their modules: this server is loaded anew, with a password hash that counts.
    vi.resetModules()
    vi.doMock(ARGON2, async (load) => {
      const argon2 = await load<typeof import('@node-rs/argon2')>()
      return { hash: counted(argon2.hash), verify: counted(argon2.verify) }
    })
    const { startTestServer } = await import('../harness/server.ts')
    server = await startTestServer({ publicUrl: 'https://lectern.test' })
  })
  afterAll(async () => {
    await server.close()
    vi.doUnmock(ARGON2)
    vi.resetModules()
  })

  const post = (url: string, payload: object, headers = {}) =>
    server.inject({ method: 'POST', url, payload, headers })
  const register = (email: string, password = PASSWORD) => post('/api/v1/register', { email, password })

  it('[attack L1] what is done after a log-in that failed takes as long for either', async () => {
    const { user } = await server.register()
    const { db } = server.context
    const known = () => db.$count(signIns, eq(signIns.userId, user.id))
    const before = await known()
    const transactions = vi.spyOn(db, 'transaction')
    /** Those of log-ins that failed: what looks after documents has some of its own, every few seconds. */
    const done = async () => {
      await server.context.background.settle()
      return transactions.mock.calls.filter(([work]) => String(work).includes('wrong_password'))
    }
    await server.logIn(`nobody.${user.email}`, 'a wrong password')
    expect(await done()).toHaveLength(1)
    expect(await known()).toBe(before)
    await server.logIn(user.email, 'a wrong password')
    expect(await done()).toHaveLength(2)
    expect(await known()).toBe(before + 1)
    transactions.mockRestore()
  })

  it('[attack S15] a log-in with an unknown address is answered by the same work as one with a known', async () => {
    const { user } = await server.register()
    const counts = []
    const answers = []
    for (const email of [user.email, `nobody.${user.email}`]) {
      hashing.count = 0
      answers.push(await server.logIn(email, 'a wrong password'))
      counts.push(hashing.count)
    }
    expect(counts).toEqual([1, 1])
    const [known, unknown] = answers.map(({ statusCode, body, headers }) => ({
      statusCode,
      body,
      headers: withoutDate(headers),
    }))
    expect(unknown).toEqual(known)
  })

  describe('[attack S16]', () => {
    /** What is told by an answer, and the work before it. */
    const told = async (ask: () => ReturnType<typeof post>, address: string) => {
      hashing.count = 0
      const { statusCode, body, headers } = await ask()
      return {
        statusCode,
        body: body.replaceAll(address, '…'),
        headers: { ...withoutDate(headers), 'content-length': null },
        hashed: hashing.count,
      }
    }
    const free = () => `${crypto.randomUUID()}@example.test`

    it('registering a taken address is answered like a free one, and changes nothing of it', async () => {
      const { user } = await server.register()
      const [fresh, upper] = [free(), user.email.toUpperCase()]
      const known = await told(() => register(upper, NEW), user.email)
      expect(known).toMatchObject({ statusCode: 201, hashed: 1 })
      expect(await told(() => register(fresh, NEW), fresh)).toEqual(known)
      expect((await server.logIn(user.email, NEW)).statusCode).toBe(401)
      expect((await server.logIn(user.email)).statusCode).toBe(200)
    })

    it('mails the address that it has an account, where to log in and how to reset the password', async () => {
      const { user } = await server.register()
      await register(user.email, NEW)
      const [mail, ...others] = await mailsTo(server, user.email)
      expect(others).toEqual([])
      expect(mail?.subject).toBe('You already have an account')
      expect(mail?.body).toContain('https://lectern.test/login\n')
      expect(mail?.body).toContain('https://lectern.test/forgot-password\n')
    })

    it('one of twenty parallel registrations makes the account, and all are answered the same', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => register('race@example.test')))
      expect(new Set(answers.map(({ statusCode, body }) => statusCode + body)).size).toBe(1)
      const { rows } = await server.context.db.execute(
        sql`select 1 from users where email = 'race@example.test'`,
      )
      expect(rows).toHaveLength(1)
    })

    it('asking for a new password is answered the same', async () => {
      const { user } = await server.register()
      const forgot = (email: string) => told(() => post('/forgot-password', { email }), email)
      expect(await forgot(free())).toEqual(await forgot(user.email))
    })

    it('changing to an address that is taken is answered like a free one; its owner gets a mail', async () => {
      const [person, other] = [await server.register(), await server.register()]
      const change = (email: string) =>
        told(() => post('/api/v1/users/me/email', { email, password: PASSWORD }, person.headers), email)
      expect(await change(free())).toEqual(await change(other.user.email))
      const [mail] = await mailsTo(server, other.user.email)
      expect(mail?.subject).toBe('You already have an account')
    })
  })
})
