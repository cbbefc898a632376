import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { createAccountsRepository } from '../../server/accounts/accounts.repository.ts'
import { createAccounts } from '../../server/accounts/accounts.service.ts'
import { createAddresses } from '../../server/accounts/addresses.ts'
import { createMailedLinks } from '../../server/accounts/mailed-links.ts'
import { createPasswordResets } from '../../server/accounts/password-resets.ts'
import { createPasswords } from '../../server/accounts/passwords.ts'
import { createSignIns } from '../../server/accounts/sign-ins.ts'
import { createTokens } from '../../server/accounts/tokens.ts'
import { createTwoFactors } from '../../server/accounts/two-factor.ts'
import { mailedLinks, users } from '../../server/kernel/db/schema/index.ts'
import { mailsTo, tokenIn } from '../harness/mails.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'

const NEW = 'Staple-9-battery'
const HOUR = 3_600_000 // ms

describe('a forgotten password', async () => {
  const server = await serve({ publicUrl: 'https://lectern.test' })
  const post = (url: string, payload: object, headers = {}) =>
    server.inject({ method: 'POST', url, payload, headers })
  const forgot = (email: string) => post('/forgot-password', { email })
  const reset = (token: string, new_password = NEW) => post('/reset-password', { token, new_password })
  const verify = async (token: string) =>
    (await server.inject({ url: `/reset-password/verify/${token}` })).json()
  const me = ({ headers }: Person) => server.inject({ url: '/api/v1/users/me', headers })
  const askedBy = async (person: Person) => {
    await forgot(person.user.email)
    const [mail] = await mailsTo(server, person.user.email)
    return tokenIn(mail?.body ?? '')
  }

  it('[attack S16] [S7.forgot] answers for an unknown address as for a known one, and writes to the known one', async () => {
    const person = await server.register()
    const [known, unknown] = [await forgot(person.user.email.toUpperCase()), await forgot('x@nobody.test')]
    expect(known.statusCode).toBe(200)
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    const mails = await mailsTo(server, person.user.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Choose a new password'])
    expect(mails[0]?.body).toMatch(/https:\/\/lectern\.test\/reset-password\/[\w-]{43}\n/)
    expect(await mailsTo(server, 'x@nobody.test')).toEqual([])
  })

  it('[attack S17] [S7.verify] says whether the link works, and does not use it up', async () => {
    const person = await server.register()
    const token = await askedBy(person)
    for (const _ of [1, 2]) expect(await verify(token)).toEqual({ valid: true, email: person.user.email })
    expect(await verify(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toEqual({
      valid: false,
      email: null,
    })
  })

  it('[attack S13] [S7.reset] changes the password once and ends every session', async () => {
    const person = await server.register()
    const token = await askedBy(person)
    expect((await me(person)).statusCode).toBe(200)
    expect((await reset(token)).statusCode).toBe(200)
    expect((await me(person)).statusCode).toBe(401)
    expect((await server.logIn(person.user.email, PASSWORD)).statusCode).toBe(401)
    expect((await server.logIn(person.user.email, NEW)).statusCode).toBe(200)
    const again = await reset(token)
    expect(again.statusCode).toBe(410)
    expect(again.json()).toEqual({
      detail: 'This password reset link is invalid or has expired. Please request a new one.',
      code: 'reset_invalid',
    })
    const [mail] = await mailsTo(server, person.user.email)
    expect(mail?.subject).toBe('Your password was changed')
  })

  it('[attack S17] takes only the newest link, for an hour, and keeps none in clear', async () => {
    const person = await server.register()
    const older = await askedBy(person)
    const before = Date.now()
    const newer = await askedBy(person)
    const after = Date.now()
    expect((await verify(older)).valid).toBe(false)
    const mine = eq(mailedLinks.userId, person.user.id)
    const [row] = await server.context.db.select().from(mailedLinks).where(mine)
    expect(JSON.stringify(row)).not.toContain(newer)
    const madeAt = row!.expiresAt.getTime() - HOUR
    expect([madeAt >= before, madeAt <= after]).toEqual([true, true])
    await server.context.db.update(mailedLinks).set({ expiresAt: new Date() }).where(mine)
    expect((await verify(newer)).valid).toBe(false)
    expect((await reset(newer)).statusCode).toBe(410)
  })

  it.each([
    ['short', 'Ab1-x'],
    ['of one kind', 'justletters'],
    ['long', 'x'.repeat(73)],
  ])('refuses a password that is too %s and leaves the link as it was', async (_, password) => {
    const person = await server.register()
    const token = await askedBy(person)
    const answer = await reset(token, password)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().fields).toEqual({ new_password: expect.any(String) })
    expect((await verify(token)).valid).toBe(true)
  })

  it("refuses the person's own address as a password, at registration as well", async () => {
    const person = await server.register('ada.holm@example.test')
    expect((await reset(await askedBy(person), 'Ada.Holm-1843')).json().fields).toEqual({
      new_password: 'Your password must not contain your email address or name.',
    })
    const payload = { email: 'new@a.test', password: 'Lovelace-1843!', last_name: 'Lovelace' }
    expect((await post('/api/v1/register', payload)).json().fields).toHaveProperty('password')
  })

  it('[S7.change-password] asks for the old one and ends the other sessions alone', async () => {
    const person = await server.register()
    const other = (await server.logIn(person.user.email)).json()
    const change = (current_password: string) =>
      post('/api/v1/users/change-password', { current_password, new_password: NEW }, person.headers)
    const wrong = await change('no')
    expect([wrong.statusCode, wrong.json().fields]).toEqual([422, { current_password: 'Wrong password.' }])
    expect((await change(PASSWORD)).statusCode).toBe(200)
    expect((await me(person)).statusCode).toBe(200)
    const headers = { authorization: `Bearer ${other.access_token}` }
    expect((await me({ ...person, headers })).statusCode).toBe(401)
    expect((await server.logIn(person.user.email, NEW)).statusCode).toBe(200)
    // The answer may have been lost.
    expect((await change(PASSWORD)).statusCode).toBe(200)
    expect((await server.logIn(person.user.email, NEW)).statusCode).toBe(200)
  })

  it('writes no link into the log', async () => {
    const person = await server.register()
    const token = await askedBy(person)
    await verify(token)
    await server.inject({ url: `/reset-password/${token}`, headers: { accept: 'text/html' } })
    expect(server.logs.join('')).toContain('/reset-password/verify/…')
    expect(server.logs.join('')).not.toContain(token)
  })
})

describe('a password checked just before it is reset', async () => {
  const server = await serve()
  const { context } = server
  const { db } = context
  const repository = createAccountsRepository(db)
  const passwords = createPasswords(repository)
  const links = createMailedLinks(db)
  const signIns = createSignIns(db, context.background)
  const twoFactor = createTwoFactors(db, context.config, signIns)
  const post = (url: string, payload: object, headers = {}) =>
    server.inject({ method: 'POST', url, payload: { ...payload, new_password: NEW }, headers })
  const linkFor = async ({ user }: Person) => (await links.make('reset', user.id)).token
  const reset = async (person: Person) => post('/reset-password', { token: await linkFor(person) })
  const isNew = async ({ user }: Person) => (await server.logIn(user.email, NEW)).statusCode === 200

  it('[attack S13] changes nothing afterwards', async () => {
    const person = await server.register()
    const [session] = await context.sessions.of(person.user.id)
    const resets = createPasswordResets(context, {
      accounts: repository,
      links,
      twoFactor,
      passwords: {
        ...passwords,
        async confirm(...asked) {
          const confirmed = await passwords.confirm(...asked)
          await reset(person)
          return confirmed
        },
      },
    })
    const change = { current_password: PASSWORD, new_password: 'Thief-7-lantern' }
    await expect(resets.change(person.user.id, session!.id, change)).rejects.toMatchObject({
      status: 422,
      body: { fields: { current_password: 'Wrong password.' } },
    })
    expect(await isNew(person)).toBe(true)
  })

  it('[attack S13] leads to no other address afterwards', async () => {
    const person = await server.register()
    const { id } = person.user
    await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id))
    const confirm: typeof passwords.confirm = async (...asked) => {
      const confirmed = await passwords.confirm(...asked)
      await reset(person)
      return confirmed
    }
    const unused = {
      providerSessions: { endOfMember: async () => 0 },
      removedPeople: { noteFormer: async () => {} },
    }
    const addresses = createAddresses(context, repository, { ...passwords, confirm }, links, unused)
    await addresses.askToChange(id, { email: 'thief@elsewhere.test', password: PASSWORD })
    await context.background.settle()
    expect(await db.$count(mailedLinks, eq(mailedLinks.userId, id))).toBe(0)
    expect(await isNew(person)).toBe(true)
  })

  it.each<[string, (person: Person) => Promise<unknown>, string]>([
    ['it was reset', reset, 'wrong_credentials'],
    [
      'the account was disabled',
      ({ user }) => db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id)),
      'account_disabled',
    ],
  ])('[attack S13] begins no session after %s', async (_, meanwhile, code) => {
    const person = await server.register()
    await context.sessions.revokeAll(person.user.id, null)
    const accounts = createAccounts({
      ...context,
      accounts: repository,
      tokens: createTokens(context.config.jwtSecret),
      signIns,
      twoFactor,
      addresses: { welcome() {}, sendAgain: async () => false, async askToChange() {}, async confirm() {} },
      providerSessions: { mayGoOn: async () => true },
      passwords: {
        ...passwords,
        async matches(...asked) {
          const isRight = await passwords.matches(...asked)
          await meanwhile(person)
          return isRight
        },
      },
    })
    const credentials = { username: person.user.email, password: PASSWORD }
    const refused = accounts.logIn(credentials, { userAgent: 'Thief', address: '127.0.0.1' })
    await expect(refused).rejects.toMatchObject({ body: { code } })
    expect(await context.sessions.of(person.user.id)).toEqual([])
  })

  it.each([
    ['reset', 0],
    ['change', 1],
  ])('[attack S13] has no other session if the process ends as soon as a %s is stored', async (how, left) => {
    const person = await server.register()
    await server.logIn(person.user.email)
    const token = await linkFor(person)
    const transaction = db.transaction.bind(db)
    const ended = vi.spyOn(db, 'transaction').mockImplementation(async (...body) => {
      await transaction(...body)
      throw new Error('the process ended')
    })
    const answer =
      how === 'reset'
        ? await post('/reset-password', { token })
        : await post('/api/v1/users/change-password', { current_password: PASSWORD }, person.headers)
    ended.mockRestore()
    expect(answer.statusCode).toBe(500)
    expect(await context.sessions.of(person.user.id)).toHaveLength(left)
    expect(await isNew(person)).toBe(true)
  })
})
