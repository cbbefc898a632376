import * as z from 'zod/mini'
import { Uuid } from '../common.ts'
import { DocumentText, Passage, PassagePage, PassagePatch, PassageQuery } from '../documents.ts'
import { operation } from './operation.ts'
import { CONTENT, READ, WRITE } from './phrases.ts'

/** The passages that searches use. */
export const passages = {
  ofDocument: operation('GET /api/v1/documents/:id/passages', DocumentText, {
    summary: 'List the passages of a document',
    may: 'read',
    keys: READ,
    query: z.object({ passage: z.optional(Uuid) }),
  }),
  page: operation('GET /api/v1/knowledge-bases/:id/passages', PassagePage, {
    summary: 'Search the passages by page',
    may: 'read',
    keys: READ,
    query: PassageQuery,
    example: { query: { q: 'returned' } },
  }),
  change: operation('PATCH /api/v1/passages/:id', Passage, {
    summary: 'Edit, enable or disable a passage',
    description: '`content: null` restores the original text.',
    may: 'edit',
    keys: WRITE,
    unaudited: CONTENT,
    body: PassagePatch,
    example: { body: { enabled: true } },
    refuses: { 409: 'The document was read again: reopen it.' },
  }),
}
