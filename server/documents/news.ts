import { eq } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { knowledgeBases } from '../db/schema/index.ts'
import type { Hub } from '../realtime/hub.ts'
import { presentDocument } from './documents.presenter.ts'
import type { DocumentRow } from './documents.repository.ts'

export type DocumentNews = 'document_added' | 'document_progress' | 'document_ready' | 'document_failed'
export type TellAboutDocument = (type: DocumentNews, row: DocumentRow) => void

/** Tells the viewers of a knowledge base what happened to a document, and its organization when counts changed. */
export const createNews = ({ db, hub }: { db: Db; hub: Hub }) => {
  const tellOrganization = async (knowledgeBaseId: string) => {
    const [base] = await db
      .select({ organizationId: knowledgeBases.organizationId })
      .from(knowledgeBases)
      .where(eq(knowledgeBases.id, knowledgeBaseId))
    if (base)
      hub.publish(`organization:${base.organizationId}`, 'knowledge_base_update', { id: knowledgeBaseId })
  }
  const tell: TellAboutDocument = (type, row) => {
    hub.publish(`knowledge-base:${row.knowledgeBaseId}`, type, presentDocument(row))
    if (type !== 'document_progress') tellOrganization(row.knowledgeBaseId).catch(() => {})
  }
  return {
    tell,
    tellRemoved(id: string, knowledgeBaseId: string) {
      hub.publish(`knowledge-base:${knowledgeBaseId}`, 'document_removed', { id })
      tellOrganization(knowledgeBaseId).catch(() => {})
    },
  }
}
export type News = ReturnType<typeof createNews>
