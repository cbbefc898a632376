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

const good = ({ name }: Base, batch: Settled[]) => ({
  type: 'document_ingest_success',
  title: batch.length === 1 ? `“${batch[0]!.name}” is ready` : `${batch.length} documents are ready`,
  message: `Assistants that use ${name} can quote ${batch.length === 1 ? 'it' : 'them'} now.`,
})

const bad = ({ name }: Base, batch: Settled[], failed: Settled[]) => ({
  type: 'document_ingest_failure',
  title:
    batch.length === 1
      ? `“${failed[0]!.name}” could not be read`
      : `${failed.length} of ${batch.length} documents could not be read`,
  message:
    failed.length === 1
      ? `${batch.length === 1 ? '' : `“${failed[0]!.name}”: `}${failed[0]!.error?.message ?? ''}`
      : `${namesOf(failed)} in ${name}. The reason stands beside each.`,
})

function namesOf(failed: Settled[]) {
  const named = failed.slice(0, NAMED_MAX).map(({ name }) => `“${name}”`)
  const others = failed.length - named.length
  return others > 0 ? `${named.join(', ')} and ${others} more` : named.join(', ')
}
