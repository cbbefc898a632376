import { describe, expect, it } from 'vitest'
import { createClient } from '../../harness/knowledge.ts'
import { serve } from '../../harness/serve.ts'
import { billingDetails } from '../../machines/samples.ts'

const REPEATS = 20
const OTHERS_ID = crypto.randomUUID()
/** What no person may set, as an attacker would name it. */
const PRIVILEGES = {
  id: OTHERS_ID,
  is_admin: true,
  isAdministrator: true,
  owner_id: OTHERS_ID,
  user_id: OTHERS_ID,
  organization_id: OTHERS_ID,
  organizationId: OTHERS_ID,
  role: 'owner',
  email: 'evil@example.test',
  email_verified: true,
  emailVerified: true,
  plan_id: 'enterprise',
  planId: 'enterprise',
  trial_end_date: '2099-01-01T00:00:00.000Z',
  price: 0,
  created_at: '2000-01-01T00:00:00.000Z',
  createdAt: '2000-01-01T00:00:00.000Z',
  status: 'published',
  config_version: 7,
}

describe('writes', async () => {
  const server = await serve()
  const post = (url: string, payload: object | undefined, key: string) =>
    server.inject({
      method: 'POST',
      url,
      headers: { ...person.headers, 'idempotency-key': key },
      ...(payload && { payload }),
    })
  const person = await server.register()

  it('[attack S20] set nothing that nobody asked for', async () => {
    const { call, knowledgeBase, integration } = createClient(server.url, person)
    const created = await call('POST', '/api/v1/organizations', { name: 'Acme', ...PRIVILEGES })
    const organization = created.body.id
    const base = (await knowledgeBase(organization)).id
    const assistant = (await integration(organization, [])).id
    const paths = [
      `/api/v1/organizations/${organization}`,
      `/api/v1/knowledge-bases/${base}`,
      `/api/v1/integrations/${assistant}`,
      '/api/v1/users/me',
    ]
    const untouched = async (path: string) => {
      const {
        name: _,
        first_name: __,
        updated_at: ___,
        draft_changes: ____,
        ...rest
      } = (await call('GET', path)).body
      return rest
    }
    for (const path of paths) {
      const before = await untouched(path)
      const patch = path.endsWith('me') ? { first_name: 'Ann' } : { name: 'Other' }
      expect([path, (await call('PATCH', path, { ...PRIVILEGES, ...patch })).status]).toEqual([path, 200])
      expect(await untouched(path)).toEqual(before)
    }
    const registered = await server.inject({
      method: 'POST',
      url: '/api/v1/register',
      payload: { ...PRIVILEGES, email: 'new@example.test', password: 'correct horse battery' },
    })
    expect(registered.json().id).not.toBe(OTHERS_ID)
    const newcomer = await server.logIn('new@example.test')
    const headers = { authorization: `Bearer ${newcomer.json().access_token}` }
    const founded = { ...PRIVILEGES, name: 'New', trial_ends_at: PRIVILEGES.trial_end_date }
    await server.inject({ method: 'POST', url: '/api/v1/organizations', headers, payload: founded })
    const plan = (await server.inject({ url: '/api/v1/subscription/current', headers })).json()
    expect([plan.plan_id, plan.trial_end_date < '2099']).toEqual(['pro', true])
    expect((await server.inject({ url: '/api/v1/feedback', headers })).statusCode).toBe(403)
  })

  it('[attack S41] under one key have one effect and one answer, twenty at once', async () => {
    const { call } = createClient(server.url, person)
    await call('POST', '/api/v1/users/billing-details', billingDetails)
    for (const [url, payload] of [
      ['/api/v1/organizations', { name: 'Once' }],
      ['/api/v1/subscription/change', { plan_id: 'business' }],
      ['/api/v1/notifications/mark-read', []],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: REPEATS }, () => post(url, payload, url)))
      expect([url, new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size]).toEqual([
        url,
        1,
      ])
      expect(answers[0]!.statusCode).toBeLessThan(300)
    }
    const organizations = (await call('GET', '/api/v1/organizations')).body
    expect(organizations.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1)
    expect((await call('GET', '/api/v1/payments')).body).toHaveLength(1)
  })
})
