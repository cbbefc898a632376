import {
  type AnswerFeedback,
  Asked,
  Conversation,
  ConversationDetail,
  type ConversationFilter,
  ConversationPage,
  type ConversationPatch,
  type ConversationQuery,
  type ConversationScope,
  Message,
  type Question,
} from './contract/conversations.ts'
import {
  AssistantList,
  Integration,
  IntegrationList,
  type IntegrationPatch,
  IntegrationVersionList,
  type NewIntegration,
  type Publication,
} from './contract/integrations.ts'
import {
  type ExplainRequest,
  SearchExplanation,
  type SearchRequest,
  SearchResults,
} from './contract/search.ts'
import { PublicPage, type PublicPagePatch } from './contract/share.ts'
import type { Http } from './http/client.ts'
import { pictureUrl } from './pictures.ts'
import { IntegrationGeneral } from './wire/integrations.ts'
import { Anything } from './wire/lenient.ts'

const conversationsOf = (scope: ConversationScope) =>
  scope.integrationId === null
    ? `/api/v1/organizations/${scope.organizationId}/conversations`
    : `/api/v1/integrations/${scope.integrationId}/conversations`

/** Days begin at the midnight of who looks. */
const inZone = ({ from, to }: ConversationFilter, timeZone: () => string) =>
  from === undefined && to === undefined ? {} : { time_zone: timeZone() }

const withLogo = <Of extends { logo_url: string }>(apiBase: string, one: Of): Of => ({
  ...one,
  logo_url: pictureUrl(apiBase, one.logo_url || null) ?? '',
})

/** Assistants, with logos that can be shown as they are, and the conversations with them. */
export const createIntegrationsApi = (http: Http, timeZone: () => string, apiBase: string) => ({
  list: (organizationId: string, signal: AbortSignal) =>
    http.json(IntegrationList, `/api/v1/organizations/${organizationId}/integrations`, { signal }),
  general: (id: string, signal: AbortSignal) =>
    http.json(IntegrationGeneral, `/api/v1/integrations/${id}/general`, { signal }),
  get: async (id: string, signal: AbortSignal) =>
    withLogo(apiBase, await http.json(Integration, `/api/v1/integrations/${id}`, { signal })),
  /** The published ones, as they were published. */
  assistants: async (organizationId: string, signal: AbortSignal) =>
    (await http.json(AssistantList, `/api/v1/organizations/${organizationId}/assistants`, { signal })).map(
      (one) => withLogo(apiBase, one),
    ),
  create: (organizationId: string, integration: NewIntegration, idempotencyKey: string) =>
    http.json(Integration, `/api/v1/organizations/${organizationId}/integrations`, {
      method: 'POST',
      body: integration,
      idempotencyKey,
    }),
  change: (id: string, patch: IntegrationPatch) =>
    http.json(Integration, `/api/v1/integrations/${id}`, { method: 'PATCH', body: patch }),
  setLogo: (id: string, form: FormData) => http.upload(Integration, `/api/v1/integrations/${id}/logo`, form),
  removeLogo: (id: string) => http.json(Integration, `/api/v1/integrations/${id}/logo`, { method: 'DELETE' }),
  publish: (id: string, publication: Publication) =>
    http.json(Integration, `/api/v1/integrations/${id}/publish`, { method: 'POST', body: publication }),
  versions: (id: string, signal: AbortSignal) =>
    http.json(IntegrationVersionList, `/api/v1/integrations/${id}/versions`, { signal }),
  restore: (id: string, version: number) =>
    http.json(Integration, `/api/v1/integrations/${id}/versions/${version}/restore`, { method: 'POST' }),
  duplicate: (id: string) =>
    http.json(Integration, `/api/v1/integrations/${id}/duplicate`, { method: 'POST' }),
  publicPage: (id: string, signal: AbortSignal) =>
    http.json(PublicPage, `/api/v1/integrations/${id}/public-page`, { signal }),
  changePublicPage: (id: string, patch: PublicPagePatch) =>
    http.json(PublicPage, `/api/v1/integrations/${id}/public-page`, { method: 'PATCH', body: patch }),
  search: (id: string, request: SearchRequest, signal: AbortSignal) =>
    http.json(SearchResults, `/api/v1/integrations/${id}/search`, { method: 'POST', body: request, signal }),
  explain: (id: string, request: ExplainRequest, signal: AbortSignal) =>
    http.json(SearchExplanation, `/api/v1/integrations/${id}/search/explain`, {
      method: 'POST',
      body: request,
      signal,
    }),
  remove: (id: string) => http.json(Anything, `/api/v1/integrations/${id}`, { method: 'DELETE' }),

  conversations: (scope: ConversationScope, query: ConversationQuery, signal: AbortSignal) =>
    http.json(ConversationPage, conversationsOf(scope), {
      query: { ...query, ...inZone(query, timeZone) },
      signal,
    }),
  /** The text of a file with all that the filter lets through. */
  exportConversations: (scope: ConversationScope, filter: ConversationFilter, format: 'csv' | 'jsonl') =>
    http.text(`${conversationsOf(scope)}/export`, {
      query: { ...filter, ...inZone(filter, timeZone), format },
    }),
  changeConversation: (id: string, patch: ConversationPatch) =>
    http.json(Conversation, `/api/v1/conversations/${id}`, { method: 'PATCH', body: patch }),
  conversation: (id: string, signal: AbortSignal) =>
    http.json(ConversationDetail, `/api/v1/conversations/${id}`, { signal }),
  removeConversation: (id: string) =>
    http.json(Anything, `/api/v1/conversations/${id}`, { method: 'DELETE' }),
  ask: (integrationId: string, question: Question, idempotencyKey: string) =>
    http.json(Asked, `/api/v1/integrations/${integrationId}/messages`, {
      method: 'POST',
      body: question,
      idempotencyKey,
    }),
  message: (id: string, signal: AbortSignal) => http.json(Message, `/api/v1/messages/${id}`, { signal }),
  stop: (messageId: string) => http.json(Message, `/api/v1/messages/${messageId}/stop`, { method: 'POST' }),
  /** null takes it back. */
  rate: (messageId: string, feedback: AnswerFeedback | null) =>
    http.json(Message, `/api/v1/messages/${messageId}/feedback`, {
      method: feedback === null ? 'DELETE' : 'PUT',
      ...(feedback && { body: feedback }),
    }),
  /** The answer, begun anew; `wait`: once the documents that are being read can be searched. */
  retry: async (messageId: string, wait: boolean) =>
    (
      await http.json(Asked, `/api/v1/messages/${messageId}/retry`, {
        method: 'POST',
        query: { wait: wait || null },
      })
    ).answer,
})

export type IntegrationsApi = ReturnType<typeof createIntegrationsApi>
