import type { FastifyBaseLogger } from 'fastify'
import type { Notifications } from '../../connection/notifications/notifications.service.ts'
import { saidIn } from '../../kernel/texts/reasons.ts'
import type { DocumentsRepository } from './documents.repository.ts'
import type { DocumentRow } from './documents.types.ts'

type Settled = Pick<DocumentRow, 'name' | 'status' | 'error' | 'createdBy'>
type Base = { id: string; name: string; organizationId: string }

const NAMED_MAX = 3

/** One document may be ready before the next has arrived: notifications wait this long. */
const QUIET = 1_500 // ms

/** Notifies people who added documents once the last of theirs in the knowledge base is settled. */
export const createBatches = (
  documents: Pick<DocumentsRepository, 'announceSettled'>,
  notifications: Pick<Notifications, 'notify'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  quiet = QUIET,
) => {
  const waiting = new Map<string, NodeJS.Timeout>()
  /** Requests that are uploading. */
  const uploads = new Set<{ knowledgeBaseId: string; userId: string }>()
  const uploadersTo = (id: string) =>
    [...uploads].flatMap(({ knowledgeBaseId, userId }) => (knowledgeBaseId === id ? userId : []))

  const notify = async (knowledgeBaseId: string) => {
    const uploaders = uploadersTo(knowledgeBaseId)
    if (uploaders.length > 0) announceSettled(knowledgeBaseId)
    const { base, settled } = await documents.announceSettled(knowledgeBaseId, uploaders)
    if (!base) return
    const users = new Set(settled.flatMap(({ createdBy }) => createdBy ?? []))
    for (const userId of users) {
      const batch = settled.filter(({ createdBy }) => createdBy === userId)
      await notifications.notify(notificationOf(userId, base, batch))
    }
  }

  const announce = (knowledgeBaseId: string) => {
    waiting.delete(knowledgeBaseId)
    return notify(knowledgeBaseId).catch((error: unknown) =>
      log.warn({ err: error, knowledgeBaseId }, 'no one was notified of processed documents'),
    )
  }

  function announceSettled(knowledgeBaseId: string) {
    clearTimeout(waiting.get(knowledgeBaseId))
    const timer = setTimeout(() => void announce(knowledgeBaseId), quiet)
    timer.unref()
    waiting.set(knowledgeBaseId, timer)
  }

  return {
    announceSettled,
    /** A person's documents that are settled while others arrive over a slow line are announced with them. */
    async whileArriving<Result>(
      knowledgeBaseId: string,
      userId: string,
      receive: () => Promise<Result>,
    ): Promise<Result> {
      const upload = { knowledgeBaseId, userId }
      uploads.add(upload)
      try {
        return await receive()
      } finally {
        uploads.delete(upload)
      }
    },
    /** Sends pending notifications at once. */
    async close() {
      uploads.clear()
      for (const [knowledgeBaseId, timer] of waiting) {
        clearTimeout(timer)
        await announce(knowledgeBaseId)
      }
    },
  }
}
export type Batches = ReturnType<typeof createBatches>

function notificationOf(userId: string, base: Base, batch: Settled[]) {
  const failed = batch.filter(({ status }) => status === 'failed')
  return {
    userIds: [userId],
    link: `/knowledge-bases/${base.id}`,
    organizationId: base.organizationId,
    ...(failed.length === 0 ? good(base, batch) : bad(base, batch, failed)),
  }
}

const good = ({ name: base }: Base, batch: Settled[]) => ({
  type: 'document_ingest_success' as const,
  values: { base, count: batch.length, name: batch[0]?.name ?? '' },
})

function bad({ name: base }: Base, batch: Settled[], failed: Settled[]) {
  const [{ name, error } = { name: '', error: null }] = failed
  return {
    type: 'document_ingest_failure' as const,
    values: {
      base,
      all: batch.length,
      count: failed.length,
      name,
      names: failed
        .slice(0, NAMED_MAX)
        .map((one) => `“${one.name}”`)
        .join(', '),
      others: Math.max(0, failed.length - NAMED_MAX),
      reason: error ? saidIn(error).reason : '',
    },
  }
}
