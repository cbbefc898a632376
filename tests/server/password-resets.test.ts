import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { mailedLinks } from '../../server/kernel/db/schema/index.ts'
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

  it('[attack S17] takes the host of its links from the settings, whatever a request says', async () => {
    const person = await server.register()
    await post('/forgot-password', { email: person.user.email }, { host: 'evil.test' })
    const [mail] = await mailsTo(server, person.user.email)
    expect(mail?.body).not.toContain('evil')
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

  it('[attack S17] lets one of twenty that use a link at once', async () => {
    const person = await server.register()
    const token = await askedBy(person)
    const answers = await Promise.all(Array.from({ length: 20 }, () => reset(token)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(19).fill(410)])
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
