import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ENTRIES_MAX } from '../../../server/kernel/http/bodies.ts'
import { SIGNED_IN_BYTES_MAX } from '../../../server/kernel/http/serve.ts'
import { Email } from '../../../src/services/contract/accounts.ts'
import { TYPED_TEXT_MAX } from '../../../src/services/contract/documents.ts'
import { IntegrationPatch } from '../../../src/services/contract/integrations.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import { createClient } from '../../harness/knowledge.ts'
import { type Route, withRoutes } from '../../harness/routes.ts'
import { isUnbounded, longestIn, longestOf, type Part, partsOf } from '../../harness/schemas.ts'
import { serve } from '../../harness/serve.ts'

describe('what a request may hold', async () => {
  const { made: server, definitions } = await withRoutes(() => serve({ appFolder: '/nowhere' }))

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
    const [byProviders, bySignedIn] = [true, false].map((isScim) =>
      larger.filter(({ url }) => url.startsWith('/api/scim/') === isScim),
    )
    expect(bySignedIn?.filter(({ config }) => config?.public)).toEqual([])
    const largest = bySignedIn?.filter(({ bodyLimit = 0 }) => bodyLimit > SIGNED_IN_BYTES_MAX) ?? []
    expect(largest.map(({ name, preParsing }) => [name, preParsing !== undefined]).toSorted()).toEqual([
      ['PATCH /api/v1/sources/:id', true],
      ['POST /api/v1/knowledge-bases/:id/documents/known', true],
      ['POST /api/v1/knowledge-bases/:id/sources', true],
      ['POST /api/v1/knowledge-bases/:id/texts', true],
      // Its body names the assistant.
      ['POST /v1/chat/completions', false],
      ['PUT /api/v1/documents/:id/text', true],
    ])
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

  it('takes the longest body of every schema', () => {
    const { bodyLimit: usual } = server.app.initialConfig
    const tooLong = definitions.flatMap(({ name, schema, bodyLimit = usual ?? 0 }) => {
      const { body, consumes } = (schema ?? {}) as { body?: unknown; consumes?: string[] }
      if (!(body instanceof z.core.$ZodType)) return []
      const longest = longestOf(body)
      // A form writes %2B where JSON may write \u002b.
      const bytes = consumes?.includes('application/x-www-form-urlencoded') ? longest / 2 : longest
      return bytes > bodyLimit ? [name] : []
    })
    // Clients send whole conversations with every question: the reference names its limit.
    expect(tooLong).toEqual(['POST /v1/chat/completions'])
    expect(api.programs.complete.rules.refuses).toHaveProperty('413')
    const lists = definitions.flatMap(partsOfRoute).filter(({ def }) => def.type === 'array')
    expect(Math.max(...lists.map(({ def }) => longestIn(def)))).toBe(ENTRIES_MAX)
  })

  it('takes a typed text of the longest kind, and a long conversation of an OpenAI client', async () => {
    const owner = await server.register()
    const organization = await server.found(owner)
    const client = createClient(server.url, owner)
    const base = await client.knowledgeBase(organization.id)
    const text = 'ü'.repeat(TYPED_TEXT_MAX)
    const escaped = (body: object) => JSON.stringify(body).replaceAll('ü', '\\u00fc')
    const send = (method: 'POST' | 'PUT', url: string, payload: string) =>
      server.inject({
        method,
        url,
        headers: { ...owner.headers, 'content-type': 'application/json' },
        payload,
      })
    const added = await send(
      'POST',
      `/api/v1/knowledge-bases/${base.id}/texts`,
      escaped({ name: 'Long', text }),
    )
    expect(added.statusCode).toBe(201)
    const at = `/api/v1/documents/${added.json().id}/text`
    expect((await send('PUT', at, escaped({ name: 'Longer', text }))).statusCode).toBe(200)
    const members = { name: 'Many', member_ids: Array.from({ length: 2_000 }, () => owner.user.id) }
    const groups = `/api/v1/organizations/${organization.id}/groups`
    expect((await send('POST', groups, JSON.stringify(members))).statusCode).toBe(201)
    const { id } = await client.integration(organization.id, [base.id])
    const turn = [
      { role: 'user', content: 'And then?' },
      { role: 'assistant', content: 'x'.repeat(9_000) },
    ]
    const messages = [...Array.from({ length: 50 }, () => turn).flat(), turn[0]]
    const asked = await send('POST', '/v1/chat/completions', JSON.stringify({ model: id, messages }))
    expect(asked.statusCode).not.toBe(413)
  })

  it('[attack S43] asks who calls before it reads what they send', async () => {
    const owner = await server.register()
    const stranger = await server.register()
    const { id } = await createClient(server.url, owner).knowledgeBase((await server.found(owner)).id)
    const send = async (headers: Record<string, string>, payload: string, base = id) =>
      (
        await server.inject({
          method: 'POST',
          url: `/api/v1/knowledge-bases/${base}/texts`,
          headers: { ...headers, 'content-type': 'application/json' },
          payload,
        })
      ).statusCode
    const large = `{"text":"${'x'.repeat(2_000_000)}"}`
    for (const payload of ['{', large]) {
      expect(await send({}, payload)).toBe(401)
      expect(await send(stranger.headers, payload)).toBe(404)
      expect(await send(owner.headers, payload, 'no-id')).toBe(404)
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
    const long = `[${'0,'.repeat(3_000)}0]`
    expect(await send(`{"name":"x","settings":${deep}}`)).toEqual([422, { settings: 'is nested too deeply' }])
    expect(await send(`{"name":${long}}`)).toEqual([422, { name: 'must have at most 2000 entries' }])
    expect(await send('{"name":"x","settings":{"a":{"b":1}}}')).toEqual([
      422,
      { 'settings.a': expect.any(String) },
    ])
  })
})
