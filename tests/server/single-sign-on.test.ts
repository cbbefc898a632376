import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../harness/knowledge.ts'
import { type NameServer, startNameServer } from '../harness/name-server.ts'
import { createWanderer, type OpenIdProvider, startOpenIdProvider } from '../harness/openid-provider.ts'
import { type Person, startTestServer, type TestServer } from '../harness/server.ts'

const DOMAIN = 'acme.test'

describe('single sign-on', () => {
  let server: TestServer
  let names: NameServer
  let provider: OpenIdProvider
  let ann: Person
  let organization: string
  const texts = new Map<string, string[]>()

  beforeAll(async () => {
    names = await startNameServer(
      () => undefined,
      (name) => texts.get(name),
    )
    const web = { allowedNetworks: ['127.0.0.0/8'], ports: [80], nameServers: [names.address] }
    server = await startTestServer({ appFolder: '/nowhere', web })
    ann = await server.register()
    organization = (await server.found(ann)).id
    const read = await client().call('GET', at())
    provider = await startOpenIdProvider({
      redirectUri: read.body.redirect_uri,
      logoutUri: read.body.backchannel_logout_uri,
    })
    web.ports.push(provider.port)
  })
  afterAll(async () => {
    await provider.close()
    await server.close()
    await names.close()
  })
  const client = () => createClient(server.url, ann)
  const at = (path = '') => `/api/v1/organizations/${organization}/single-sign-on${path}`

  it('works', async () => {
    const saved = await client().call('PUT', at(), {
      issuer: provider.issuer, client_id: provider.clientId, client_secret: provider.clientSecret,
      default_role: 'viewer', role_claim: '', role_mappings: [],
    })
    expect(saved).toMatchObject({ status: 200 })
    expect(await client().call('POST', at('/test'))).toMatchObject({ body: { problem: null } })
    const domain = await client().call('POST', `/api/v1/organizations/${organization}/email-domains`, { domain: DOMAIN })
    texts.set(domain.body.record_name, ['other', domain.body.record_value])
    expect(await client().call('POST', `/api/v1/organizations/${organization}/email-domains/${domain.body.id}/verify`)).toMatchObject({ status: 200 })
    await provider.account('bob', { email: `bob@${DOMAIN}`, email_verified: true, given_name: 'Bob' })
    const offer = await (await fetch(`${server.url}/api/v1/login/company?domain=${DOMAIN}`)).json()
    expect(offer).toMatchObject({ organization: 'Acme' })
    const wanderer = createWanderer()
    const end = await wanderer.signIn(`${(offer as {url:string}).url}&return=/chat`, 'bob', (url) => url.pathname === '/login/company')
    expect(end.search).toBe('?return=%2Fchat')
    const tokens = await wanderer.send(`${end.origin}/api/v1/login/company`, { method: 'POST' })
    expect([tokens.status, await tokens.json()]).toMatchObject([200, { access_token: expect.any(String) }])
  })
})
