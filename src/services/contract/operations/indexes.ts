import { KnowledgeIndex, KnowledgeIndexes, NewKnowledgeIndex } from '../indexes.ts'
import { operation } from './operation.ts'
import { NOT_NOW, READ, WORK, WRITE } from './phrases.ts'

/** Indexes of a knowledge base, built beside the one in use. */
export const indexes = {
  list: operation('GET /api/v1/knowledge-bases/:id/indexes', KnowledgeIndexes, {
    summary: 'List the indexes',
    may: 'read',
    keys: READ,
  }),
  create: operation('POST /api/v1/knowledge-bases/:id/indexes', KnowledgeIndex, {
    summary: 'Build an index',
    description: 'The current index stays in use until the new one is published.',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
    status: 201,
    body: NewKnowledgeIndex,
    example: { body: {} },
    refuses: { 409: 'An index is already being built.' },
  }),
  cancel: operation('POST /api/v1/indexes/:id/cancel', KnowledgeIndex, {
    summary: 'Stop building an index',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
    refuses: { 409: NOT_NOW },
  }),
  publish: operation('POST /api/v1/indexes/:id/publish', KnowledgeIndex, {
    summary: 'Publish a new index',
    may: 'edit',
    keys: WRITE,
    refuses: { 409: NOT_NOW },
  }),
  discard: operation('POST /api/v1/indexes/:id/discard', KnowledgeIndex, {
    summary: 'Discard an index',
    may: 'edit',
    keys: WRITE,
    unaudited: WORK,
    refuses: { 409: NOT_NOW },
  }),
}
