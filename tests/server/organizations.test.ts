import { describe, expect, it } from 'vitest'
import { Organization, OrganizationList } from '../../src/services/contract/organizations.ts'
import { serve } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'

describe('organizations', async () => {
  const server = await serve()
  it('[S7.orgs-post] makes the founder its owner', async () => {
    const { headers } = await server.register()
    const payload = { name: '  Acme Ltd. ', description: ' x ', settings: {} }
    const answer = await server.inject({ method: 'POST', url: '/api/v1/organizations', headers, payload })
    expect(answer.statusCode).toBe(201)
    expect(Organization.parse(answer.json())).toMatchObject({
      name: 'Acme Ltd.',
      slug: 'acme-ltd',
      description: 'x',
      settings: {},
      role: 'owner',
      member_count: 1,
    })
  })

  it('[S7.orgs] lists only the organizations of the caller, oldest first', async () => {
    const [ann, bob] = [await server.register(), await server.register()]
    await server.found(bob, 'Of Bob')
    await server.found(ann, 'One')
    await server.found(ann, 'Two')
    const answer = await server.inject({ url: '/api/v1/organizations', headers: ann.headers })
    expect(OrganizationList.parse(answer.json()).map(({ name }) => name)).toEqual(['One', 'Two'])
  })

  it('tells the other tabs of its members when one is founded or deleted', async () => {
    const ann = await server.register()
    const shown = await server.found(ann, 'Shown')
    const ear = openFor(server, ann, `/api/ws/organizations/${shown.id}`)
    await ear.next('hello')
    const updates = () =>
      ear.frames.filter(({ type }) => type === 'organization_update').map(({ data }) => data)
    const { id } = await server.found(ann, 'Second')
    await expect.poll(updates).toEqual([{ id }])
    const payload = { name: 'Second' }
    const url = `/api/v1/organizations/${id}/delete`
    await server.inject({ method: 'POST', url, headers: ann.headers, payload })
    await expect.poll(updates).toEqual([{ id }, { id }])
    ear.socket.close()
  })

  it('gives organizations of one name different slugs', async () => {
    const ann = await server.register()
    const [one, two] = [await server.found(ann, 'Twin'), await server.found(ann, 'Twin')]
    expect(one.slug).toBe('twin')
    expect(two.slug).toMatch(/^twin-[0-9a-f]{6}$/)
  })

  it("[attack S1] answers for another tenant's organization as for one that does not exist", async () => {
    const [ann, bob] = [await server.register(), await server.register()]
    const { id } = await server.found(ann)
    const ask = (id: string) => server.inject({ url: `/api/v1/organizations/${id}`, headers: bob.headers })
    const [foreign, unknown] = [await ask(id), await ask(crypto.randomUUID())]
    expect(foreign.statusCode).toBe(404)
    expect([foreign.statusCode, foreign.body]).toEqual([unknown.statusCode, unknown.body])
    const own = await server.inject({ url: `/api/v1/organizations/${id}`, headers: ann.headers })
    expect(own.json()).toMatchObject({ id, role: 'owner' })
  })

  it.each([
    ['a blank name', { name: '   ' }, 'name'],
    ['a long name', { name: 'x'.repeat(81) }, 'name'],
    ['a null character', { name: 'a\0b' }, 'name'],
    ['a number for a name', { name: 7 }, 'name'],
    ['settings that are no object', { name: 'x', settings: [] }, 'settings'],
  ])('refuses %s and names the field', async (_what, payload, field) => {
    const { headers } = await server.register()
    const answer = await server.inject({ method: 'POST', url: '/api/v1/organizations', headers, payload })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
  })

  it('[attack S20] takes nothing from the body that it does not ask for', async () => {
    const { headers } = await server.register()
    const id = crypto.randomUUID()
    const payload = {
      name: 'Acme',
      id,
      owner_id: id,
      slug: 'stolen',
      role: 'viewer',
      created_at: '1999-01-01',
    }
    const made = await server.inject({ method: 'POST', url: '/api/v1/organizations', headers, payload })
    expect(made.json()).not.toMatchObject({ id })
    expect(made.json()).toMatchObject({ role: 'owner' })
    expect(made.json().slug).not.toBe('stolen')
  })
})
