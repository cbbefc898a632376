import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { refusalsOf } from '../../server/developers/reference/operations.ts'
import { apiKeys, signIns, twoFactors } from '../../server/kernel/db/schema/index.ts'
import { security } from '../../src/services/contract/operations/security.ts'
import type { CreatedApiKey } from '../../src/services/contract/security.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'
import { codeOf, stepWithTimeLeft } from '../harness/totp.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36'

describe('security', async () => {
  const server = await serve()
  const call = (headers: Record<string, string>, method: string, url: string, payload?: object) =>
    server.inject({ method: method as 'POST', url: `/api/v1${url}`, headers, ...(payload && { payload }) })
  const logIn = (email: string, code?: string, password = PASSWORD) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': CHROME },
      payload: new URLSearchParams({ username: email, password, ...(code && { code }) }).toString(),
    })

  describe('sessions', () => {
    it('are listed with device, browser and address, and the one that asks is marked', async () => {
      const person = await server.register()
      await logIn(person.user.email)
      const list = (await call(person.headers, 'GET', '/users/me/sessions')).json()
      expect(list).toHaveLength(2)
      expect(list.find((one: { current: boolean }) => !one.current)).toMatchObject({
        device: 'Chrome 137 on Windows',
        address: '127.0.0.1',
      })
      expect(list.filter((one: { current: boolean }) => one.current)).toHaveLength(1)
    })

    it('are ended one by one, or all but the one that asks', async () => {
      const person = await server.register()
      const others = await Promise.all([1, 2, 3].map(async () => (await logIn(person.user.email)).json()))
      const alive = () =>
        Promise.all(
          others.map(
            async ({ access_token }) =>
              (await call({ authorization: `Bearer ${access_token}` }, 'GET', '/users/me')).statusCode,
          ),
        )
      expect(await alive()).toEqual([200, 200, 200])
      const list = (await call(person.headers, 'GET', '/users/me/sessions')).json()
      const { id } = list.find((one: { current: boolean }) => !one.current)
      const stranger = await server.register()
      expect((await call(stranger.headers, 'DELETE', `/users/me/sessions/${id}`)).statusCode).toBe(404)
      expect((await call(person.headers, 'DELETE', `/users/me/sessions/${id}`)).statusCode).toBe(200)
      expect((await alive()).sort()).toEqual([200, 200, 401])
      expect((await call(person.headers, 'DELETE', '/users/me/sessions')).statusCode).toBe(200)
      expect(await alive()).toEqual([401, 401, 401])
      expect((await call(person.headers, 'GET', '/users/me')).statusCode).toBe(200)
    })
  })

  it('lists log-in attempts, newest first', async () => {
    const person = await server.register()
    await logIn(person.user.email, undefined, 'wrong')
    await server.context.background.settle()
    await logIn(person.user.email)
    await server.context.background.settle()
    const list = (await call(person.headers, 'GET', '/users/me/sign-ins')).json()
    expect(list.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'signed_in',
      'wrong_password',
      'signed_in',
    ])
    expect(list[0]).toMatchObject({ device: 'Chrome 137 on Windows' })
  })

  describe('two-factor log-in', () => {
    const turnedOn = async () => {
      const person = await server.register()
      await stepWithTimeLeft()
      const setup = await call(person.headers, 'POST', '/users/me/two-factor/setup', { password: PASSWORD })
      const { secret } = setup.json()
      const code = codeOf(secret, -1)
      const { backup_codes } = (
        await call(person.headers, 'POST', '/users/me/two-factor/confirm', { code })
      ).json()
      return { person, secret, backup: backup_codes as string[], used: code }
    }
    const outcome = async (email: string, code?: string) => {
      const answer = await logIn(email, code)
      return answer.statusCode === 200 ? 'in' : (answer.json().code as string)
    }

    it('asks for the password before it shows a secret that an authenticator reads', async () => {
      const person = await server.register()
      const setup = (password: string) =>
        call(person.headers, 'POST', '/users/me/two-factor/setup', { password })
      expect((await setup('wrong')).statusCode).toBe(422)
      const { secret, uri } = (await setup(PASSWORD)).json()
      expect(uri).toMatch(/^otpauth:\/\/totp\/Lectern:/)
      expect(uri).toContain(secret)
      expect(await outcome(person.user.email)).toBe('in')
      const wrong = await call(person.headers, 'POST', '/users/me/two-factor/confirm', { code: '000000' })
      expect(wrong.json().fields).toHaveProperty('code')
    })

    it('shows the same secret in a second tab, and another one after a quarter of an hour', async () => {
      const person = await server.register()
      const shown = async (): Promise<string> =>
        (await call(person.headers, 'POST', '/users/me/two-factor/setup', { password: PASSWORD })).json()
          .secret
      const [first, second] = await Promise.all([shown(), shown()])
      expect(second).toBe(first)
      const ofPerson = eq(twoFactors.userId, person.user.id)
      await server.context.db
        .update(twoFactors)
        .set({ lastStep: sql`${twoFactors.lastStep} - 30` })
        .where(ofPerson)
      const third = await shown()
      expect(third).not.toBe(first)
      await stepWithTimeLeft()
      expect(await shown()).toBe(third)
      const code = codeOf(third)
      const confirmed = await call(person.headers, 'POST', '/users/me/two-factor/confirm', { code })
      expect(confirmed.statusCode).toBe(200)
    })

    it('shows another secret after the password has changed: someone may have seen the first', async () => {
      const person = await server.register()
      const shown = async (password: string): Promise<string> =>
        (await call(person.headers, 'POST', '/users/me/two-factor/setup', { password })).json().secret
      const first = await shown(PASSWORD)
      const passwords = { current_password: PASSWORD, new_password: 'Another-passw0rd!' }
      await call(person.headers, 'POST', '/users/change-password', passwords)
      const second = await shown(passwords.new_password)
      expect([typeof second, second === first]).toEqual(['string', false])
    })

    it('says that it is on if it is confirmed again, and that it is off whenever it is turned off', async () => {
      const { person, secret, backup } = await turnedOn()
      const code = codeOf(secret, 0)
      const again = await call(person.headers, 'POST', '/users/me/two-factor/confirm', { code })
      expect([again.statusCode, again.json().code]).toEqual([409, 'two_factor_on'])
      expect(refusalsOf(security.confirmTwoFactor)).toHaveProperty('409', 'Two-factor log-in is already on.')
      for (const code of [backup[0], 'any'])
        expect(
          (await call(person.headers, 'POST', '/users/me/two-factor/disable', { password: PASSWORD, code }))
            .statusCode,
        ).toBe(200)
      expect(refusalsOf(security.endTwoFactor)).not.toHaveProperty('409')
    })

    it('asks for a code after the right password alone, and takes each code once', async () => {
      const { person, secret, used } = await turnedOn()
      const { email } = person.user
      expect((await logIn(email, undefined, 'wrong')).json().code).toBe('wrong_credentials')
      expect(await outcome(email)).toBe('code_required')
      expect(await outcome(email, used)).toBe('wrong_code')
      const code = codeOf(secret, 0)
      expect(await outcome(email, `${code.slice(0, 3)} ${code.slice(3)}`)).toBe('in')
      expect(await outcome(email, code)).toBe('wrong_code')
      expect(await outcome(email, codeOf(secret, -4))).toBe('wrong_code')
    })

    it('takes one of many that use a code at once', async () => {
      const { person, secret } = await turnedOn()
      const code = codeOf(secret, 0)
      const outcomes = await Promise.all(Array.from({ length: 4 }, () => outcome(person.user.email, code)))
      expect(outcomes.filter((one) => one === 'in')).toHaveLength(1)
    })

    it('gives ten backup codes, each for once, and keeps neither them nor the secret in clear', async () => {
      const { person, secret, backup } = await turnedOn()
      expect(backup).toHaveLength(10)
      expect(backup[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
      expect(await outcome(person.user.email, backup[0]?.toUpperCase())).toBe('in')
      expect(await outcome(person.user.email, backup[0])).toBe('wrong_code')
      expect((await call(person.headers, 'GET', '/users/me/two-factor')).json()).toEqual({
        enabled: true,
        backup_codes_left: 9,
      })
      const tables = ['two_factors', 'backup_codes'].map((name) =>
        server.database.pool.query(`select * from ${name} where user_id = $1`, [person.user.id]),
      )
      const dump = JSON.stringify((await Promise.all(tables)).map(({ rows }) => rows))
      for (const clear of [secret, backup[1] ?? '', (backup[1] ?? '').replaceAll('-', '')])
        expect(dump).not.toContain(clear)
    })

    it('waits a quarter of an hour after five wrong codes', async () => {
      const { person, secret } = await turnedOn()
      const { email, id } = person.user
      for (let count = 0; count < 5; count += 1) expect(await outcome(email, '000000')).toBe('wrong_code')
      expect(await outcome(email, codeOf(secret, 0))).toBe('rate_limited')
      const earlier = new Date(Date.now() - 16 * 60_000)
      await server.context.db.update(signIns).set({ createdAt: earlier }).where(eq(signIns.userId, id))
      expect(await outcome(email, codeOf(secret, 0))).toBe('in')
    })

    it('is not opened by codes of a secret that nobody can read any more, and still by a backup code', async () => {
      const { person, secret, backup } = await turnedOn()
      await server.context.db
        .update(twoFactors)
        .set({ secret: Buffer.alloc(40).toString('base64url') })
        .where(eq(twoFactors.userId, person.user.id))
      expect(await outcome(person.user.email, codeOf(secret, 0))).toBe('wrong_code')
      expect(await outcome(person.user.email, backup[3])).toBe('in')
    })

    it('ends with the password and a code, each of which alone is not enough', async () => {
      const { person, secret, backup } = await turnedOn()
      const again = await call(person.headers, 'POST', '/users/me/two-factor/setup', { password: PASSWORD })
      expect(again.statusCode).toBe(409)
      const ask = (what: 'disable' | 'backup-codes', password: string, code?: string) =>
        call(person.headers, 'POST', `/users/me/two-factor/${what}`, { password, code })
      for (const what of ['disable', 'backup-codes'] as const) {
        expect(Object.keys((await ask(what, 'wrong', codeOf(secret, 0))).json().fields)).toEqual(['password'])
        for (const code of [undefined, '', '000000'])
          expect(Object.keys((await ask(what, PASSWORD, code)).json().fields)).toEqual(['code'])
      }
      const renewed = await ask('backup-codes', PASSWORD, backup[0])
      expect(renewed.json().backup_codes).toHaveLength(10)
      expect((await ask('disable', PASSWORD, backup[1])).statusCode).toBe(422)
      expect((await ask('disable', PASSWORD, renewed.json().backup_codes[0])).statusCode).toBe(200)
      expect((await ask('backup-codes', PASSWORD, '1')).json().code).toBe('two_factor_off')
      expect(await outcome(person.user.email)).toBe('in')
    })
  })

  describe('API keys', () => {
    const create = async (person: Person, scopes: string[], expires_in_days: number | null = 30) =>
      (
        await call(person.headers, 'POST', '/users/me/api-keys', { name: 'Script', scopes, expires_in_days })
      ).json() as CreatedApiKey
    const by = ({ secret }: CreatedApiKey) => ({ authorization: `Bearer ${secret}` })

    it('are told once, kept as a hash, and listed by their beginning', async () => {
      const person = await server.register()
      const key = await create(person, ['read'])
      expect(key.secret).toMatch(/^lk_[\w-]{43}$/)
      const list = (await call(person.headers, 'GET', '/users/me/api-keys')).json()
      expect(list).toMatchObject([{ name: 'Script', prefix: key.secret.slice(0, 9), last_used_at: null }])
      expect(JSON.stringify(list)).not.toContain(key.secret)
      const rows = await server.context.db.select().from(apiKeys).where(eq(apiKeys.id, key.id))
      expect(JSON.stringify(rows)).not.toContain(key.secret)
      expect(server.logs.join('')).not.toContain(key.secret)
    })

    it('open what their scopes say, and nothing of the account', async () => {
      const person = await server.register()
      const { id } = await server.found(person)
      const keys = {
        read: await create(person, ['read']),
        ask: await create(person, ['ask']),
        manage: await create(person, ['manage']),
      }
      const status = async (key: CreatedApiKey, method: string, url: string, payload?: object) =>
        (await call(by(key), method, url, payload)).statusCode
      const base = `/organizations/${id}/integrations`
      const made = (await call(by(keys.manage), 'POST', base, { name: 'Desk' })).json()
      const ask = [`/integrations/${made.id}/messages`, { content: 'Hello?', config: 'draft' }] as const
      expect(await status(keys.read, 'GET', '/organizations')).toBe(200)
      expect(await status(keys.read, 'POST', base, { name: 'x' })).toBe(403)
      expect(await status(keys.read, 'POST', ...ask)).toBe(403)
      expect(await status(keys.ask, 'GET', '/organizations')).toBe(403)
      const asked = (await call(by(keys.ask), 'POST', ...ask)).json()
      expect(await status(keys.ask, 'GET', `/messages/${asked.answer.id}`)).toBe(200)
      expect(await status(keys.ask, 'DELETE', `/integrations/${made.id}`)).toBe(403)
      expect(await status(keys.manage, 'POST', ...ask)).toBe(403)
      for (const [method, url] of [
        ['GET', '/users/me/api-keys'],
        ['GET', '/users/me/sessions'],
        ['DELETE', '/users/me/sessions'],
        ['GET', '/users/me/two-factor'],
        ['POST', '/users/change-password'],
        ['POST', '/users/me/email'],
        ['POST', '/users/me/delete'],
        ['POST', '/users/me/photo'],
        ['PATCH', '/users/me'],
        ['POST', `/organizations/${id}/delete`],
        ['POST', '/subscription/change'],
        ['POST', '/subscription/undo'],
        ['POST', '/users/billing-details'],
        ['GET', '/users/billing-details'],
        ['GET', '/payments'],
      ] as const)
        expect([
          url,
          await status(await create(person, ['read', 'ask', 'write', 'manage']), method, url),
        ]).toEqual([url, 403])
    })

    it('end when they expire or are deleted, and note when they were used', async () => {
      const began = Date.now()
      const person = await server.register()
      const [expiring, deleted] = [await create(person, ['read']), await create(person, ['read'], null)]
      expect((await call(by(expiring), 'GET', '/users/me')).statusCode).toBe(200)
      const list = (await call(person.headers, 'GET', '/users/me/api-keys')).json()
      const used = list.find((key: { id: string }) => key.id === expiring.id)
      expect(Date.parse(used.last_used_at)).toBeGreaterThanOrEqual(began)
      await server.context.db
        .update(apiKeys)
        .set({ expiresAt: new Date(Date.now() - 1) })
        .where(eq(apiKeys.id, expiring.id))
      const stranger = await server.register()
      expect((await call(stranger.headers, 'DELETE', `/users/me/api-keys/${deleted.id}`)).statusCode).toBe(
        404,
      )
      expect((await call(person.headers, 'DELETE', `/users/me/api-keys/${deleted.id}`)).statusCode).toBe(200)
      for (const key of [expiring, deleted, { ...deleted, secret: 'lk_nothing' }])
        expect((await call(by(key), 'GET', '/users/me')).statusCode).toBe(401)
    })

    it.each([
      ['no name', { name: ' ', scopes: ['read'], expires_in_days: 1 }, 'name'],
      ['no scope', { name: 'x', scopes: [], expires_in_days: 1 }, 'scopes'],
      ['another scope', { name: 'x', scopes: ['admin'], expires_in_days: 1 }, 'scopes.0'],
      ['a past end', { name: 'x', scopes: ['read'], expires_in_days: 0 }, 'expires_in_days'],
    ])('are not made with %s', async (_, payload, field) => {
      const answer = await call((await server.register()).headers, 'POST', '/users/me/api-keys', payload)
      expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, [field]])
    })
  })
})
