import { describe, expect, it } from 'vitest'
import type { TokenPair } from '../../src/services/contract/accounts.ts'
import { serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'

describe('[S7.refresh] refresh tokens', async () => {
  const server = await serve()
  const refresh = (refresh_token: string) =>
    server.inject({ method: 'POST', url: '/api/v1/refresh', payload: { refresh_token } })
  const pairAfter = async (refresh_token: string): Promise<TokenPair> => (await refresh(refresh_token)).json()
  const me = async (token: string) =>
    (await server.inject({ url: '/api/v1/users/me', headers: { authorization: `Bearer ${token}` } }))
      .statusCode
  /** Moves what happened to the person's tokens into the past. */
  const minutesPass = (person: Person, minutes: number) =>
    server.database.pool.query(
      `update refresh_tokens set rotated_at = rotated_at - make_interval(mins => $1)
       where session_id in (select id from sessions where user_id = $2)`,
      [minutes, person.user.id],
    )
  const countTokens = async (person: Person) =>
    (
      await server.database.pool.query(
        'select t.id from refresh_tokens t join sessions s on s.id = t.session_id where s.user_id = $1',
        [person.user.id],
      )
    ).rows.length

  it('rotate: each gives a new pair that works', async () => {
    const person = await server.register()
    const next = await pairAfter(person.tokens.refresh_token)
    expect(next.refresh_token).not.toBe(person.tokens.refresh_token)
    expect(await me(next.access_token)).toBe(200)
    expect((await refresh(next.refresh_token)).statusCode).toBe(200)
  })

  it('[attack S10] give fifty parallel callers one and the same successor', async () => {
    const person = await server.register()
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(person.tokens.refresh_token)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map((answer) => answer.json().refresh_token)).size).toBe(1)
    expect(await countTokens(person)).toBe(2)
  })

  it('[attack S12] are taken again within the grace, although the successor is in use', async () => {
    const { tokens } = await server.register()
    const next = await pairAfter(tokens.refresh_token)
    expect(await me(next.access_token)).toBe(200)
    expect(await pairAfter(tokens.refresh_token)).toMatchObject({ refresh_token: next.refresh_token })
  })

  it('[attack S11] are taken again ten minutes later when the answer was lost', async () => {
    const person = await server.register()
    const lost = await pairAfter(person.tokens.refresh_token)
    await minutesPass(person, 10)
    const again = await pairAfter(person.tokens.refresh_token)
    expect(again.refresh_token).toBe(lost.refresh_token)
    expect(await me(again.access_token)).toBe(200)
  })

  it('[attack S9] end their family when one comes back after the grace', async () => {
    const person = await server.register()
    const next = await pairAfter(person.tokens.refresh_token)
    expect(await me(next.access_token)).toBe(200)
    await minutesPass(person, 1)
    const answer = await refresh(person.tokens.refresh_token)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'session_expired' })
    expect(await me(next.access_token)).toBe(401)
    expect((await refresh(next.refresh_token)).statusCode).toBe(401)
  })

  it('[attack S9] end their family when a grand-parent comes back, even within the grace', async () => {
    const { tokens } = await server.register()
    const child = await pairAfter(tokens.refresh_token)
    const grandchild = await pairAfter(child.refresh_token)
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401)
    expect((await refresh(grandchild.refresh_token)).statusCode).toBe(401)
  })

  it('end their family when one comes back whose row is long gone', async () => {
    const { tokens } = await server.register()
    let pair = tokens
    for (let turn = 0; turn < 3; turn += 1) pair = await pairAfter(pair.refresh_token)
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401)
    expect(await me(pair.access_token)).toBe(401)
  })

  it('[attack S12] are not opened within the grace once their session was left', async () => {
    const { tokens } = await server.register()
    const next = await pairAfter(tokens.refresh_token)
    const payload = { refresh_token: next.refresh_token }
    await server.inject({ method: 'POST', url: '/api/v1/logout', payload })
    expect((await refresh(tokens.refresh_token)).statusCode).toBe(401)
    expect((await refresh(next.refresh_token)).statusCode).toBe(401)
  })

  it('do not pile up', async () => {
    const person = await server.register()
    let pair = person.tokens
    for (let turn = 0; turn < 5; turn += 1) pair = await pairAfter(pair.refresh_token)
    expect(await countTokens(person)).toBeLessThanOrEqual(2)
  })

  it('leave no session behind in a hundred races', async () => {
    let { refresh_token } = (await server.register()).tokens
    for (let round = 0; round < 100; round += 1) {
      const answers = await Promise.all([
        refresh(refresh_token),
        refresh(refresh_token),
        refresh(refresh_token),
      ])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
      refresh_token = answers[0].json().refresh_token
    }
  })

  it.each([
    ['nothing', {}],
    ['a number', { refresh_token: 7 }],
  ])('refuses %s as unreadable', async (_what, payload) => {
    const answer = await server.inject({ method: 'POST', url: '/api/v1/refresh', payload })
    expect(answer.statusCode).toBe(422)
  })
})
