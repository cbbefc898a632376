import { readFileSync } from 'node:fs'
import path from 'node:path'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { Messages } from 'scimmy'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TRIAL_PLAN } from '../../server/billing/plans.ts'
import {
  groups,
  memberships,
  provisionedUsers,
  provisioningTokens,
  users,
} from '../../server/kernel/db/schema/index.ts'
import { ROOT } from '../../server/kernel/package.ts'
import type { Group } from '../../src/services/contract/groups.ts'
import type { Provisioning } from '../../src/services/contract/provisioning.ts'
import { foundCompany, startCompanyServer } from '../harness/company.ts'
import { mailsTo } from '../harness/mails.ts'
import { onPostgres } from '../harness/runs.ts'
import { createScim, GROUP, newToken, patchOf, USER } from '../harness/scim.ts'
import { closedAfterwards } from '../harness/serve.ts'
import { openSocket } from '../harness/socket.ts'

const newAddress = () => `${crypto.randomUUID().slice(0, 8)}@acme.test`

describe('provisioning by a provider', async () => {
  const company = closedAfterwards(await startCompanyServer())
  const acme = await foundCompany(company)
  await acme.verify('acme.test')
  const scim = createScim(company.server.url, (await newToken(acme)).secret)
  // The plan has room for a few.
  beforeEach(async () => {
    const ofAcme = eq(memberships.organizationId, acme.id)
    await db()
      .delete(memberships)
      .where(and(ofAcme, ne(memberships.userId, acme.owner.user.id)))
    await db().delete(provisionedUsers).where(eq(provisionedUsers.organizationId, acme.id))
    await db().delete(groups).where(eq(groups.organizationId, acme.id))
    await acme.call('DELETE', acme.at())
  })

  const db = () => company.server.context.db
  const create = async (userName = newAddress(), more: object = {}) => {
    const { status, body } = await scim.call('POST', '/Users', { schemas: [USER], userName, ...more })
    expect([status, body]).toEqual([201, body])
    return body as { id: string; userName: string; active: boolean }
  }
  /** A request that admits somebody, with `meanwhile` after it looked them up and before it made them a member. */
  const admittedAfter = async <Admitted>(
    request: () => Promise<Admitted>,
    meanwhile: () => Promise<unknown>,
  ): Promise<Admitted> => {
    const { database, limits } = company.server.context
    const { admitted } = await database.withLock(`limits ${acme.id}`, async () => {
      const waits = vi.spyOn(limits, 'within')
      const admitted = request()
      await expect.poll(() => waits.mock.calls.length).toBe(1)
      waits.mockRestore()
      await meanwhile()
      return { admitted }
    })
    return admitted
  }
  const log = async () =>
    (
      (await acme.call('GET', `${acme.base}/audit-log`)).body.items as {
        action: string
        actor: object
        target: { name: string }
        details: object
      }[]
    ).filter(({ action }) => /^(?:account|member|provisioning)\./.test(action))
  const mapped = (more: object = {}) =>
    acme.use(
      { issuer: 'https://login.acme.test', clientId: 'c', clientSecret: 's' },
      { role_mappings: [{ value: 'Support leads', role: 'admin' }], ...more },
    )

  it('goes through the conversation that Okta has', async () => {
    expect(await scim.call('GET', '/Users?startIndex=1&count=2')).toMatchObject({
      status: 200,
      type: 'application/scim+json; charset=utf-8',
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], startIndex: 1 },
    })
    const profile = {
      schemas: [USER],
      userName: 'test.user@acme.test',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@acme.test', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    }
    const byName = '/Users?filter=userName%20eq%20%22test.user%40acme.test%22&startIndex=1&count=100'
    expect((await scim.call('GET', byName)).body).toMatchObject({ totalResults: 0, Resources: [] })
    const created = await scim.call('POST', '/Users', profile)
    const { id } = created.body
    const resource = {
      schemas: [USER],
      id,
      externalId: '00ujl29u0le5T6Aj10h7',
      userName: 'test.user@acme.test',
      name: { givenName: 'Test', familyName: 'User' },
      active: true,
      meta: { resourceType: 'User', location: expect.stringMatching(`/api/scim/v2/Users/${id}$`) },
    }
    expect([created.status, created.headers.get('location')]).toEqual([201, created.body.meta.location])
    expect(created.body).toMatchObject(resource)
    expect(JSON.stringify(created.body)).not.toContain('1mz050nq')
    expect(await acme.role(id)).toBe('viewer')
    expect((await scim.call('GET', `/Users/${id}`)).body).toMatchObject(resource)
    expect((await scim.call('GET', byName)).body).toMatchObject({ totalResults: 1, Resources: [resource] })

    const name = { givenName: 'Another', familyName: 'User' }
    const replaced = await scim.call('PUT', `/Users/${id}`, { ...profile, id, name, meta: created.body.meta })
    expect(replaced).toMatchObject({ status: 200, body: { ...resource, name } })
    const off = await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: false } }))
    expect(off).toMatchObject({ status: 200, body: { active: false } })
    expect(await acme.role(id)).toBeUndefined()
    expect((await scim.call('GET', byName)).body.Resources).toMatchObject([{ id, active: false, name }])
    await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { active: true } }))
    expect(await acme.role(id)).toBe('viewer')

    const group = await scim.call('POST', '/Groups', { schemas: [GROUP], displayName: 'Test', members: [] })
    expect(group).toMatchObject({ status: 201, body: { displayName: 'Test', members: [] } })
    const path = `/Groups/${group.body.id}`
    const renamed = patchOf({ op: 'replace', value: { id: group.body.id, displayName: 'Tests' } })
    expect((await scim.call('PATCH', path, renamed)).body.displayName).toBe('Tests')
    const added = patchOf({ op: 'add', path: 'members', value: [{ value: id, display: 'test.user' }] })
    expect((await scim.call('PATCH', path, added)).body.members).toMatchObject([{ value: id }])
    const removed = patchOf({ op: 'remove', path: `members[value eq "${id}"]` })
    expect((await scim.call('PATCH', path, removed)).body.members).toEqual([])
    expect((await scim.call('DELETE', path)).status).toBe(204)
    expect((await scim.call('GET', path)).status).toBe(404)
  })

  it('goes through the conversation that Entra ID has', async () => {
    const nobody = await scim.filtered('/Users', `userName eq "${crypto.randomUUID()}"`)
    expect(nobody).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } })
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    const created = await scim.call('POST', '/Users', {
      schemas: [USER, enterprise],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Grace.Holm@acme.test',
      active: true,
      addresses: [{ type: 'work', formatted: 'Quay 1', primary: true }],
      emails: [{ primary: true, type: 'work', value: 'grace.holm@acme.test' }],
      phoneNumbers: [{ type: 'mobile', value: '+47 1' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Grace Holm', familyName: 'Holm', givenName: 'Grace' },
      roles: [],
      title: 'Engineer',
      [enterprise]: { department: 'Docks', manager: 'x' },
    })
    expect(created).toMatchObject({ status: 201, body: { userName: 'grace.holm@acme.test', active: true } })
    const { id } = created.body
    for (const filter of [
      'userName eq "GRACE.HOLM@acme.test"',
      'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
      'active eq "True" and name.givenName sw "gr"',
    ])
      expect((await scim.filtered('/Users', filter)).body.Resources, filter).toMatchObject([{ id }])
    expect((await scim.filtered('/Users', 'externalId eq "0A21F0F2"')).body.totalResults).toBe(0)

    const changed = await scim.call(
      'PATCH',
      `/Users/${id}`,
      patchOf(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@acme.test' },
        { op: 'Replace', path: 'name.familyName', value: 'Berg' },
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+47 2' },
        { op: 'Add', path: `${enterprise}:manager`, value: 'somebody' },
        { op: 'Add', path: `${USER}:name.givenName`, value: 'Greta' },
      ),
    )
    expect(changed).toMatchObject({
      status: 200,
      body: { userName: 'grace.holm@acme.test', name: { familyName: 'Berg', givenName: 'Greta' } },
    })
    const off = patchOf({ op: 'Replace', path: 'active', value: 'False' })
    expect((await scim.call('PATCH', `/Users/${id}`, off)).body.active).toBe(false)
    expect(await acme.role(id)).toBeUndefined()
    const on = patchOf({ op: 'Replace', value: { active: 'True', 'name.familyName': 'Holm' } })
    expect((await scim.call('PATCH', `/Users/${id}`, on)).body).toMatchObject({
      active: true,
      name: { familyName: 'Holm' },
    })

    const group = await scim.call('POST', '/Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Dock (west)',
      meta: { resourceType: 'Group' },
    })
    expect(group.status).toBe(201)
    const path = `/Groups/${group.body.id}`
    const without = await scim.call('GET', `${path}?excludedAttributes=members`)
    expect([without.body.displayName, 'members' in without.body]).toEqual(['Dock (west)', false])
    const found = await scim.call(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Dock (west)"')}`,
    )
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: group.body.id }] })
    const member = [{ $ref: null, value: id }]
    await scim.call('PATCH', path, patchOf({ op: 'Add', path: 'members', value: member }))
    expect((await scim.filtered('/Groups', `members[value eq "${id}"]`)).body.totalResults).toBe(1)
    await scim.call('PATCH', path, patchOf({ op: 'Remove', path: 'members', value: member }))
    expect((await scim.call('GET', path)).body.members).toEqual([])
    expect((await scim.call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await scim.call('GET', `/Users/${id}`)).status).toBe(404)
  })

  it('takes a deletion that names the type of a body which it does not have', async () => {
    const { body } = await scim.call('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Gone',
      members: [],
    })
    expect((await scim.call('POST', '/Groups', '')).status).toBe(400)
    expect((await scim.call('DELETE', `/Groups/${body.id}`, '')).status).toBe(204)
  })

  it('tells what it supports, and refuses what a token is not', async () => {
    const { body: config } = await scim.call('GET', '/ServiceProviderConfig')
    expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
    const types = (await scim.call('GET', '/ResourceTypes')).body
    expect(types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      '/Users',
      '/Groups',
    ])
    expect((await scim.call('GET', '/ResourceTypes/User')).body.schema).toBe(USER)
    const schema = (await scim.call('GET', `/Schemas/${USER}`)).body
    expect(schema.attributes.map(({ name }: { name: string }) => name)).toEqual([
      'userName',
      'name',
      'active',
    ])
    expect((await scim.call('GET', '/Schemas/urn:x')).status).toBe(404)
    expect((await scim.call('GET', '/Me')).body).toMatchObject({ status: '501' })
  })

  it('pages what it lists', async () => {
    for (const address of ['a@acme.test', 'b@acme.test', 'c@acme.test']) await create(address)
    const namesAt = async (query: string) => {
      const { body } = await scim.call('GET', `/Users?${query}`)
      return [
        body.totalResults,
        body.itemsPerPage,
        body.Resources.map(({ userName }: { userName: string }) => userName[0]).join(''),
      ]
    }
    expect(await namesAt('')).toEqual([3, 3, 'abc'])
    expect(await namesAt('startIndex=2&count=1')).toEqual([3, 1, 'b'])
    expect(await namesAt('startIndex=0&count=-1')).toEqual([3, 0, ''])
    expect(await namesAt('startIndex=9')).toEqual([3, 0, ''])
    const some = await scim.call('GET', '/Users?attributes=userName&count=1')
    expect(Object.keys(some.body.Resources[0]).sort()).toEqual(['id', 'userName'])
  })

  it('takes no address of another domain, and none of a domain that is not verified', async () => {
    await acme.claim('pending.test')
    for (const userName of ['x@other.test', 'x@pending.test', 'x@sub.acme.test'])
      expect(await scim.call('POST', '/Users', { userName })).toMatchObject({
        status: 403,
        body: { status: '403', detail: expect.stringContaining('not verified') },
      })
    const { id } = await create()
    const elsewhere = patchOf({ op: 'replace', path: 'userName', value: 'x@other.test' })
    expect((await scim.call('PATCH', `/Users/${id}`, elsewhere)).status).toBe(403)
    expect(await db().$count(users, inArray(users.email, ['x@other.test', 'x@pending.test']))).toBe(0)
  })

  it('sees members of the verified domains, and no others', async () => {
    const guest = await company.server.register()
    const colleague = await company.server.register(newAddress())
    for (const one of [guest, colleague]) await company.server.join(acme.id, one, 'editor')
    const { Resources } = (await scim.call('GET', '/Users')).body
    expect(Resources).toMatchObject([{ id: colleague.user.id, active: true }])
    expect((await scim.call('DELETE', `/Users/${guest.user.id}`)).status).toBe(404)
    expect(await acme.role(guest.user.id)).toBe('editor')
    const again = await scim.call('POST', '/Users', { userName: colleague.user.email })
    expect(again).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    await scim.call(
      'PATCH',
      `/Users/${colleague.user.id}`,
      patchOf({ op: 'add', path: 'externalId', value: 'E' }),
    )
    expect((await scim.filtered('/Users', 'externalId eq "E"')).body.totalResults).toBe(1)
    expect(await acme.role(colleague.user.id)).toBe('editor')
  })

  it('makes an existing account a member, and ends what an unproven one holds', async () => {
    const known = await company.server.register(newAddress())
    expect(await create(known.user.email)).toMatchObject({ id: known.user.id, active: true })
    const me = (headers: { authorization: string }) =>
      company.server.inject({ url: '/api/v1/users/me', headers })
    expect((await me(known.headers)).statusCode).toBe(200)

    const stranger = await company.server.registerUnverified(newAddress())
    expect((await create(stranger.user.email)).id).toBe(stranger.user.id)
    expect((await me(stranger.headers)).statusCode).toBe(401)
    expect((await log()).slice(0, 2)).toMatchObject([
      { action: 'member.joined' },
      {
        action: 'account.taken_over',
        actor: { kind: 'provider', name: 'Directory' },
        target: { name: stranger.user.email },
        details: { reason: 'provisioning' },
      },
    ])
    expect((await company.server.logIn(stranger.user.email)).statusCode).toBe(401)
  })

  it('ends what somebody holds who registers an address while its person is admitted', async () => {
    const email = newAddress()
    const register = () => company.server.registerUnverified(email)
    expect(await admittedAfter(() => create(email), register)).toMatchObject({
      userName: email,
      active: true,
    })
    expect((await company.server.logIn(email)).statusCode).toBe(401)
  })

  it('ends the access of whom it deactivates at once, like that of a removed member', async () => {
    const person = await company.server.register(newAddress())
    const { id } = await create(person.user.email)
    const read = () => company.server.inject({ url: acme.base, headers: person.headers })
    const socket = openSocket(company.server, `/api/ws/organizations/${acme.id}`, person.tokens.access_token)
    await socket.next('hello')
    expect((await read()).statusCode).toBe(200)
    await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }))
    await socket.closed
    expect((await read()).statusCode).toBe(404)
    expect((await log()).slice(0, 1)).toMatchObject([
      {
        action: 'member.removed',
        actor: { kind: 'provider', name: 'Directory' },
        target: { name: person.user.email },
        details: { reason: 'provisioning' },
      },
    ])
  })

  it('never removes the last owner', async () => {
    const owner = await company.server.register(newAddress())
    await company.server.join(acme.id, owner, 'owner')
    await db().update(memberships).set({ role: 'admin' }).where(eq(memberships.userId, acme.owner.user.id))
    const path = `/Users/${owner.user.id}`
    const off = patchOf({ op: 'replace', path: 'active', value: false })
    for (const refused of [await scim.call('PATCH', path, off), await scim.call('DELETE', path)])
      expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining('owner') } })
    expect(await acme.role(owner.user.id)).toBe('owner')
    await db().update(memberships).set({ role: 'owner' }).where(eq(memberships.userId, acme.owner.user.id))
    expect((await scim.call('DELETE', path)).status).toBe(204)
  })

  it('honours the plan, and leaves no account behind of whom it has no room for', async () => {
    const room = TRIAL_PLAN.limits.members ?? 0
    const inside = [acme.owner.user.id]
    while (inside.length < room) inside.push((await create()).id)
    const userName = newAddress()
    expect(await scim.call('POST', '/Users', { userName })).toMatchObject({
      status: 403,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        detail: expect.stringContaining('room'),
      },
    })
    expect(await db().$count(users, eq(users.email, userName))).toBe(0)
    const [, second = ''] = inside
    const active = (value: boolean) =>
      scim.call('PATCH', `/Users/${second}`, patchOf({ op: 'replace', path: 'active', value }))
    await active(false)
    await create(userName)
    expect((await active(true)).status).toBe(403)
    expect((await scim.call('GET', `/Users/${second}`)).body.active).toBe(false)
  })

  it.each([
    ['is of no verified domain', async () => 'x@other.test'],
    ['someone else has', async () => (await create()).userName],
  ])('[attack L12] ends the membership alone if it also gives an address that %s', async (_what, address) => {
    const { id, userName } = await create()
    const to = { schemas: [USER], userName: await address() }
    expect((await scim.call('PUT', `/Users/${id}`, to)).status).toBeGreaterThanOrEqual(403)
    expect((await scim.call('GET', `/Users/${id}`)).body.active).toBe(true)
    const ended = await scim.call('PUT', `/Users/${id}`, { ...to, active: false })
    expect(ended).toMatchObject({ status: 200, body: { userName, active: false } })
    expect(await acme.role(id)).toBeUndefined()
  })

  it.each([
    ['replaces', 'PUT', { userName: newAddress(), active: false }],
    [
      'changes',
      'PATCH',
      patchOf(
        { op: 'replace', path: 'active', value: false },
        { op: 'replace', path: 'name.givenName', value: 'Bea' },
      ),
    ],
  ])(
    'deactivates a person with a private address whose profile it %s, which stays',
    async (_how, method, wanted) => {
      const { id } = await create()
      const email = `${crypto.randomUUID().slice(0, 8)}@home.test`
      await db().update(users).set({ email }).where(eq(users.id, id))
      const answer = await scim.call(method, `/Users/${id}`, { schemas: [USER], ...wanted })
      expect([answer.status, answer.body.active]).toEqual([200, false])
      expect(await acme.role(id)).toBeUndefined()
      const [account] = await db().select().from(users).where(eq(users.id, id))
      expect(account).toMatchObject({ email, firstName: '' })
      expect((await scim.call('GET', `/Users/${id}`)).status).toBe(404)
    },
  )

  const off = { op: 'replace', path: 'active', value: 'False' }
  it.each([
    ['is stored with an invisible character', 'PATCH', patchOf(off)],
    [
      'gets a long name',
      'PATCH',
      patchOf(off, { op: 'replace', path: 'name.familyName', value: 'x'.repeat(61) }),
    ],
    ['gets a long id', 'PUT', { userName: newAddress(), externalId: 'x'.repeat(201), active: false }],
    ['gets a user name that is no address', 'PUT', { userName: 'ann', active: 'false' }],
    ['gets no address', 'PATCH', patchOf(off, { op: 'replace', path: 'userName', value: 'ann' })],
    ['gets a text as its name', 'PUT', { userName: newAddress(), name: 'Ann', active: false }],
  ])('deactivates a person whose profile %s', async (_what, method, wanted) => {
    const { id, userName } = await create()
    await db().update(users).set({ firstName: 'Ann\u200e' }).where(eq(users.id, id))
    const ended = await scim.call(method, `/Users/${id}`, { schemas: [USER], ...wanted })
    expect(ended).toMatchObject({ status: 200, body: { userName, active: false } })
    expect(await acme.role(id)).toBeUndefined()
  })

  it('takes a name that nobody could enter, without what is too much', async () => {
    const name = { givenName: '\u200eAnn\t Mary\u200f', familyName: 'x'.repeat(61) }
    const { id } = await create(newAddress(), { name })
    expect((await scim.call('GET', `/Users/${id}`)).body.name).toEqual({
      givenName: 'Ann Mary',
      familyName: 'x'.repeat(60),
    })
  })

  it('[attack L2] names nobody in a group who left with a private address, and changes it without them', async () => {
    const [left, other] = [await create(), await create()]
    const members = [left, other].map(({ id: value }) => ({ value }))
    const { body } = await scim.call('POST', '/Groups', { displayName: 'Docks', members })
    await scim.call('PATCH', `/Users/${left.id}`, patchOf(off))
    const email = `${crypto.randomUUID()}@home.test`
    await db().update(users).set({ email }).where(eq(users.id, left.id))
    expect((await scim.call('GET', `/Groups/${body.id}`)).body.members).toMatchObject([{ value: other.id }])
    const path = `members[value eq "${other.id}"]`
    const removed = await scim.call('PATCH', `/Groups/${body.id}`, patchOf({ op: 'remove', path }))
    expect(removed).toMatchObject({ status: 200, body: { members: [] } })
  })

  it('[attack L2] shows no address that somebody took after they left', async () => {
    const { id } = await create()
    await scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }))
    await db().update(users).set({ email: 'private@home.test' }).where(eq(users.id, id))
    expect((await scim.call('GET', `/Users/${id}`)).status).toBe(404)
    expect(JSON.stringify((await scim.call('GET', '/Users')).body)).not.toContain('private@')
  })

  it('[attack L3] takes over a new address of a verified domain, if it is free, and tells the old one', async () => {
    const [one, two] = [await create(), await create()]
    const to = (value: string) =>
      scim.call('PATCH', `/Users/${one.id}`, patchOf({ op: 'replace', path: 'userName', value }))
    expect(await to(two.userName)).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    const next = newAddress()
    await db().update(users).set({ locale: 'de' }).where(eq(users.id, one.id))
    expect((await to(next)).body.userName).toBe(next)
    expect((await mailsTo(company.server, one.userName)).at(-1)?.subject).toBe(
      'Ihre E-Mail-Adresse wurde geändert',
    )
    expect((await log()).slice(0, 1)).toMatchObject([
      { action: 'provisioning.user_updated', target: { name: next }, details: { fields: 'email' } },
    ])
  })

  it('takes as many members of a group as people can choose by hand', async () => {
    const group = (count: number) => ({
      displayName: 'Everyone',
      members: Array.from({ length: count }, () => ({ value: crypto.randomUUID() })),
    })
    // Unknown ones: as many are looked up, and no more.
    expect((await scim.call('POST', '/Groups', group(2000))).body.detail).toContain('There is no user')
    expect((await scim.call('POST', '/Groups', group(2001))).body.detail).not.toContain('There is no user')
    const guide = readFileSync(path.join(ROOT, 'docs/single-sign-on.md'), 'utf8')
    expect(guide).toContain('A group can have up to 2,000 members.')
  })

  it('gives the role that a group is mapped to, and the role of new members to whom none fits', async () => {
    await mapped()
    const [lead, other] = [await create(), await create()]
    const roles = async () => [await acme.role(lead.id), await acme.role(other.id)]
    const group = await scim.call('POST', '/Groups', {
      displayName: 'Support leads',
      members: [{ value: lead.id }],
    })
    expect(await roles()).toEqual(['admin', 'viewer'])
    const path = `/Groups/${group.body.id}`
    await scim.call('PUT', path, { displayName: 'Support leads', members: [{ value: other.id }] })
    expect(await roles()).toEqual(['viewer', 'admin'])
    await scim.call('PATCH', path, patchOf({ op: 'replace', path: 'displayName', value: 'Others' }))
    expect(await roles()).toEqual(['viewer', 'viewer'])
    await scim.call('PATCH', path, patchOf({ op: 'replace', path: 'displayName', value: 'Support leads' }))
    const active = (value: boolean) =>
      scim.call('PATCH', `/Users/${other.id}`, patchOf({ op: 'replace', path: 'active', value }))
    await active(false)
    await active(true)
    expect(await roles()).toEqual(['viewer', 'admin'])
    const { body } = await acme.call('GET', `${acme.base}/provisioning`)
    expect(body.groups).toEqual([{ id: group.body.id, name: 'Support leads', members: 1, role: 'admin' }])
    await scim.call('DELETE', path)
    expect(await roles()).toEqual(['viewer', 'viewer'])
    expect((await log()).filter(({ action }) => action.startsWith('provisioning.group')).at(0)).toMatchObject(
      {
        action: 'provisioning.group_deleted',
        actor: { kind: 'provider', name: 'Directory' },
      },
    )
  })

  it('gives who is activated the role of the groups that they are in by then', async () => {
    await mapped()
    const { id } = await create(newAddress(), { active: false })
    const members = [{ value: id }]
    const group = await scim.call('POST', '/Groups', { displayName: 'Support leads', members })
    const on = patchOf({ op: 'replace', path: 'active', value: true })
    const left = patchOf({ op: 'remove', path: `members[value eq "${id}"]` })
    const activated = await admittedAfter(
      () => scim.call('PATCH', `/Users/${id}`, on),
      () => scim.call('PATCH', `/Groups/${group.body.id}`, left),
    )
    expect(activated.body).toMatchObject({ id, active: true })
    expect(await acme.role(id)).toBe('viewer')
  })

  it('shares a table with the groups that people fill: each sees and changes its own, and both open knowledge bases', async () => {
    const lead = await create()
    const path = `${acme.base}/groups`
    const made = await acme.call('POST', path, { name: 'Support leads', member_ids: [lead.id] })
    expect(await acme.role(lead.id)).toBe('viewer')
    expect((await scim.call('GET', '/Groups')).body.totalResults).toBe(0)
    expect((await scim.call('DELETE', `/Groups/${made.body.id}`)).status).toBe(404)
    const sent = await scim.call('POST', '/Groups', {
      displayName: 'Payroll',
      members: [{ value: lead.id }],
    })
    const listed = (await acme.call('GET', path)).body
    expect(listed.map((group: Group) => [group.name, group.managed_by, group.member_ids])).toEqual([
      ['Payroll', 'provider', [lead.id]],
      ['Support leads', 'hand', [lead.id]],
    ])
    expect((await acme.call('PATCH', `${path}/${sent.body.id}`, { name: 'Pay' })).status).toBe(409)
    expect((await acme.call('DELETE', `${path}/${sent.body.id}`)).status).toBe(409)
    const base = await acme.call('POST', `${acme.base}/knowledge-bases`, { name: 'Salaries' })
    const readers = `/api/v1/knowledge-bases/${base.body.id}/readers`
    const opened = await acme.call('PUT', readers, {
      restricted: true,
      group_ids: [sent.body.id],
      user_ids: [],
    })
    const people = () => acme.call('GET', readers).then(({ body }) => body.people)
    expect(opened.body.people).toMatchObject([
      { user_id: lead.id, reasons: [{ kind: 'group', name: 'Payroll' }] },
    ])
    await scim.call('PUT', `/Groups/${sent.body.id}`, { displayName: 'Payroll', members: [] })
    expect(await people()).toEqual([])
    await scim.call('DELETE', `/Groups/${sent.body.id}`)
    expect((await acme.call('GET', readers)).body).toMatchObject({ restricted: true, group_ids: [] })
  })

  it('leaves roles alone where no group is mapped, and owners where no mapping names them', async () => {
    const owner = await company.server.register(newAddress())
    await company.server.join(acme.id, owner, 'owner')
    const member = await create()
    await db().update(memberships).set({ role: 'editor' }).where(eq(memberships.userId, member.id))
    const both = [{ value: owner.user.id }, { value: member.id }]
    const roles = async () => [await acme.role(owner.user.id), await acme.role(member.id)]
    await scim.call('POST', '/Groups', { displayName: 'Everybody', members: both })
    expect(await roles()).toEqual(['owner', 'editor'])
    await mapped()
    await scim.call('POST', '/Groups', { displayName: 'Support leads', members: both })
    expect(await roles()).toEqual(['owner', 'admin'])
  })

  it('knows groups by their names, and their members by their ids', async () => {
    await scim.call('POST', '/Groups', { displayName: 'Docks' })
    expect(await scim.call('POST', '/Groups', { displayName: 'docks' })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    for (const value of [crypto.randomUUID(), acme.owner.user.id, 'x', null])
      expect(
        await scim.call('POST', '/Groups', { displayName: 'Others', members: [{ value }] }),
      ).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  })

  it('loses no member of a group when several are added at once', async () => {
    const people = [await create(), await create(), await create()]
    const { body } = await scim.call('POST', '/Groups', { displayName: 'Docks' })
    const add = ({ id }: { id: string }) =>
      scim.call(
        'PATCH',
        `/Groups/${body.id}`,
        patchOf({ op: 'Add', path: 'members', value: [{ value: id }] }),
      )
    await Promise.all(people.map(add))
    expect((await scim.call('GET', `/Groups/${body.id}`)).body.members).toHaveLength(people.length)
  })

  it('keeps people inactive whom the provider sends so', async () => {
    const { id, userName, active } = await create(newAddress(), { active: false })
    expect([active, await acme.role(id)]).toEqual([false, undefined])
    expect((await scim.call('DELETE', `/Users/${id}`)).status).toBe(204)
    const told = { actor: { kind: 'provider', name: 'Directory' }, target: { id, name: userName } }
    expect((await log()).slice(0, 2)).toMatchObject([
      { action: 'provisioning.user_deleted', ...told },
      { action: 'provisioning.user_created', ...told },
    ])
  })

  it('does not readmit whom a request without `active` is about', async () => {
    const { id, userName } = await create(newAddress(), { active: false })
    const name = { givenName: 'Ada', familyName: 'Lovelace' }
    expect((await scim.call('PUT', `/Users/${id}`, { schemas: [USER], userName, name })).body).toMatchObject({
      name,
      active: false,
    })
    expect(await acme.role(id)).toBeUndefined()
  })

  // The embedded database runs one transaction after the other.
  onPostgres('keeps whom it deactivates while another change of them is under way', async () => {
    const { id } = await create()
    const change = (path: string, value: unknown) =>
      scim.call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path, value }))
    const { apply } = Messages.PatchOp.prototype
    const held = new Promise<() => void>((hold) => {
      vi.spyOn(Messages.PatchOp.prototype, 'apply').mockImplementationOnce(async function (
        this: Messages.PatchOp,
        ...resource
      ) {
        await new Promise<void>(hold)
        return apply.apply(this, resource)
      })
    })
    const renamed = change('name.givenName', 'Ada')
    const goOn = await held
    let isDeactivated = false
    const deactivated = change('active', false).finally(() => {
      isDeactivated = true
    })
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => isDeactivated || (await db().execute(waiting)).rows.length > 0).toBe(true)
    goOn()
    expect(await Promise.all([renamed, deactivated])).toMatchObject([{ status: 200 }, { status: 200 }])
    expect((await scim.call('GET', `/Users/${id}`)).body).toMatchObject({
      name: { givenName: 'Ada' },
      active: false,
    })
    expect(await acme.role(id)).toBeUndefined()
  })

  it('ends with its token: revoked, expired, or of another kind', async () => {
    const status = async (token: string) =>
      (await createScim(company.server.url, token).call('GET', '/Users')).status
    const [revoked, expired] = [await newToken(acme), await newToken(acme, 1)]
    expect([await status(revoked.secret), await status(expired.secret)]).toEqual([200, 200])
    const { body } = await acme.call('GET', `${acme.base}/provisioning`)
    expect(body).toMatchObject({ base_url: expect.stringMatching(/\/api\/scim\/v2$/) })
    expect(JSON.stringify(body)).not.toContain(revoked.secret)
    expect(body.tokens.find(({ id }: { id: string }) => id === revoked.id)).toMatchObject({
      prefix: revoked.secret.slice(0, 11),
      last_used_at: expect.any(String),
    })
    await acme.call('DELETE', `${acme.base}/provisioning-tokens/${revoked.id}`)
    await db()
      .update(provisioningTokens)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(provisioningTokens.id, expired.id))
    const key = await acme.call('POST', `${acme.base}/api-keys`, {
      name: 'Key',
      scopes: ['read', 'write', 'manage'],
      expires_in_days: 1,
    })
    for (const token of [
      revoked.secret,
      expired.secret,
      key.body.secret,
      acme.owner.tokens.access_token,
      'x',
    ])
      expect(await status(token)).toBe(401)
    expect(await createScim(company.server.url, 'x').call('GET', '/Users')).toMatchObject({
      type: 'application/scim+json; charset=utf-8',
      body: { status: '401', detail: expect.stringContaining('token') },
    })
    const { secret } = await newToken(acme)
    for (const url of ['/api/v1/users/me', acme.base, `${acme.base}/members`, '/v1/chat/completions']) {
      const answer = await company.server.inject({ url, headers: { authorization: `Bearer ${secret}` } })
      expect([401, 404], url).toContain(answer.statusCode)
    }
  })

  it('has five tokens at most that have not expired', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1)
      statuses.push(
        (await acme.call('POST', `${acme.base}/provisioning-tokens`, { name: 'T', expires_in_days: null }))
          .status,
      )
    expect(statuses.at(-1)).toBe(409)
    const { tokens } = (await acme.call('GET', `${acme.base}/provisioning`)).body as Provisioning
    const unexpired = tokens.filter(({ expires_at }) => !expires_at || Date.parse(expires_at) > Date.now())
    expect(unexpired).toHaveLength(5)
  })
})
