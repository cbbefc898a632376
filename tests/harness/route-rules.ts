import { ALL_OPERATIONS } from '../../server/developers/reference/operations.ts'
import type { Rules } from '../../src/services/contract/operations/operation.ts'

/** Who can call a route, as operations declare it; or `provider`, with a provisioning token. */
type RouteRule = Partial<Pick<Rules, 'may' | 'example' | 'query'>> & {
  who?: Rules['who'] | 'provider'
  /** Why it writes no entry into the audit log. */
  unaudited?: string
}

const anyone = { who: 'anyone' } as const
const provider = {
  who: 'provider',
  unaudited: 'Is for providers alone: tests/server/provisioning.test.ts reads what is written.',
} as const
const member = { may: 'read' } as const

/** Routes that are not operations: pages, sockets, and SCIM, which has its own specification. */
const OTHERS: Readonly<Record<string, RouteRule>> = {
  'GET /health': anyone,
  'GET /ready': anyone,
  'GET /metrics': anyone,
  'GET /docs': anyone,
  'GET /docs/guides': anyone,
  'GET /docs/guides.css': anyone,
  'GET /docs/guides/:name': anyone,
  'GET /docs/openapi.json': anyone,
  'GET /docs/page.css': anyone,
  'GET /docs/page.js': anyone,
  'GET /docs/rapidoc.js': anyone,
  'GET /outbox/:key': anyone,
  'GET /outbox/:key/:mail': anyone,
  'GET /fonts/:name': anyone,
  'GET /checkout': anyone,
  'GET /signed-in': anyone,
  'GET /signed-in/not': anyone,
  'GET /signed-in/style.css': anyone,
  'POST /api/v1/channels/:kind/events': {
    ...anyone,
    unaudited: 'What people write becomes conversations, as on a public page.',
  },
  'POST /checkout': {
    ...anyone,
    unaudited: 'Is the payment page of the test provider: settling the order writes the entry.',
  },
  'GET /checkout/style.css': anyone,
  'GET /checkout/card': anyone,
  'POST /checkout/card': {
    ...anyone,
    unaudited: 'Is the page for a card of the test provider, which holds none.',
  },
  'GET /v1/*': anyone,
  'GET /api/v1/mcp': { who: 'self' },
  'GET /api/scim/v2/ServiceProviderConfig': provider,
  'GET /api/scim/v2/ResourceTypes': provider,
  'GET /api/scim/v2/ResourceTypes/:id': provider,
  'GET /api/scim/v2/Schemas': provider,
  'GET /api/scim/v2/Schemas/:id': provider,
  'GET /api/scim/v2/Me': provider,
  ...Object.fromEntries(
    ['Users', 'Groups'].flatMap((kind) => [
      [`GET /api/scim/v2/${kind}`, provider],
      [`POST /api/scim/v2/${kind}`, provider],
      ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => [`${method} /api/scim/v2/${kind}/:id`, provider]),
    ]),
  ),
  'GET /api/ws/share/:id': { who: 'visitor' },
  'GET /api/ws/organizations/:orgId': member,
  'GET /api/ws/organizations/:orgId/knowledge-bases/:kbId': member,
  'GET /api/ws/integrations/:id': member,
}

/** Every route of the server, by method and address. */
export const ROUTE_RULES: Readonly<Record<string, RouteRule>> = {
  ...OTHERS,
  ...Object.fromEntries(Object.values(ALL_OPERATIONS).map(({ address, rules }) => [address, rules])),
}

/** Whether a route has to write an entry: it changes something, or returns data as a file. */
export const isAudited = (name: string) =>
  (!name.startsWith('GET ') || name.endsWith('/export')) && ROUTE_RULES[name]?.unaudited === undefined
