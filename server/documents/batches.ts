import type { Notifications } from '../notifications/notifications.service.ts'
import type { DocumentsRepository } from './documents.repository.ts'
import type { DocumentRow } from './documents.types.ts'

type Settled = Pick<DocumentRow, 'name' | 'status' | 'error' | 'createdBy'>
type Base = { id: string; name: string; organizationId: string }

const NAMED_MAX = 3

/** Tells whoever added documents how it went: once, when the last of theirs in the knowledge base is settled. */
export const createBatches = (documents: DocumentsRepository, notifications: Notifications) =>
  async function announceSettled(knowledgeBaseId: string): Promise<void> {
    const { base, settled } = await documents.announceSettled(knowledgeBaseId)
    if (!base) return
    const users = new Set(settled.flatMap(({ createdBy }) => createdBy ?? []))
    for (const userId of users) {
      const batch = settled.filter(({ createdBy }) => createdBy === userId)
      await notifications.notify(newsOf(userId, base, batch))
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
