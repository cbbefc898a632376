import { afterAll, describe, expect, it } from 'vitest'
import { makePlace } from '../harness/database.ts'
import { operate } from '../harness/operator.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'
import { codeOf } from '../harness/totp.ts'

describe('lectern user, while the server runs', async () => {
  const user = (...words: string[]) => operate(place, ['user', ...words])
  const isAdministrator = async ({ headers }: Person) =>
    (await server.inject({ url: '/api/v1/system', headers })).json().is_administrator
  const statusOf = async ({ headers }: Pick<Person, 'headers'>) =>
    (await server.inject({ url: '/api/v1/organizations', headers })).statusCode

  const place = await makePlace()
  afterAll(() => place.remove())
  const server = await serve({ place })
  const ann = await server.register('ann@example.test')
  await server.found(ann)

  it('lists and shows accounts, without anything secret', async () => {
    await server.registerUnverified('bob@example.test')
    const { said } = await user('list')
    expect(said).toMatch(
      /^ann@example\.test {2}confirmed, since \S+\nbob@example\.test {2}not confirmed, since \S+$/,
    )
    expect((await user('list', '--search', 'bob@')).said).not.toContain('ann')
    const shown = await user('show', 'Ann@example.test')
    expect(shown.said).toContain('  owner of Acme\n')
    expect(shown.said).toContain('API keys: 0; two-factor log-in: off')
    expect(shown.said).not.toMatch(/argon2|eyJ/)
  })

  it('confirms an address, and makes an administrator of it', async () => {
    const cid = await server.registerUnverified('cid@example.test')
    expect((await user('make-administrator', 'cid@example.test')).said).toContain(
      'once its address is confirmed',
    )
    expect(await isAdministrator(cid)).toBe(false)
    expect((await user('verify', 'cid@example.test')).said).toBe('cid@example.test is confirmed.')
    expect(await isAdministrator(cid)).toBe(true)
    await user('remove-administrator', 'cid@example.test')
    expect(await isAdministrator(cid)).toBe(false)
  })

  it('prints a link to a new password, which works once', async () => {
    await server.register('dan@example.test')
    const { said } = await operate(place, ['user', 'reset-password', 'dan@example.test'], {
      PUBLIC_URL: 'https://lectern.example/',
    })
    const [, token] = /^https:\/\/lectern\.example\/reset-password\/([\w-]{43})$/.exec(said) ?? []
    const payload = { token, new_password: 'another horse battery' }
    const reset = () => server.inject({ method: 'POST', url: '/reset-password', payload })
    expect((await reset()).statusCode).toBe(200)
    expect((await reset()).statusCode).toBe(410)
    expect((await server.logIn('dan@example.test', 'another horse battery')).statusCode).toBe(200)
  })

  it('ends sessions, with their sockets', async () => {
    const eve = await server.register('eve@example.test')
    const { id } = await server.found(eve)
    const ear = openFor(server, eve, `/api/ws/organizations/${id}`)
    await ear.next('hello')
    expect((await user('end-sessions', 'eve@example.test')).said).toMatch(/^Sessions ended: \d\.$/)
    expect(await ear.closed).toBe(4401)
    await expect.poll(() => statusOf(eve)).toBe(401)
    expect((await server.logIn('eve@example.test')).statusCode).toBe(200)
  })

  it('ends two-factor log-in, for someone who has lost the phone and the backup codes', async () => {
    const fay = await server.register('fay@example.test')
    const { id } = await server.found(fay)
    const ask = (what: string, payload: object) =>
      server.inject({
        method: 'POST',
        url: `/api/v1/users/me/two-factor/${what}`,
        headers: fay.headers,
        payload,
      })
    const { secret } = (await ask('setup', { password: PASSWORD })).json()
    expect((await ask('confirm', { code: codeOf(secret) })).statusCode).toBe(200)
    expect((await server.logIn('fay@example.test')).json().code).toBe('code_required')

    expect(await user('end-two-factor', 'fay@example.test')).toEqual({
      code: 0,
      said: 'fay@example.test can log in with only the password.',
    })
    await expect.poll(() => statusOf(fay)).toBe(401)
    const { access_token } = (await server.logIn('fay@example.test')).json()
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await user('show', 'fay@example.test')).said).toContain('two-factor log-in: off')
    const url = `/api/v1/organizations/${id}/audit-log?time_zone=UTC`
    expect((await server.inject({ url, headers })).json().items).toContainEqual(
      expect.objectContaining({
        action: 'account.two_factor_off',
        actor: { kind: 'system', id: null, name: '', email: null },
        target: { id: fay.user.id, name: 'fay@example.test' },
      }),
    )
    expect((await user('end-two-factor', 'fay@example.test')).said).toBe(
      'Two-factor log-in of fay@example.test is off already.',
    )
  })

  it('disables an account: no session, no log-in, no API key, until it is enabled', async () => {
    const key = await server.inject({
      method: 'POST',
      url: '/api/v1/users/me/api-keys',
      headers: ann.headers,
      payload: { name: 'program', scopes: ['read'], expires_in_days: null, password: PASSWORD },
    })
    const program = { headers: { authorization: `Bearer ${key.json().secret}` } }
    expect(await statusOf(program)).toBe(200)
    await user('disable', 'ann@example.test')
    expect(await statusOf(program)).toBe(401)
    await expect.poll(() => statusOf(ann)).toBe(401)
    const refused = await server.logIn('ann@example.test')
    expect({ status: refused.statusCode, code: refused.json().code }).toEqual({
      status: 401,
      code: 'account_disabled',
    })
    expect((await server.logIn('ann@example.test', 'a wrong password')).json().code).toBe('wrong_credentials')
    expect((await user('list')).said).toContain('ann@example.test  confirmed, disabled')
    await user('enable', 'ann@example.test')
    expect((await server.logIn('ann@example.test')).statusCode).toBe(200)
    expect(await statusOf(program)).toBe(200)
  })

  it('says what is wrong: an unknown address, a missing word, an unknown command', async () => {
    expect(await user('show', 'nobody@example.test')).toEqual({
      code: 1,
      said: 'No account has the email address nobody@example.test.',
    })
    expect(await user('show')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/^Usage: lectern user show <email>/),
    })
    expect(await user('praise', 'ann@example.test')).toMatchObject({ code: 2 })
    for (const words of [['help', 'nonsense'], ['nonsense', '--help'], ['nonsense']])
      expect(await operate(place, words)).toMatchObject({
        code: 2,
        said: expect.stringMatching(/^There is no command "nonsense"\./),
      })
    for (const words of [[], ['help'], ['--help'], ['help', 'user'], ['user', '--help']])
      expect(await operate(place, words)).toMatchObject({
        code: 0,
        said: expect.stringContaining('  lectern user end-two-factor <email> '),
      })
    expect(await operate(place, ['help', 'user', 'disable'])).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^Usage: lectern user disable <email>\n/),
    })
  })
})
