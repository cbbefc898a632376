import { Acknowledged } from '../common.ts'
import {
  Conversation,
  ConversationExport,
  ConversationPage,
  ConversationPatch,
  ConversationQuery,
} from '../conversations.ts'
import { Transcript } from '../transcript.ts'
import { operation } from './operation.ts'
import { MANAGE, READ, READ_OR_ASK, TRIAGE } from './phrases.ts'

const FILTER = { channel: 'api', from: '2026-01-01' }

const EXPORTED = 'As CSV or JSON lines, with what visitors and the team wrote after a hand-over.'

/** Conversations, of one assistant or of all. */
export const conversations = {
  ofAssistant: operation('GET /api/v1/integrations/:id/conversations', ConversationPage, {
    summary: 'List the conversations with an assistant',
    may: 'read',
    keys: READ,
    query: ConversationQuery,
    example: { query: FILTER },
  }),
  ofOrganization: operation('GET /api/v1/organizations/:organizationId/conversations', ConversationPage, {
    summary: 'List the conversations with all assistants',
    may: 'read',
    keys: READ,
    query: ConversationQuery,
    example: { query: FILTER },
  }),
  exportOfAssistant: operation('GET /api/v1/integrations/:id/conversations/export', null, {
    summary: 'Export the conversations with an assistant',
    description: EXPORTED,
    may: 'read',
    keys: READ,
    query: ConversationExport,
    answers: 'text/csv',
    example: { query: { format: 'csv' } },
  }),
  exportOfOrganization: operation('GET /api/v1/organizations/:organizationId/conversations/export', null, {
    summary: 'Export the conversations with all assistants',
    description: EXPORTED,
    may: 'read',
    keys: READ,
    query: ConversationExport,
    answers: 'text/csv',
    example: { query: { format: 'csv' } },
  }),
  get: operation('GET /api/v1/conversations/:id', Transcript, {
    summary: 'Get a conversation',
    may: 'read',
    keys: READ_OR_ASK,
  }),
  change: operation('PATCH /api/v1/conversations/:id', Conversation, {
    summary: 'Rename or tag a conversation',
    may: 'edit',
    keys: MANAGE,
    unaudited: TRIAGE,
    body: ConversationPatch,
    example: { body: { title: 'Returns', tags: ['returns'] } },
  }),
  remove: operation('DELETE /api/v1/conversations/:id', Acknowledged, {
    summary: 'Delete a conversation',
    may: 'edit',
    keys: MANAGE,
  }),
}
