import type { SingleSignOn } from '../../src/services/contract/single-sign-on.ts'
import { organizationOn } from './knowledge.ts'
import { type NameServer, startNameServer } from './name-server.ts'
import { startTestServer, type TestServer } from './server.ts'

type Settings = { issuer: string; clientId: string; clientSecret: string }

/** A server whose DNS names the test controls, so that organizations can verify their domains. */
export const startCompanyServer = async () => {
  const texts = new Map<string, string[]>()
  const names: NameServer = await startNameServer(
    () => undefined,
    (name) => texts.get(name),
  )
  const web = { allowedNetworks: ['127.0.0.0/8'], ports: [80, 443], nameServers: [names.address] }
  const server = await startTestServer({ appFolder: '/nowhere', web })
  return {
    server,
    texts,
    /** A provider listens there. */
    allow: (port: number) => web.ports.push(port),
    async close() {
      await server.close()
      await names.close()
    },
  }
}
export type CompanyServer = Awaited<ReturnType<typeof startCompanyServer>>

/** An organization with its owner, before its provider is configured. */
export const foundCompany = async ({
  server,
  texts,
}: {
  server: TestServer
  texts: Map<string, string[]>
}) => {
  const { person: owner, ann, organizationId: id } = await organizationOn(server)
  const { call } = ann
  const base = `/api/v1/organizations/${id}`
  const at = (path = '') => `${base}/single-sign-on${path}`
  const all = async (): Promise<SingleSignOn> => (await call('GET', at())).body
  return {
    id,
    owner,
    call,
    at,
    base,
    all,
    use: ({ issuer, clientId, clientSecret }: Settings, more: object = {}) =>
      call('PUT', at(), {
        issuer,
        client_id: clientId,
        client_secret: clientSecret,
        default_role: 'viewer',
        role_claim: '',
        role_mappings: [],
        ...more,
      }),
    async claim(domain: string) {
      const { body } = await call('POST', `${base}/email-domains`, { domain })
      return body as { id: string; record_name: string; record_value: string }
    },
    async verify(domain: string) {
      const { body } = await call('POST', `${base}/email-domains`, { domain })
      texts.set(body.record_name, ['v=spf1 -all', body.record_value])
      return call('POST', `${base}/email-domains/${body.id}/verify`)
    },
    enforce: (enforced: boolean) => call('PUT', at('/enforcement'), { enforced }),
    role: async (userId: string) =>
      ((await call('GET', `${base}/members`)).body as { user_id: string; role: string }[]).find(
        ({ user_id }) => user_id === userId,
      )?.role,
    log: async () =>
      (
        (await call('GET', `${base}/audit-log?subject=single_sign_on`)).body.items as {
          action: string
          details: Record<string, string>
        }[]
      ).map(({ action, details }) => ({ action: action.split('.')[1], ...details })),
  }
}
export type Company = Awaited<ReturnType<typeof foundCompany>>
