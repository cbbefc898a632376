import { expect, it } from 'vitest'
import { createClient, emptyBase, organizationOn } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'
import { codeOf } from '../harness/totp.ts'

it('open pages of an organization hear of changed settings and golden questions, and not of reads and previews', async () => {
  const server = await serve()
  const { person: ann, ann: client, organizationId: id, knowledgeBaseId: base } = await emptyBase(server)
  const ear = openFor(server, ann, `/api/ws/organizations/${id}`)
  await ear.next('hello')
  const heard = () => ear.frames.slice(1).map(({ type, data }) => [type, data])
  const ofBase = () => heard().filter(([type]) => type === 'knowledge_base_update')
  await client.upload(base, [{ name: 'a.txt', content: 'The warranty lasts two years.' }])
  const [document] = await client.settled(base)
  // It was added, and is ready: that is told after it is stored.
  await expect.poll(ofBase).toHaveLength(2)
  const at = `/api/v1/organizations/${id}`
  const rules = { default_days: null, rules: [] }

  expect((await client.call('GET', `${at}/single-sign-on`)).status).toBe(200)
  expect((await client.call('POST', `${at}/email-domains`, { domain: 'no domain' })).status).toBe(422)
  expect((await client.call('POST', `${at}/retention/preview`, rules)).status).toBe(200)
  expect((await client.call('POST', `${at}/email-domains`, { domain: 'acme.example' })).status).toBe(201)
  const settings = ['organization_update', { id }]
  await expect.poll(heard).toContainEqual(settings)
  const news = () => heard().filter(([type]) => type === 'organization_update')
  expect(news()).toHaveLength(1)
  const key = { name: 'Script', scopes: ['read'], expires_in_days: 1 }
  expect((await client.call('POST', `${at}/api-keys`, key)).status).toBe(201)
  await expect.poll(news).toEqual([settings, settings])

  const before = ofBase().length
  const expected = [{ document_id: document!.id, quote: 'two years' }]
  const golden = { question: 'How long is the warranty?', expected }
  const added = await client.call('POST', `/api/v1/knowledge-bases/${base}/golden-questions`, golden)
  await expect.poll(ofBase).toHaveLength(before + 1)
  await client.call('PATCH', `/api/v1/golden-questions/${added.body.id}`, { question: 'And how long?' })
  await expect.poll(ofBase).toHaveLength(before + 2)
  await client.call('DELETE', `/api/v1/golden-questions/${added.body.id}`)
  await expect.poll(ofBase).toHaveLength(before + 3)
  ear.socket.close()
})

it('open pages of a person hear of a profile, devices, keys, password and two-factor log-in that change elsewhere', async () => {
  const server = await serve()
  const { person: ann, organizationId: id } = await organizationOn(server)
  const { call } = createClient(server.url, ann)
  const ear = openFor(server, ann, `/api/ws/organizations/${id}`)
  await ear.next('hello')
  const me = '/api/v1/users/me'
  let told = 0
  const tells = async (change: () => Promise<unknown>) => {
    await change()
    told += 1
    await expect.poll(() => ear.frames.filter(({ type }) => type === 'account_update')).toHaveLength(told)
  }
  const phone = async () => (await server.logIn(ann.user.email)).json()
  const logOut = (refresh_token: string) =>
    server.inject({ method: 'POST', url: '/api/v1/logout', payload: { refresh_token } })

  await tells(() => call('PATCH', me, { first_name: 'Zoe', locale: 'de' }))
  let tokens = { refresh_token: '' }
  await tells(async () => {
    tokens = await phone()
  })
  await tells(() => logOut(tokens.refresh_token))
  await tells(phone)
  const others = (await call('GET', `${me}/sessions`)).body.filter(
    ({ current }: { current: boolean }) => !current,
  )
  await tells(() => call('DELETE', `${me}/sessions/${others[0].id}`))
  expect((await call('DELETE', `${me}/sessions/${others[0].id}`)).status).toBe(404)
  let key = { id: '' }
  await tells(async () => {
    key = (await call('POST', `${me}/api-keys`, { name: 'Script', scopes: ['read'], expires_in_days: 1 }))
      .body
  })
  await tells(() => call('DELETE', `${me}/api-keys/${key.id}`))
  await tells(() =>
    call('POST', '/api/v1/users/change-password', {
      current_password: PASSWORD,
      new_password: 'Staple-9-battery',
    }),
  )
  let secret = ''
  await tells(async () => {
    secret = (await call('POST', `${me}/two-factor/setup`, { password: 'Staple-9-battery' })).body.secret
  })
  await tells(() => call('POST', `${me}/two-factor/confirm`, { code: codeOf(secret) }))
  ear.socket.close()
})
