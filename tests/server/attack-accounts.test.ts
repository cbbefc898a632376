import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { mailedLinks, mails } from '../../server/kernel/db/schema/index.ts'
import { outboxPath } from '../../server/kernel/mail/outbox.routes.ts'
import type { TokenPair } from '../../src/services/contract/accounts.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { mailsTo, tokenIn } from '../harness/mails.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person, startTestServer } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'
import { codeOf } from '../harness/totp.ts'

const NEW = 'Staple-9-battery'

describe('attacks on accounts', async () => {
  const server = await serve({ publicUrl: 'https://lectern.test' })

  const post = (url: string, payload: object, headers = {}) =>
    server.inject({ method: 'POST', url, payload, headers })
  const me = (headers: { authorization: string }) => server.inject({ url: '/api/v1/users/me', headers })
  const register = (email: string, password = PASSWORD) => post('/api/v1/register', { email, password })
  const reset = (token: string, new_password = NEW) => post('/reset-password', { token, new_password })
  const confirm = (token: string) => post('/api/v1/confirm-email', { token })
  const tokenFor = async (address: string) => tokenIn((await mailsTo(server, address))[0]?.body ?? '')
  const askReset = async ({ user }: Person) => {
    await post('/forgot-password', { email: user.email })
    return tokenFor(user.email)
  }
  const askChange = async (person: Person, email = `new.${person.user.email}`) => {
    await post('/api/v1/users/me/email', { email, password: PASSWORD }, person.headers)
    return tokenFor(email)
  }
  const makeKey = async (person: Person) => {
    const made = await post(
      '/api/v1/users/me/api-keys',
      { name: 'x', scopes: ['read', 'manage'], expires_in_days: null },
      person.headers,
    )
    return { authorization: `Bearer ${made.json().secret}` }
  }
  describe('[attack S13]', () => {
    const held = async () => {
      const person = await server.register()
      const { id } = await server.found(person)
      const ear = openFor(server, person, `/api/ws/organizations/${id}`)
      await ear.next('hello')
      return { person, ear, key: await makeKey(person), change: await askChange(person) }
    }

    it('a reset ends sessions, sockets, API keys and links that are under way, and says so', async () => {
      const { person, ear, key, change } = await held()
      expect((await me(key)).statusCode).toBe(200)
      expect((await reset(await askReset(person))).json().message).toContain('API keys were deleted')
      expect(await ear.closed).toBe(CLOSE.unauthorized)
      expect([(await me(person.headers)).statusCode, (await me(key)).statusCode]).toEqual([401, 401])
      expect((await confirm(change)).statusCode).toBe(410)
      const { refresh_token } = person.tokens
      expect((await post('/api/v1/refresh', { refresh_token })).statusCode).toBe(401)
      const [mail] = await mailsTo(server, person.user.email)
      expect(mail?.body).toContain('Your API keys were deleted')
    })

    it('a changed password ends the other sessions and links that are under way', async () => {
      const { person, ear, change } = await held()
      const other: TokenPair = (await server.logIn(person.user.email)).json()
      const link = await askReset(person)
      await post(
        '/api/v1/users/change-password',
        { current_password: PASSWORD, new_password: NEW },
        { authorization: `Bearer ${other.access_token}` },
      )
      expect(await ear.closed).toBe(CLOSE.unauthorized)
      expect((await me(person.headers)).statusCode).toBe(401)
      const { refresh_token } = person.tokens
      expect((await post('/api/v1/refresh', { refresh_token })).statusCode).toBe(401)
      expect([(await confirm(change)).statusCode, (await reset(link)).statusCode]).toEqual([410, 410])
    })

    it('a log-out and the end of an account end the sockets', async () => {
      const { person, ear } = await held()
      await post('/api/v1/logout', { refresh_token: person.tokens.refresh_token })
      expect(await ear.closed).toBe(CLOSE.unauthorized)
      const gone = await held()
      await post('/api/v1/users/me/delete', { password: PASSWORD }, gone.person.headers)
      expect([CLOSE.unauthorized, CLOSE.gone]).toContain(await gone.ear.closed)
      expect((await me(gone.key)).statusCode).toBe(401)
    })

    it('the owner of an address that somebody else registered gets it without their keys, links and second step', async () => {
      const thief = await server.registerUnverified('victim@example.test')
      const answer = await register('victim@example.test', NEW)
      expect(answer.statusCode).toBe(201)
      const [told] = await mailsTo(server, 'victim@example.test')
      expect(told?.subject).toBe('You already have an account')
      const link = await tokenFor('victim@example.test')
      expect(link).toBe('')
      expect((await reset(await askReset(thief))).statusCode).toBe(200)
      expect((await me(thief.headers)).statusCode).toBe(401)
      expect((await server.logIn('victim@example.test', PASSWORD)).statusCode).toBe(401)
      expect((await server.logIn('victim@example.test', NEW)).statusCode).toBe(200)
    })
  })

  describe('[attack S9]', () => {
    it('a refresh token that is used again is told to the log, without the token', async () => {
      const person = await server.register()
      const { refresh_token } = person.tokens
      const second = (await post('/api/v1/refresh', { refresh_token })).json()
      await post('/api/v1/refresh', { refresh_token: second.refresh_token })
      const reused = await post('/api/v1/refresh', { refresh_token })
      expect(reused.json().code).toBe('session_expired')
      const lines = server.logs.filter((line) => line.includes('refresh_token_reused'))
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ level: 40, event: 'refresh_token_reused', userId: person.user.id }),
      ])
      expect(server.logs.join('')).not.toContain(refresh_token.split('.')[2])
    })
  })

  describe('[attack S14]', () => {
    const keptMails = () => server.context.db.select().from(mails)

    it('the database keeps passwords as argon2id, and no token of a session, a link or a key', async () => {
      const person = await server.register()
      const secrets = [
        person.tokens.refresh_token.split('.')[2]!,
        (await makeKey(person)).authorization.slice('Bearer '.length),
      ]
      const links = [await askChange(person), await askReset(person)]
      const { db } = server.context
      const { rows: tables } = await db.execute<{ name: string }>(
        sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
      )
      for (const { name } of tables) {
        const dump = JSON.stringify((await db.execute(sql`select * from ${sql.identifier(name)}`)).rows)
        for (const secret of secrets) expect([name, dump.includes(secret)]).toEqual([name, false])
        // Without a mail server the outbox page has to show the links.
        if (name !== 'mails')
          for (const link of links) expect([name, dump.includes(link)]).toEqual([name, false])
        expect(dump).not.toContain(PASSWORD)
      }
      const { rows } = await db.execute<{ password_hash: string }>(sql`select password_hash from users`)
      for (const { password_hash } of rows) expect(password_hash).toMatch(/^\$argon2id\$/)
    })

    it('a mail of the outbox goes with the link in it: used, replaced, ended or expired', async () => {
      const person = await server.register()
      const replaced = await askReset(person)
      const used = await askReset(person)
      const ended = await askChange(person)
      expect(JSON.stringify(await keptMails())).not.toContain(replaced)
      expect(JSON.stringify(await keptMails())).toContain(used)
      await reset(used)
      const expired = await askReset(person)
      await server.context.background.settle()
      for (const link of [used, ended]) expect(JSON.stringify(await keptMails())).not.toContain(link)
      const page = () => server.inject({ url: outboxPath(server.config) })
      expect((await page()).body).toContain(expired)
      await server.context.db
        .update(mailedLinks)
        .set({ expiresAt: new Date() })
        .where(eq(mailedLinks.userId, person.user.id))
      expect((await page()).body).not.toContain(expired)
    })
  })

  describe('[attack S17]', () => {
    const kinds = [
      ['a reset', askReset, (token: string) => reset(token)],
      ['a changed address', askChange, confirm],
    ] as const

    it.each(kinds)('the link of %s is good for exactly one of twenty uses at once', async (_, ask, use) => {
      const token = await ask(await server.register())
      expect(token).toMatch(/^[\w-]{43}$/)
      const answers = await Promise.all(Array.from({ length: 20 }, () => use(token)))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(410)])
    })

    it.each(kinds)(
      'the link of %s is refused when replaced, altered, expired or of the other kind',
      async (...kind) => {
        const [, ask, use] = kind
        const person = await server.register()
        const [older, newer] = [await ask(person), await ask(person)]
        const altered = newer.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))
        const other = use === confirm ? reset(newer) : confirm(newer)
        for (const answer of [await use(older), await use(altered), await other, await use('')])
          expect(answer.statusCode).toBe(410)
        await server.context.db
          .update(mailedLinks)
          .set({ expiresAt: new Date() })
          .where(eq(mailedLinks.userId, person.user.id))
        expect((await use(newer)).statusCode).toBe(410)
      },
    )

    it('only one of several links that were requested at the same time works', async () => {
      const { user } = await server.register()
      const { email } = user
      await Promise.all(Array.from({ length: 20 }, () => post('/forgot-password', { email })))
      await mailsTo(server, email)
      const { rows } = await server.context.db.execute(
        sql`select 1 from mailed_links where user_id = ${user.id}`,
      )
      expect(rows).toHaveLength(1)
      expect(await mailsTo(server, email)).toHaveLength(1)
    })

    it('a reset that was asked for at the old address ends when the address changes', async () => {
      const person = await server.register()
      const [old, change] = [await askReset(person), await askChange(person)]
      expect((await confirm(change)).statusCode).toBe(200)
      expect((await reset(old)).statusCode).toBe(410)
    })

    it('opening a link does not use it up, its page sends no referrer, and its host is that of the settings', async () => {
      const person = await server.register()
      await post('/forgot-password', { email: person.user.email }, { host: 'evil.test' })
      const [mail] = await mailsTo(server, person.user.email)
      expect(mail?.body).toContain('https://lectern.test/reset-password/')
      expect(mail?.body).not.toContain('evil')
      const token = tokenIn(mail?.body ?? '')
      for (const url of [`/reset-password/verify/${token}`, `/reset-password/${token}`]) {
        const answer = await server.inject({ url, headers: { accept: 'text/html' } })
        expect(answer.headers['referrer-policy']).toBe('no-referrer')
      }
      expect((await reset(token)).statusCode).toBe(200)
    })
  })

  describe('[attack S18]', () => {
    it('mails to one address are limited, from any number of networks', async () => {
      const limited = await startTestServer({ rateLimits: true })
      const { user, headers } = await limited.register()
      const ask = (url: string, payload: object, n: number, extra = {}) =>
        limited.inject({
          method: 'POST',
          url,
          payload,
          remoteAddress: `198.51.100.${n}`,
          headers: { 'x-forwarded-for': `203.0.113.${n}`, ...extra },
        })
      const spellings = [user.email, user.email.toUpperCase(), ` ${user.email}`]
      const taken = 'somebody@example.test'
      for (const send of [
        (n: number) => ask('/forgot-password', { email: spellings[n % 3] }, n),
        (n: number) => ask('/api/v1/register', { email: spellings[n % 3], password: NEW }, n),
        (n: number) => ask('/api/v1/users/me/email', { email: taken, password: PASSWORD }, n, headers),
      ]) {
        const statuses = []
        for (let n = 1; n <= 7; n += 1) statuses.push((await send(n)).statusCode)
        expect(statuses.slice(-2)).toEqual([429, 429])
        expect(statuses[0]).toBeLessThan(300)
      }
      await limited.close()
    })

    it('codes of the second step cannot be guessed by somebody who is signed in, either', async () => {
      const person = await server.register()
      const setup = await post('/api/v1/users/me/two-factor/setup', { password: PASSWORD }, person.headers)
      await post('/api/v1/users/me/two-factor/confirm', { code: codeOf(setup.json().secret) }, person.headers)
      const statuses = []
      for (let n = 0; n < 6; n += 1) {
        const payload = { password: PASSWORD, code: '000000' }
        statuses.push((await post('/api/v1/users/me/two-factor/disable', payload, person.headers)).statusCode)
      }
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
    })
  })
})
