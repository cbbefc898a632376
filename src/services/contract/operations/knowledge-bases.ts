import { Acknowledged } from '../common.ts'
import { KnowledgeBase, KnowledgeBaseList, KnowledgeBasePatch, NewKnowledgeBase } from '../knowledge-bases.ts'
import { RetrievalTestRequest, RetrievalTestResults } from '../search.ts'
import { operation } from './operation.ts'
import { READ, READ_OR_ASK, SEARCHING, WRITE } from './phrases.ts'

const NAME_TAKEN = 'Another knowledge base has this name.'

/** Knowledge bases. */
export const knowledgeBases = {
  list: operation('GET /api/v1/organizations/:organizationId/knowledge-bases', KnowledgeBaseList, {
    summary: 'List the knowledge bases',
    may: 'read',
    keys: READ,
  }),
  create: operation('POST /api/v1/organizations/:organizationId/knowledge-bases', KnowledgeBase, {
    summary: 'Create a knowledge base',
    may: 'edit',
    keys: WRITE,
    status: 201,
    body: NewKnowledgeBase,
    example: { body: { name: 'Workshop', description: 'How shoes are repaired.' } },
    refuses: { 409: NAME_TAKEN },
  }),
  get: operation('GET /api/v1/knowledge-bases/:id', KnowledgeBase, {
    summary: 'Get a knowledge base',
    may: 'read',
    keys: READ,
  }),
  change: operation('PATCH /api/v1/knowledge-bases/:id', KnowledgeBase, {
    summary: 'Update a knowledge base',
    may: 'edit',
    keys: WRITE,
    body: KnowledgeBasePatch,
    example: { body: { description: 'What customers ask about, and how we repair.' } },
    refuses: { 409: `${NAME_TAKEN} An index is being built.` },
  }),
  remove: operation('DELETE /api/v1/knowledge-bases/:id', Acknowledged, {
    summary: 'Delete a knowledge base and its documents',
    description: 'Earlier answers keep their quotes.',
    may: 'edit',
    keys: WRITE,
  }),
  search: operation('POST /api/v1/knowledge-bases/:id/search', RetrievalTestResults, {
    summary: 'Test retrieval with a question',
    may: 'read',
    keys: READ_OR_ASK,
    unaudited: SEARCHING,
    body: RetrievalTestRequest,
    example: { body: { query: 'How long can shoes be returned?' } },
  }),
}
