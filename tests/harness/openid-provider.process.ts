import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { ProviderAccount, ProviderOrder, ProviderSettings } from './openid-provider.ts'

/** A production-like OpenID provider in its own process; commands come from the test by IPC. */
const settings = JSON.parse(process.argv[2] ?? '{}') as ProviderSettings
const accounts = new Map<string, ProviderAccount>()

const http = createServer()
await new Promise<void>((resolve) => http.listen(settings.port, '127.0.0.1', resolve))
const { port } = http.address() as AddressInfo
const issuer = `http://127.0.0.1:${port}`

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: settings.clientId,
      client_secret: settings.clientSecret,
      redirect_uris: [settings.redirectUri],
      grant_types: ['authorization_code', ...(settings.refreshTokens ? ['refresh_token'] : [])],
      backchannel_logout_uri: settings.logoutUri,
      backchannel_logout_session_required: true,
    },
  ],
  claims: {
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'groups'],
  },
  features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
  // Its own check refuses this machine's addresses.
  fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
  issueRefreshToken: () => Promise.resolve(settings.refreshTokens),
  rotateRefreshToken: true,
  findAccount: (_context, id) => {
    const claims = accounts.get(id)
    return claims && { accountId: id, claims: () => Promise.resolve({ sub: id, ...claims }) }
  },
  cookies: { keys: ['of-the-tests'] },
})
http.on('request', provider.callback())

provider.on('backchannel.error', (_context, error) => console.error('logout not told:', error))

process.on('message', ({ login, claims }: ProviderOrder) => {
  if (claims) accounts.set(login, claims)
  else accounts.delete(login)
  process.send?.({ done: login })
})
process.on('disconnect', () => process.exit())
process.send?.({ issuer })
