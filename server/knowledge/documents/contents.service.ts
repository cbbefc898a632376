import { Readable } from 'node:stream'
import { text as textIn } from 'node:stream/consumers'
import type * as z from 'zod/mini'
import type { ApiError } from '../../../src/services/contract/common.ts'
import {
  answerIn,
  type DocumentSource,
  type DocumentType,
  type FaqChange,
  type FaqPair,
  FILES_PER_REQUEST_MAX,
  type Sharing,
  type TextChange,
  type TypedText,
  textOfPair,
} from '../../../src/services/contract/documents.ts'
import type { LimitsService } from '../../billing/limits.ts'
import { bodyOf, notFound, Refusal, refusal, statusOf } from '../../kernel/errors.ts'
import type { Files, ReceivedFile } from '../../kernel/files/files.types.ts'
import { TOO_LARGE } from '../../kernel/files/incoming.ts'
import { IngestionFailure } from '../../kernel/texts/reasons.ts'
import { say } from '../../kernel/texts/say.ts'
import { cleanedFileName } from '../ingestion/clean.ts'
import { hasExtension, namedAs, sniff } from '../ingestion/sniff.ts'
import type { ContentsRepository } from './contents.repository.ts'
import type { DocumentEvents } from './document-events.ts'
import type { DocumentsRepository } from './documents.repository.ts'
import type { Documents } from './documents.service.ts'
import type { Content, DocumentChanges, DocumentRow } from './documents.types.ts'

export type Received = { name: string; document: DocumentRow | null; error: ApiError | null }

/** Known data of a content before it is read; `type` if it was not detected from the bytes. */
type Offered = {
  name: string
  source: DocumentSource
  stream: Readable
  type?: DocumentType | undefined
  url?: string
  enabled?: boolean
  /** For content that follows a service which has not yet named its readers. */
  sharing?: Sharing | null
}

type Base = { id: string; organizationId: string }
type Found = { document: DocumentRow; organizationId: string }
type Pair = z.output<typeof FaqPair>
/** A content and the name of its file. */
type Sent = Pick<Offered, 'name' | 'stream' | 'type'>
type Page = Pick<Offered, 'name' | 'stream' | 'type' | 'sharing'> & { url: string }
type Parts = {
  contents: ContentsRepository
  documents: Pick<DocumentsRepository, 'find' | 'show'>
  files: Files
  events: DocumentEvents
  limits: LimitsService
  changeDetails: Documents['change']
  /** Announces a waiting document. */
  enqueue: () => void
}

const refused = (name: string, error: ApiError): Received => ({ name, document: null, error })

export type Contents = ReturnType<typeof createContents>

