import { describe, expect, it } from 'vitest'
import { CLOSE } from '../../../src/services/contract/sockets.ts'
import { serve } from '../../harness/serve.ts'
import { PASSWORD } from '../../harness/server.ts'
import { openFor } from '../../harness/socket.ts'

describe('a session', async () => {
  const server = await serve()
  const post = (url: string, payload: object, headers = {}) =>
    server.inject({ method: 'POST', url: `/api/v1/${url}`, payload, headers })
  const refresh = (refresh_token: string) => post('refresh', { refresh_token })

  it('[attack S12] is not opened within the grace once it was left', async () => {
    const { tokens } = await server.register()
    const next = (await refresh(tokens.refresh_token)).json()
    await post('logout', { refresh_token: next.refresh_token })
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401)
    expect((await refresh(next.refresh_token)).statusCode).toBe(401)
  })

  it('[attack S9] that ends because a token came back is told to the log, without the token', async () => {
    const { tokens } = await server.register()
    const child = (await refresh(tokens.refresh_token)).json()
    await refresh(child.refresh_token)
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401)
    const log = server.logs.join('')
    expect(log).toContain('a refresh token was used again')
    expect(log).not.toContain(tokens.refresh_token)
  })

  it('[attack S13] ends with its sockets when the password is changed elsewhere', async () => {
    const here = await server.register()
    const elsewhere = (await server.logIn(here.user.email)).json()
    const { id } = await server.found(here)
    const ear = openFor(server, here, `/api/ws/organizations/${id}`)
    await ear.next('hello')
    const changed = await post(
      'users/change-password',
      { current_password: PASSWORD, new_password: 'another horse battery' },
      { authorization: `Bearer ${elsewhere.access_token}` },
    )
    expect(changed.statusCode).toBe(200)
    expect(await ear.closed).toBe(CLOSE.unauthorized)
    expect((await server.inject({ url: '/api/v1/users/me', headers: here.headers })).statusCode).toBe(401)
    expect((await refresh(here.tokens.refresh_token)).statusCode).toBe(401)
  })
})
