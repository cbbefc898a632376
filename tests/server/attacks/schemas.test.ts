import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Email } from '../../../src/services/contract/accounts.ts'
import { IntegrationPatch } from '../../../src/services/contract/integrations.ts'
import { createClient } from '../../harness/knowledge.ts'
import { type Route, withRoutes } from '../../harness/routes.ts'
import { isUnbounded, type Part, partsOf } from '../../harness/schemas.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

describe('what a request may hold', () => {
  let server: TestServer
  let definitions: Route[]
  beforeAll(async () => {
    ;({ made: server, definitions } = await withRoutes(() => startTestServer({ appFolder: '/nowhere' })))
  })
  afterAll(() => server.close())

  const partsOfRoute = ({ schema }: Route): Part[] =>
    (['body', 'querystring', 'params'] as const).flatMap((kind) => {
      const of = schema?.[kind]
      return of instanceof z.core.$ZodType
        ? partsOf(of).map((part) => ({ ...part, path: [kind, ...part.path] }))
        : []
    })

  it('[attack S22] [attack S43] is bounded in every text, list and record of every route', () => {
    const unbounded = definitions.flatMap((route) =>
      partsOfRoute(route)
        .filter(isUnbounded)
        .map(({ path }) => `${route.name}: ${path.join('.')}`),
    )
    expect(unbounded).toEqual([])
    expect(
      definitions.flatMap(partsOfRoute).filter(({ def }) => def.type === 'string').length,
    ).toBeGreaterThan(100)
  })

  it('[attack S22] says of a text that is too long nothing but that', () => {
    const email = z.safeParse(Email, `a@${'.'.repeat(1_000_000)}@`)
    const avatar = z.safeParse(IntegrationPatch, { avatar: 'x'.repeat(1_000_000) })
    expect(email.error?.issues.map(({ message }) => message)).toEqual(['Use at most 254 characters.'])
    expect(avatar.error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['avatar'], 'Use at most 16 characters.'],
    ])
  })

  it('[attack S43] takes a larger body only where it asks first who may send it', async () => {
    const larger = definitions.filter(({ bodyLimit }) => bodyLimit !== undefined)
    const [byProviders, byPeople] = [true, false].map((isScim) =>
      larger.filter(({ url }) => url.startsWith('/api/scim/') === isScim),
    )
    expect(byPeople?.map(({ name }) => name)).toEqual(['PATCH /api/v1/integrations/:id'])
    for (const { preParsing } of byPeople ?? []) expect(preParsing).toBeDefined()
    expect(byProviders?.map(({ name }) => name)).toEqual([
      'POST /api/scim/v2/Groups',
      'PUT /api/scim/v2/Groups/:id',
      'PATCH /api/scim/v2/Groups/:id',
    ])
    const { headers } = await server.register()
    for (const { method, url } of byProviders ?? []) {
      const payload = `{"displayName":"${'x'.repeat(1_000_000)}"}`
      const sent = { ...headers, 'content-type': 'application/scim+json' }
      const answer = await server.inject({ method: method as 'PUT', url, headers: sent, payload })
      expect(answer.statusCode).toBe(401)
    }
  })

  it('[attack S43] asks who calls before it reads what they send', async () => {
    const owner = await server.register()
    const stranger = await server.register()
    const { id } = await createClient(server.url, owner).integration((await server.found(owner)).id, [])
    const send = async (headers: Record<string, string>, payload: string) =>
      (
        await server.inject({
          method: 'PATCH',
          url: `/api/v1/integrations/${id}`,
          headers: { ...headers, 'content-type': 'application/json' },
          payload,
        })
      ).statusCode
    const large = `{"avatar":"${'x'.repeat(200_000)}"}`
    for (const payload of ['{', large]) {
      expect(await send({}, payload)).toBe(401)
      expect(await send(stranger.headers, payload)).toBe(404)
    }
    expect([await send(owner.headers, '{'), await send(owner.headers, large)]).toEqual([400, 413])
  })

  it('[attack S43] refuses lists and depths beyond any of the contract, and names the field', async () => {
    const { headers } = await server.register()
    const send = async (payload: string) => {
      const answer = await server.inject({
        method: 'POST',
        url: '/api/v1/organizations',
        headers: { ...headers, 'content-type': 'application/json' },
        payload,
      })
      return [answer.statusCode, answer.json().fields]
    }
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    const long = `[${'0,'.repeat(2_000)}0]`
    expect(await send(`{"name":"x","settings":${deep}}`)).toEqual([422, { settings: 'is nested too deeply' }])
    expect(await send(`{"name":${long}}`)).toEqual([422, { name: 'must have at most 1000 entries' }])
    expect(await send('{"name":"x","settings":{"a":{"b":1}}}')).toEqual([
      422,
      { 'settings.a': expect.any(String) },
    ])
  })
})
