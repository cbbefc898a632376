import type { Notifications } from '../notifications/notifications.service.ts'
import type { DocumentsRepository } from './documents.repository.ts'
import type { DocumentRow } from './documents.types.ts'

type Settled = Pick<DocumentRow, 'name' | 'status' | 'error' | 'createdBy'>
type Base = { id: string; name: string; organizationId: string }

const NAMED_MAX = 3

/** Of documents that are added together, one may be ready before the next has arrived: so long nothing is told. */
const QUIET = 1_500 // ms

/** Tells whoever added documents how it went: once, when the last of theirs in the knowledge base is settled. */
export const createBatches = (
  documents: Pick<DocumentsRepository, 'announceSettled'>,
  notifications: Pick<Notifications, 'notify'>,
  quiet = QUIET,
) => {
  const waiting = new Map<string, NodeJS.Timeout>()

  const announce = async (knowledgeBaseId: string) => {
    waiting.delete(knowledgeBaseId)

    const { base, settled } = await documents.announceSettled(knowledgeBaseId)
    if (!base) return
    const users = new Set(settled.flatMap(({ createdBy }) => createdBy ?? []))
    for (const userId of users) {
      const batch = settled.filter(({ createdBy }) => createdBy === userId)
      await notifications.notify(newsOf(userId, base, batch))
    }
  }

  return {
    announceSettled(knowledgeBaseId: string) {
      clearTimeout(waiting.get(knowledgeBaseId))
      const timer = setTimeout(() => void announce(knowledgeBaseId).catch(() => {}), quiet)
      timer.unref()
      waiting.set(knowledgeBaseId, timer)
    },
    /** Tells at once what was about to be told. */
    async close() {
      for (const [knowledgeBaseId, timer] of waiting) {
        clearTimeout(timer)
        await announce(knowledgeBaseId).catch(() => {})
      }
    },
  }
}

function newsOf(userId: string, base: Base, batch: Settled[]) {
  const failed = batch.filter(({ status }) => status === 'failed')
  return {
    userIds: [userId],
    link: `/knowledge-bases/${base.id}`,
    organizationId: base.organizationId,
    ...(failed.length === 0 ? good(base, batch) : bad(base, batch, failed)),
  }
}

function good({ name: base }: Base, batch: Settled[]) {
  const { length: count, 0: first } = batch
  const type = 'document_ingest_success'
  return count === 1
    ? { type, title: `“${first!.name}” is ready`, message: `Assistants that use ${base} can quote it now.` }
    : {
        type,
        title: `${count} documents are ready`,
        message: `Assistants that use ${base} can quote them now.`,
      }
}

function bad({ name: base }: Base, batch: Settled[], failed: Settled[]) {
  const { length: count, 0: first } = failed
  const all = batch.length
  const { name, error } = first!
  const reason = error?.message ?? ''
  const names = namesOf(failed)
  return {
    type: 'document_ingest_failure',
    title: all === 1 ? `“${name}” could not be read` : `${count} of ${all} documents could not be read`,
    message:
      count > 1
        ? `${names} in ${base}. The reason stands beside each.`
        : all === 1
          ? reason
          : `“${name}”: ${reason}`,
  }
}

function namesOf(failed: Settled[]) {
  const named = failed
    .slice(0, NAMED_MAX)
    .map(({ name }) => `“${name}”`)
    .join(', ')
  const others = failed.length - NAMED_MAX
  return others > 0 ? `${named} and ${others} more` : named
}
