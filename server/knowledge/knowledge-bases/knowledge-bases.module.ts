import type { Context } from '../../context.ts'
import type { Module } from '../../module.ts'
import type { Documents } from '../documents/documents.service.ts'
import type { Indexes } from '../indexes/indexes.service.ts'
import { createKnowledgeBasesRepository } from './knowledge-bases.repository.ts'
import { knowledgeBaseRoutes } from './knowledge-bases.routes.ts'
import { createKnowledgeBases } from './knowledge-bases.service.ts'

/** Knowledge bases; deleting one deletes its documents. */
export const createKnowledgeBasesModule = (
  context: Context,
  { documents, indexes }: { documents: Documents; indexes: Indexes },
): Module => {
  const { db, hub } = context
  const knowledgeBases = createKnowledgeBases({
    knowledgeBases: createKnowledgeBasesRepository(db),
    documents,
    indexes,
    hub,
  })
  return { plugin: knowledgeBaseRoutes(context, knowledgeBases) }
}