/** Contents of documents: added as a document or as a version of one, and downloadable. */
export const createContents = (parts: Parts) => {
  const { contents, documents, files, events, limits, changeDetails, enqueue } = parts
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

  /** @throws Refusal 402, 409, 413, 422: the fault of the content */
  const replace = async (organizationId: string, userId: string, document: DocumentRow, sent: Sent) =>
    taken(await offer(organizationId, userId, document, sent))

  /** Saves typed Markdown: a changed text becomes a version, a changed name or approval does not. */
  const rewrite = async (
    { document, organizationId }: Found,
    userId: string,
    { text, ...changes }: Pick<DocumentChanges, 'name' | 'enabled'> & { text?: string | undefined },
  ) => {
    const { name } = document
    const unlessUnchanged = (error: unknown) => {
      if (error instanceof Refusal && error.body.code === 'unchanged') return document
      throw error
    }
    const rewritten =
      text === undefined
        ? document
        : await replace(organizationId, userId, document, { name, stream: streamOf(text), type: 'md' }).catch(
            unlessUnchanged,
          )
    return (changes.name ?? changes.enabled) === undefined ? rewritten : changeDetails(rewritten, changes)
  }

  const versionOf = async (document: DocumentRow, number: number) => {
    const version = (await contents.versionsOf(document)).find((one) => one.number === number)
    if (!version) throw notFound('version')
    return version
  }

  /** The file and name of a version, by default the latest. */
  const fileOf = async (document: DocumentRow, number = document.version) => {
    const { fileId, type } = await versionOf(document, number)
    return { file: await files.read(fileId), fileName: namedAs(document.name, type) }
  }

  return {
    versionsOf: contents.versionsOf,
    async known({ id }: Pick<Base, 'id'>, userId: string, hashes: string[], names: string[]) {
      const byName = await contents.named(id, userId, names.map(cleanedFileName), hashes)
      const named = names.flatMap((name) => {
        const document_id = byName.get(cleanedFileName(name))
        return document_id ? [{ name, document_id }] : []
      })
      const held = await contents.held(id, userId, hashes)
      return { known: held.map(({ hash }) => hash), held, named }
    },
    replace: (organizationId: string, userId: string, document: DocumentRow, { name, stream }: Sent) =>
      replace(organizationId, userId, document, { name: cleanedFileName(name), stream }),

    /** Result for a file beyond the maximum per request. */
    tooMany: (name: string) =>
      refused(cleanedFileName(name), bodyOf(say('too_many_files', { max: FILES_PER_REQUEST_MAX }))),

    /** Adds one file. Its faults are returned, and do not affect other files. */
    addFile: (base: Base, userId: string, stream: Readable, sentName: string) =>
      add(base, userId, { name: cleanedFileName(sentName), source: 'file', stream }),

    /** Adds a web page; its faults are returned. */
    addPage: (base: Base, userId: string | null, { name, ...page }: Page) =>
      add(base, userId, { ...page, name: nameOfPage(name), source: 'page' }),

    /** Updates a page's name and address; a name given by a person stays. */
    async followPage(document: DocumentRow, nameBefore: string, now: Pick<Page, 'name' | 'url'>) {
      const { url } = now
      const name = document.name === nameOfPage(nameBefore) ? nameOfPage(now.name) : document.name
      if (name !== document.name || url !== document.url) await changeDetails(document, { name, url })
    },

    /**
     * The document as its source left it, restored if it was hidden; null if it is permanently gone.
     * @throws Refusal 402 if the plan has no room for it
     */
    async shown({ organizationId }: Base, documentId: string) {
      const found = await documents.find(documentId, 'hidden too')
      if (!found) return null
      if (!found.document.removedAt) return found.document
      const room = { documents: 1, storage_bytes: found.document.size }
      const row = await limits.within(organizationId, room, () => documents.show(documentId))
      if (row) events.tell('document_added', row)
      return row
    },

    /** Replaces a changed page; its name stays. */
    replacePage: ({ organizationId }: Base, userId: string | null, document: DocumentRow, page: Page) =>
      offer(organizationId, userId, document, page),

    /** @throws Refusal 402, 409, 422: the fault of the text */
    addText: async (base: Base, userId: string, { name, text }: TypedText) =>
      taken(await add(base, userId, { name, source: 'text', type: 'md', stream: streamOf(text) })),

    /** @throws Refusal 402, 409, 422: the fault of the pair */
    addFaq: async (base: Base, userId: string, pair: Pair) =>
      taken(
        await add(base, userId, {
          name: pair.question,
          source: 'faq',
          enabled: pair.approved,
          type: 'md',
          stream: streamOf(textOfPair(pair)),
        }),
      ),

    /** @throws Refusal 402, 409, 422 */
    async changeText(found: Found, userId: string, typed: TextChange) {
      if (found.document.source !== 'text') throw refusal('not_a_text')
      return rewrite(found, userId, typed)
    },

    /** @throws Refusal 402, 409, 422 */
    async changeFaq(found: Found, userId: string, { question, answer, approved }: FaqChange) {
      const { document } = found
      if (document.source !== 'faq') throw refusal('not_a_pair')
      const details = { name: question, enabled: approved }
      if (question === undefined && answer === undefined) return rewrite(found, userId, details)
      const pair = {
        question: question ?? document.name,
        answer: answer ?? answerIn(await textIn((await fileOf(document)).file)),
      }
      return rewrite(found, userId, { ...details, text: textOfPair(pair) })
    },

    fileOf,

    /** Makes an older content the latest. @throws Refusal 404, 409 */
    async restore({ document, organizationId }: Found, userId: string, number: number) {
      const { fileId, type } = await versionOf(document, number)
      const { name } = document
      return replace(organizationId, userId, document, { name, stream: await files.read(fileId), type })
    },
  }
}

const nameOfPage = (name: string) => cleanedFileName(name.replace(/[/\\]/g, ' '))

const streamOf = (text: string) => Readable.from([Buffer.from(text)])

const taken = ({ document, error }: Received) => {
  if (document) return document
  const body = error ?? bodyOf(say('not_taken'))
  throw new Refusal(statusOf(body.code), body)
}
