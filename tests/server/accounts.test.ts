import { describe, expect, it, vi } from 'vitest'
import { TokenPair, User } from '../../src/services/contract/accounts.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD } from '../harness/server.ts'

describe('accounts', async () => {
  const server = await serve()
  const register = (payload: object) => server.inject({ method: 'POST', url: '/api/v1/register', payload })
  const me = (authorization?: string) =>
    server.inject({ url: '/api/v1/users/me', ...(authorization && { headers: { authorization } }) })

  it('leads a person, and no program, to making the first account while there is none', async () => {
    const open = (accept: string) => server.inject({ url: '/', headers: { accept } })
    expect((await open('text/html')).headers.location).toBe('/register?first')
    expect((await open('*/*')).headers.location).toBeUndefined()
    const counted = vi.spyOn(server.database.db, '$count').mockRejectedValueOnce(new Error('away'))
    const away = await open('text/html')
    expect(away.statusCode).toBeLessThan(500)
    expect(away.headers.location).toBeUndefined()
    expect(counted).toHaveBeenCalledOnce()
    counted.mockRestore()
    await register({ email: 'first@example.test', password: PASSWORD })
    expect((await open('text/html')).headers.location).toBeUndefined()
  })

  it('[S7.register] makes an account and tells nothing of its password', async () => {
    const answer = await register({ email: ' New@Example.test ', password: PASSWORD, first_name: 'Ann' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ message: 'Email sent to new@example.test.' })
    const { access_token }: TokenPair = (await server.logIn('new@example.test')).json()
    const user = User.parse((await me(`Bearer ${access_token}`)).json())
    expect(user).toMatchObject({ email: 'new@example.test', email_verified: false, first_name: 'Ann' })
  })

  it.each([
    ['no address', { password: PASSWORD }, 'email'],
    ['a wrong address', { email: 'nobody', password: PASSWORD }, 'email'],
    ['a short password', { email: 'a@b.test', password: 'short' }, 'password'],
    ['an array', { email: ['a@b.test'], password: PASSWORD }, 'email'],
    [
      'a link for a name',
      { email: 'a@b.test', password: PASSWORD, first_name: 'evil.example' },
      'first_name',
    ],
    ['a long name', { email: 'a@b.test', password: PASSWORD, last_name: 'x'.repeat(61) }, 'last_name'],
  ])('[S5.1] refuses %s and names the field', async (_what, payload, field) => {
    const answer = await register(payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
  })

  it('[S7.login] answers a form with both tokens, which are JWTs with exp and iat', async () => {
    const { user } = await server.register()
    const answer = await server.logIn(user.email.toUpperCase())
    expect(answer.statusCode).toBe(200)
    const { access_token, refresh_token } = TokenPair.parse(answer.json())
    const [access, refresh] = [claimsOf(access_token), claimsOf(refresh_token)]
    expect(access.exp - access.iat).toBe(15 * 60)
    expect(refresh.exp - refresh.iat).toBe(30 * 24 * 60 * 60)
    expect(Math.abs(access.iat - Date.now() / 1000)).toBeLessThan(10)
  })

  it('[attack S15] [S8.6] answers for an unknown address as for a wrong password', async () => {
    const { user } = await server.register()
    const [wrong, unknown] = [await server.logIn(user.email, 'nope'), await server.logIn('x@y.test', 'nope')]
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual({ detail: 'Incorrect email or password.', code: 'wrong_credentials' })
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
    expect(withoutDate(unknown.headers)).toEqual(withoutDate(wrong.headers))
  })

  it('[S7.me] tells the caller who they are, and [S7.me-patch] takes their names alone', async () => {
    const { user, headers } = await server.register()
    const payload = { first_name: ' Иван ', id: crypto.randomUUID(), email: 'other@example.test' }
    const changed = await server.inject({ method: 'PATCH', url: '/api/v1/users/me', headers, payload })
    expect(changed.json()).toEqual({ ...user, first_name: 'Иван' })
    expect((await me(headers.authorization)).json()).toEqual({ ...user, first_name: 'Иван' })
  })

  it('[attack S13] [S7.logout] ends the session: its tokens are refused at once', async () => {
    const { headers, tokens } = await server.register()
    expect((await me(headers.authorization)).statusCode).toBe(200)
    const { refresh_token } = tokens
    const logOut = () => server.inject({ method: 'POST', url: '/api/v1/logout', payload: { refresh_token } })
    expect((await logOut()).statusCode).toBe(200)
    expect((await me(headers.authorization)).statusCode).toBe(401)
    const refreshed = await server.inject({
      method: 'POST',
      url: '/api/v1/refresh',
      payload: { refresh_token },
    })
    expect(refreshed.statusCode).toBe(401)
    expect((await logOut()).statusCode).toBe(200)
  })

  it('leaves the other sessions of the user alone at log-out', async () => {
    const { user, tokens } = await server.register()
    const other: TokenPair = (await server.logIn(user.email)).json()
    const payload = { refresh_token: tokens.refresh_token }
    await server.inject({ method: 'POST', url: '/api/v1/logout', payload })
    expect((await me(`Bearer ${other.access_token}`)).statusCode).toBe(200)
  })
})

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number; iat: number }

const withoutDate = ({ date: _date, ...headers }: Record<string, unknown>) => headers
