import type { Context } from '../context.ts'
import type { Documents } from '../documents/documents.service.ts'
import type { Module } from '../module.ts'
import { createKnowledgeBasesRepository } from './knowledge-bases.repository.ts'
import { knowledgeBaseRoutes } from './knowledge-bases.routes.ts'
import { createKnowledgeBases } from './knowledge-bases.service.ts'

/** Knowledge bases, whose documents go with them. */
export const createKnowledgeBasesModule = (
  context: Context,
  { documents }: { documents: Documents },
): Module => {
  const { db, hub } = context
  const knowledgeBases = createKnowledgeBases({
    knowledgeBases: createKnowledgeBasesRepository(db),
    documents,
    hub,
  })
  return { plugin: knowledgeBaseRoutes(context, knowledgeBases) }
}
