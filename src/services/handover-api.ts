import {
  HandoverDetail,
  HandoverEntry,
  type HandoverPatch,
  HandoverSettings,
  type HandoverSettingsPatch,
  Inbox,
  InboxItem,
  type InboxQuery,
  type NewHandoverEntry,
  OutcomeReport,
} from './contract/handover.ts'
import type { Http } from './http/client.ts'
import { Anything } from './wire/lenient.ts'

const of = (conversationId: string) => `/api/v1/conversations/${conversationId}/handover`

/** When a person is offered, and the inbox of the team. */
export const createHandoverApi = (http: Http) => ({
  settings: (integrationId: string, signal: AbortSignal) =>
    http.json(HandoverSettings, `/api/v1/integrations/${integrationId}/handover`, { signal }),
  changeSettings: (integrationId: string, patch: HandoverSettingsPatch) =>
    http.json(HandoverSettings, `/api/v1/integrations/${integrationId}/handover`, {
      method: 'PATCH',
      body: patch,
    }),
  inbox: (organizationId: string, query: InboxQuery, signal: AbortSignal) =>
    http.json(Inbox, `/api/v1/organizations/${organizationId}/inbox`, { query, signal }),
  outcomes: (organizationId: string, days: number, signal: AbortSignal) =>
    http.json(OutcomeReport, `/api/v1/organizations/${organizationId}/outcomes`, { query: { days }, signal }),
  detail: (conversationId: string, signal: AbortSignal) =>
    http.json(HandoverDetail, of(conversationId), { signal }),
  change: (conversationId: string, patch: HandoverPatch) =>
    http.json(InboxItem, of(conversationId), { method: 'PATCH', body: patch }),
  write: (conversationId: string, entry: NewHandoverEntry, idempotencyKey: string) =>
    http.json(HandoverEntry, `${of(conversationId)}/entries`, {
      method: 'POST',
      body: entry,
      idempotencyKey,
    }),
  tellReplying: (conversationId: string, replying: boolean) =>
    http.json(Anything, `${of(conversationId)}/presence`, { method: 'POST', body: { replying } }),
})

export type HandoverApi = ReturnType<typeof createHandoverApi>
