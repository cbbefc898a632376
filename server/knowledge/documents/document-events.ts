import { eq } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Hub } from '../../connection/realtime/hub.ts'
import type { Db } from '../../kernel/db/open.ts'
import { knowledgeBases } from '../../kernel/db/schema/index.ts'
import { readersOfDocument } from '../readers/may-read.ts'
import { presentDocument } from './documents.presenter.ts'
import type { DocumentRow } from './documents.types.ts'

export type DocumentEventType =
  | 'document_added'
  | 'document_progress'
  | 'document_ready'
  | 'document_failed'
  | 'document_cancelled'
  | 'document_changed'
/** About documents of one knowledge base. */
export type NotifyAboutDocument = (type: DocumentEventType, ...rows: readonly DocumentRow[]) => void

type Parts = {
  db: Db
  hub: Hub
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Notifies people that all documents they added are settled. */
  announceSettled: (knowledgeBaseId: string) => void
}

/** Notifies viewers of a knowledge base about a document, and its organization of changed counts. */
export const createDocumentEvents = ({ db, hub, log, announceSettled }: Parts) => {
  const publish = async (knowledgeBaseId: string) => {
    const [base] = await db
      .select({ organizationId: knowledgeBases.organizationId })
      .from(knowledgeBases)
      .where(eq(knowledgeBases.id, knowledgeBaseId))
    if (base)
      hub.publish(`organization:${base.organizationId}`, 'knowledge_base_update', { id: knowledgeBaseId })
  }
  const notifyOrganization = (knowledgeBaseId: string) =>
    publish(knowledgeBaseId).catch((error: unknown) =>
      log.warn({ err: error, knowledgeBaseId }, 'an organization was not notified of a changed document'),
    )
  let told = Promise.resolve()
  /** In order, and only to people who can read it. */
  const notifyReaders = (type: DocumentEventType, row: DocumentRow) => {
    told = told
      .then(async () => {
        for (const userId of await readersOfDocument(db, row))
          hub.publish(`knowledge-base:${row.knowledgeBaseId}`, type, presentDocument(row), userId)
      })
      .catch((error: unknown) =>
        log.warn({ err: error, documentId: row.id }, 'readers were not notified of a changed document'),
      )
  }
  const tell: NotifyAboutDocument = (type, ...rows) => {
    for (const row of rows)
      if (row.isRestricted) notifyReaders(type, row)
      else hub.publish(`knowledge-base:${row.knowledgeBaseId}`, type, presentDocument(row))
    const knowledgeBaseId = rows[0]?.knowledgeBaseId
    if (knowledgeBaseId === undefined) return
    if (type !== 'document_progress') void notifyOrganization(knowledgeBaseId)
    if (type === 'document_ready' || type === 'document_failed' || type === 'document_cancelled')
      announceSettled(knowledgeBaseId)
  }
  return {
    tell,
    /** Its readers changed: it disappears for former ones, and appears for new ones. */
    notifyReadersChanged(row: DocumentRow) {
      hub.publish(`knowledge-base:${row.knowledgeBaseId}`, 'document_removed', { id: row.id })
      tell('document_added', row)
    },
    notifySourceRemoved(id: string, knowledgeBaseId: string) {
      hub.publish(`knowledge-base:${knowledgeBaseId}`, 'document_removed', { id })
      void notifyOrganization(knowledgeBaseId)
      // It may have been the one that the others were waiting for.
      announceSettled(knowledgeBaseId)
    },
  }
}
export type DocumentEvents = ReturnType<typeof createDocumentEvents>
