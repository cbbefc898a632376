import { eq, inArray, like } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { apiKeys, memberships, provisioningTokens, users } from '../../server/kernel/db/schema/index.ts'
import type { ApiKeyScope, CreatedOrganizationApiKey } from '../../src/services/contract/security.ts'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { mailsTo } from '../harness/mails.ts'
import { serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'

describe('API keys of an organization', async () => {
  const server = await serve({ appFolder: '/nowhere' })
  const { person: ann, organizationId: organization } = await organizationOn(server)

  const as = (person: Pick<Person, 'headers'>) => createClient(server.url, person)
  const keys = () => `/api/v1/organizations/${organization}/api-keys`
  const create = async (scopes: ApiKeyScope[], by: Person = ann): Promise<CreatedOrganizationApiKey> =>
    (await as(by).call('POST', keys(), { name: 'Help desk', scopes, expires_in_days: null })).body
  const holding = ({ secret }: CreatedOrganizationApiKey) =>
    as({ headers: { authorization: `Bearer ${secret}` } })

  it('act in their organization alone, within their scopes', async () => {
    const { organizationId: other } = await organizationOn(server)
    const program = holding(await create(['read', 'manage']))
    const list = await program.call('GET', '/api/v1/organizations')
    expect(list.body).toMatchObject([{ id: organization, role: 'admin' }])
    const made = await program.call('POST', `/api/v1/organizations/${organization}/integrations`, {
      name: 'Desk',
    })
    expect(made.status).toBe(201)
    const asked = await program.call('POST', `/api/v1/integrations/${made.body.id}/messages`, {
      content: 'x',
    })
    expect(asked).toMatchObject({ status: 403, body: { detail: expect.stringContaining('scope ask') } })
    expect((await program.call('GET', `/api/v1/organizations/${other}`)).status).toBe(404)
  })

  it('are no members, have no account, and open no sessions', async () => {
    const key = await create(['read', 'ask', 'write', 'manage'])
    const program = holding(key)
    const members = await as(ann).call('GET', `/api/v1/organizations/${organization}/members`)
    expect(members.body).toHaveLength(1)
    for (const path of ['users/me', 'notifications'])
      expect([path, (await program.call('GET', `/api/v1/${path}`)).status]).toEqual([path, 403])
    const [user] = await server.context.db.select().from(users).where(like(users.email, '%@keys.invalid'))
    expect((await server.logIn(user!.email, '!')).statusCode).toBe(401)
    await server.inject({ method: 'POST', url: '/forgot-password', payload: { email: user!.email } })
    expect(await mailsTo(server, user!.email)).toEqual([])
  })

  it('outlive the membership of who made them, and end when they are deleted', async () => {
    const bob = await server.join(organization, await server.register(), 'admin')
    const key = await create(['read'], bob)
    expect(key.created_by).toBe(bob.user.email)
    await server.context.db.delete(memberships).where(eq(memberships.userId, bob.user.id))
    expect((await holding(key).call('GET', `/api/v1/organizations/${organization}`)).status).toBe(200)
    expect((await as(ann).call('DELETE', `${keys()}/${key.id}`)).status).toBe(200)
    expect((await holding(key).call('GET', `/api/v1/organizations/${organization}`)).status).toBe(401)
  })

  it('end with their organization, and leave no user behind', async () => {
    const { id } = await server.found(ann, 'Short')
    const key = (
      await as(ann).call('POST', `/api/v1/organizations/${id}/api-keys`, {
        name: 'Short',
        scopes: ['read'],
        expires_in_days: 1,
      })
    ).body
    await as(ann).call('POST', `/api/v1/organizations/${id}/delete`, { name: 'Short' })
    expect((await holding(key).call('GET', '/api/v1/organizations')).status).toBe(401)
    await server.sweep()
    const { db } = server.context
    expect(await db.select().from(users).where(eq(users.firstName, 'Short'))).toEqual([])
  })
})

describe('keys that have expired', async () => {
  const server = await serve({ appFolder: '/nowhere' })
  const PAST = new Date('2020-01-01T00:00:00.000Z')

  it.each([
    ['a person', 50, apiKeys, () => 'users/me/api-keys', { scopes: ['read'] }],
    ['an organization', 50, apiKeys, (id: string) => `organizations/${id}/api-keys`, { scopes: ['read'] }],
    ['a directory', 5, provisioningTokens, (id: string) => `organizations/${id}/provisioning-tokens`, {}],
  ] as const)('leave room for others: those of %s', async (_, max, table, list, wanted) => {
    const { person, organizationId } = await organizationOn(server)
    const owner = createClient(server.url, person)
    const create = () =>
      owner.call('POST', `/api/v1/${list(organizationId)}`, { name: 'K', expires_in_days: 1, ...wanted })
    const ids: string[] = []
    for (let n = 0; n < max; n += 1) ids.push((await create()).body.id)
    expect((await create()).status).toBe(409)
    await server.context.db.update(table).set({ expiresAt: PAST }).where(inArray(table.id, ids))
    expect((await create()).body).toMatchObject({ name: 'K' })
  })
})
