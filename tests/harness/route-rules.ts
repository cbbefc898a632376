import type { Right } from '../../src/services/contract/roles.ts'

export type Body = Readonly<Record<string, unknown>>
type Ids = Readonly<Record<string, string>>

/**
 * Who may call a route: `open` everybody, `own` whoever is signed in, about themselves, `mine` the same with an
 * id that must be theirs, `visitor` who holds a token of a public page that is on, `administrator` who runs the
 * installation, else members with the right.
 */
export type RouteRule =
  | 'open'
  | 'own'
  | 'mine'
  | { visitor: true; body?: Body }
  | 'administrator'
  | { may: Right; query?: string; body?: Body | ((ids: Ids) => Body) }

const named = { name: 'x' }
const someId = crypto.randomUUID()
const visitor = { visitor: true } as const

/** Every route of the server: a new one needs its line here. */
export const ROUTE_RULES: Readonly<Record<string, RouteRule>> = {
  'GET /health': 'open',
  'GET /ready': 'open',
  'GET /metrics': 'open',
  'GET /docs': 'open',
  'GET /docs/openapi.json': 'open',
  'GET /outbox/:key': 'open',
  'GET /checkout': 'open',
  'POST /checkout': 'open',
  'GET /checkout/style.css': 'open',
  'POST /forgot-password': 'open',
  'GET /reset-password/verify/:token': 'open',
  'POST /reset-password': 'open',
  'POST /api/v1/register': 'open',
  'POST /api/v1/login': 'open',
  'POST /api/v1/refresh': 'open',
  'POST /api/v1/logout': 'open',
  'POST /api/v1/confirm-email': 'open',
  'GET /api/v1/pictures/:id': 'open',
  'GET /api/v1/payments/:reference': 'open',
  'GET /api/v1/invitations/:token': 'open',
  'POST /api/v1/invitations/decline': 'open',

  'GET /api/v1/users/me': 'own',
  'PATCH /api/v1/users/me': 'own',
  'POST /api/v1/users/me/photo': 'own',
  'DELETE /api/v1/users/me/photo': 'own',
  'POST /api/v1/users/me/email': 'own',
  'GET /api/v1/users/me/deletion': 'own',
  'POST /api/v1/users/me/delete': 'own',
  'POST /api/v1/users/change-password': 'own',
  'GET /api/v1/users/me/sessions': 'own',
  'DELETE /api/v1/users/me/sessions': 'own',
  'DELETE /api/v1/users/me/sessions/:id': 'mine',
  'GET /api/v1/users/me/sign-ins': 'own',
  'GET /api/v1/users/me/two-factor': 'own',
  'POST /api/v1/users/me/two-factor/setup': 'own',
  'POST /api/v1/users/me/two-factor/confirm': 'own',
  'POST /api/v1/users/me/two-factor/disable': 'own',
  'GET /api/v1/users/me/api-keys': 'own',
  'POST /api/v1/users/me/api-keys': 'own',
  'DELETE /api/v1/users/me/api-keys/:id': 'mine',
  'GET /api/v1/users/billing-details': 'own',
  'POST /api/v1/users/billing-details': 'own',
  'GET /api/v1/users/billing-details/supported-countries': 'own',
  'GET /api/v1/subscription/plans': 'own',
  'GET /api/v1/subscription/current': 'own',
  'POST /api/v1/subscription/change': 'own',
  'POST /api/v1/subscription/undo': 'own',
  'GET /api/v1/subscription/preview': 'own',
  'GET /api/v1/payments': 'own',
  'GET /api/v1/notifications': 'own',
  'GET /api/v1/notifications/unread-count': 'own',
  'POST /api/v1/notifications/mark-read': 'own',
  'DELETE /api/v1/notifications/:id': 'mine',
  'GET /api/v1/system': 'own',
  'POST /api/v1/feedback': 'own',
  'GET /api/v1/feedback': 'administrator',
  'GET /api/v1/organizations': 'own',
  'POST /api/v1/organizations': 'own',
  'POST /api/v1/invitations/accept': 'own',

  'GET /api/v1/organizations/:id': { may: 'read' },
  'PATCH /api/v1/organizations/:id': { may: 'manage', body: named },
  'POST /api/v1/organizations/:id/logo': { may: 'manage' },
  'DELETE /api/v1/organizations/:id/logo': { may: 'manage' },
  'POST /api/v1/organizations/:id/delete': { may: 'own', body: named },
  'GET /api/v1/organizations/:id/usage': { may: 'read' },
  'GET /api/v1/organizations/:organizationId/usage/series': { may: 'read' },
  'GET /api/v1/organizations/:organizationId/sources': { may: 'read' },
  'GET /api/v1/organizations/:organizationId/gaps': { may: 'read' },
  'PATCH /api/v1/organizations/:organizationId/gaps': {
    may: 'edit',
    body: { answer_ids: [someId], status: 'ignored' },
  },
  'GET /api/v1/organizations/:id/conversations': { may: 'read' },
  'GET /api/v1/organizations/:id/conversations/export': { may: 'read', query: 'format=csv' },
  'GET /api/v1/organizations/:organizationId/members': { may: 'read' },
  'PATCH /api/v1/organizations/:organizationId/members/:userId': { may: 'manage', body: { role: 'viewer' } },
  'DELETE /api/v1/organizations/:organizationId/members/:userId': { may: 'manage' },
  'POST /api/v1/organizations/:organizationId/transfer': { may: 'own', body: { user_id: someId } },
  'GET /api/v1/organizations/:organizationId/invitations': { may: 'manage' },
  'POST /api/v1/organizations/:organizationId/invitations': {
    may: 'manage',
    body: { emails: ['x@example.test'], role: 'viewer' },
  },
  'POST /api/v1/invitations/:id/resend': { may: 'manage' },
  'DELETE /api/v1/invitations/:id': { may: 'manage' },
  'GET /api/v1/organizations/:organizationId/knowledge-bases': { may: 'read' },
  'POST /api/v1/organizations/:organizationId/knowledge-bases': { may: 'edit', body: named },
  'GET /api/v1/knowledge-bases/:id': { may: 'read' },
  'PATCH /api/v1/knowledge-bases/:id': { may: 'edit', body: named },
  'DELETE /api/v1/knowledge-bases/:id': { may: 'edit' },
  'GET /api/v1/knowledge-bases/:id/documents': { may: 'read' },
  'POST /api/v1/knowledge-bases/:id/documents': { may: 'edit' },
  'GET /api/v1/documents/:id': { may: 'read' },
  'DELETE /api/v1/documents/:id': { may: 'edit' },
  'POST /api/v1/documents/:id/retry': { may: 'edit' },
  'GET /api/v1/documents/:id/passages': { may: 'read' },
  'GET /api/v1/organizations/:organizationId/integrations': { may: 'read' },
  'POST /api/v1/organizations/:organizationId/integrations': { may: 'edit', body: named },
  'GET /api/v1/integrations/:id': { may: 'read' },
  'PATCH /api/v1/integrations/:id': { may: 'edit', body: named },
  'DELETE /api/v1/integrations/:id': { may: 'edit' },
  'GET /api/v1/integrations/:id/general': { may: 'read' },
  'GET /api/v1/integrations/:id/conversations': { may: 'read' },
  'POST /api/v1/integrations/:id/messages': { may: 'chat', body: { content: 'x', conversation_id: null } },
  'POST /api/v1/integrations/:id/search': { may: 'read', body: { query: 'canary' } },
  'POST /api/v1/integrations/:id/search/explain': {
    may: 'read',
    body: ({ passages }) => ({ query: 'canary', passage_id: passages }),
  },
  'GET /api/v1/integrations/:id/conversations/export': { may: 'read', query: 'format=csv' },
  'POST /api/v1/integrations/:id/publish': { may: 'edit' },
  'GET /api/v1/integrations/:id/versions': { may: 'read' },
  'POST /api/v1/integrations/:id/versions/:version/restore': { may: 'edit' },
  'POST /api/v1/integrations/:id/duplicate': { may: 'edit' },
  'GET /api/v1/integrations/:id/public-page': { may: 'read' },
  'PATCH /api/v1/integrations/:id/public-page': { may: 'edit', body: { state: 'off' } },
  'GET /api/v1/conversations/:id': { may: 'read' },
  'PATCH /api/v1/conversations/:id': { may: 'edit', body: { tags: ['x'] } },
  'DELETE /api/v1/conversations/:id': { may: 'edit' },
  'GET /api/v1/messages/:id': { may: 'read' },
  'PUT /api/v1/messages/:id/feedback': { may: 'chat', body: { rating: 'up', reason: null, comment: '' } },
  'DELETE /api/v1/messages/:id/feedback': { may: 'chat' },
  'POST /api/v1/messages/:id/stop': { may: 'chat' },
  'POST /api/v1/messages/:id/retry': { may: 'chat' },

  'GET /api/v1/share/:id': visitor,
  'POST /api/v1/share/:id/visitors': visitor,
  'GET /api/v1/share/:id/conversations': visitor,
  'GET /api/v1/share/:id/conversations/:part': visitor,
  'DELETE /api/v1/share/:id/conversations/:part': visitor,
  'POST /api/v1/share/:id/messages': {
    visitor: true,
    body: { content: 'x', conversation_id: null, channel: 'share' },
  },
  'GET /api/v1/share/:id/messages/:part': visitor,
  'POST /api/v1/share/:id/messages/:part/stop': visitor,
  'PUT /api/v1/share/:id/messages/:part/feedback': {
    ...visitor,
    body: { rating: 'up', reason: null, comment: '' },
  },
  'DELETE /api/v1/share/:id/messages/:part/feedback': visitor,
  'POST /api/v1/share/:id/messages/:part/retry': visitor,
  'GET /api/ws/share/:id': visitor,

  'GET /api/ws/organizations/:orgId': { may: 'read' },
  'GET /api/ws/organizations/:orgId/knowledge-bases/:kbId': { may: 'read' },
  'GET /api/ws/integrations/:id': { may: 'read' },
}
