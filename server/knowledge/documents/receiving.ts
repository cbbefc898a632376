import type { Readable } from 'node:stream'
import type { ApiError } from '../../../src/services/contract/common.ts'
import type { DocumentSource, DocumentType, Sharing } from '../../../src/services/contract/documents.ts'
import type { LimitsService } from '../../billing/limits.ts'
import { bodyOf, notFound, Refusal, statusOf } from '../../kernel/errors.ts'
import type { Files, ReceivedFile } from '../../kernel/files/files.types.ts'
import { TOO_LARGE } from '../../kernel/files/incoming.ts'
import { IngestionFailure } from '../../kernel/texts/reasons.ts'
import { say } from '../../kernel/texts/say.ts'
import { hasExtension, namedAs, sniff } from '../ingestion/sniff.ts'
import type { ContentsRepository } from './contents.repository.ts'
import type { DocumentEvents } from './document-events.ts'
import type { Content, DocumentRow } from './documents.types.ts'

type Received = { name: string; document: DocumentRow | null; error: ApiError | null }

/** Known data of a content before it is read; `type` if it was not detected from the bytes. */
export type Offered = {
  name: string
  source: DocumentSource
  stream: Readable
  type?: DocumentType | undefined
  url?: string
  enabled?: boolean
  /** For content that follows a service which has not yet named its readers. */
  sharing?: Sharing | null
}

export type Base = { id: string; organizationId: string }
/** A content and the name of its file. */
export type Sent = Pick<Offered, 'name' | 'stream' | 'type'>

export type Parts = {
  contents: ContentsRepository
  files: Files
  events: DocumentEvents
  limits: LimitsService
  /** Announces a waiting document. */
  enqueue: () => void
}

export const refused = (name: string, error: ApiError): Received => ({ name, document: null, error })

/** @throws Refusal the fault of a content */
export const taken = ({ document, error }: Received) => {
  if (document) return document
  const body = error ?? bodyOf(say('not_taken'))
  throw new Refusal(statusOf(body.code), body)
}

/** Receives contents, and stores each as a document or as a version of one. */
export const createReceiving = ({ contents, files, events, limits, enqueue }: Parts) => {
  /** Faults of a file are returned; faults of ours are thrown. */
  const take = async (
    { name, stream, type: given }: Offered,
    store: (file: ReceivedFile, content: Content) => Promise<Received>,
  ): Promise<Received> => {
    const file = await files.receive(stream)
    if (file.tooLarge) {
      await files.discard(file)
      return refused(name, bodyOf(say('file_too_large', TOO_LARGE)))
    }
    try {
      const type = given ?? (await sniff(name, file.head, file.tail))
      return await store(file, { type, size: file.size, contentHash: file.hash })
    } catch (error) {
      await files.discard(file)
      if (error instanceof Refusal && error.status === 402) return refused(name, error.body)
      if (!(error instanceof IngestionFailure)) throw error
      const { message, hint, ...body } = error.reason
      return refused(name, { ...body, detail: `${message} ${hint}` })
    }
  }

  /** Stores a file, and records it if the plan has room; otherwise it is removed again. */
  const keep = async <Result>(
    organizationId: string,
    room: Parameters<LimitsService['within']>[1],
    file: ReceivedFile,
    record: (fileId: string) => Promise<Result>,
  ) => {
    // Before the organization's turn: no one waits for the transfer of another file.
    await files.keep(file)
    const result = await limits
      .within(organizationId, room, () => record(file.id))
      .catch(async (error: unknown) => {
        if (error instanceof Refusal) await files.remove(file.id)
        throw error
      })
    const isStored = typeof result === 'object' && result !== null && !('sameAs' in result)
    if (!isStored) await files.remove(file.id)
    return result
  }

  const add = ({ id: knowledgeBaseId, organizationId }: Base, userId: string | null, offered: Offered) => {
    const { name, source, url = null, enabled = true, sharing = null } = offered
    return take(offered, async (file, content) => {
      const access = { isRestricted: sharing !== null, sharing }
      const row = { knowledgeBaseId, name, source, url, enabled, ...access, createdBy: userId, ...content }
      const room = { documents: 1, storage_bytes: file.size }
      const added = await keep(organizationId, room, file, (fileId) => contents.add(row, fileId))
      if (added === null) throw notFound('knowledge_base')
      if ('sameAs' in added) return refused(name, bodyOf(say('duplicate', { name: added.sameAs })))
      events.tell('document_added', added)
      enqueue()
      return { name, document: added, error: null }
    })
  }

  /** Offers new content for a document; its faults are returned. */
  const offer = (
    organizationId: string,
    userId: string | null,
    document: DocumentRow,
    { name: sent, stream, type }: Sent,
  ) => {
    const { name, source } = document
    return take({ name: sent, source, stream, type }, async (file, content) => {
      const room = { storage_bytes: Math.max(0, file.size - document.size) }
      const renamed = source === 'file' && hasExtension(name) ? namedAs(name, content.type, sent) : name
      const result = await keep(organizationId, room, file, (fileId) =>
        contents.replace(
          document,
          { ...content, ...(renamed !== name && { name: renamed }) },
          { fileId, createdBy: userId },
        ),
      )
      if (result === null) throw notFound('document')
      if (result === 'unchanged') return refused(name, bodyOf(say('unchanged')))
      if ('sameAs' in result) return refused(name, bodyOf(say('duplicate', { name: result.sameAs })))
      events.tell('document_progress', result)
      enqueue()
      return { name, document: result, error: null }
    })
  }

  return {
    add,
    offer,
    /** @throws Refusal 402, 409, 413, 422: the fault of the content */
    replace: async (organizationId: string, userId: string, document: DocumentRow, sent: Sent) =>
      taken(await offer(organizationId, userId, document, sent)),
  }
}
