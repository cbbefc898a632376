import { Readable } from 'node:stream'
import { text as textIn } from 'node:stream/consumers'
import type * as z from 'zod/mini'
import {
  answerIn,
  type FaqChange,
  type FaqPair,
  FILES_PER_REQUEST_MAX,
  type TextChange,
  type TypedText,
  textOfPair,
} from '../../../src/services/contract/documents.ts'
import { bodyOf, notFound, Refusal, refusal } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import { cleanedFileName } from '../ingestion/clean.ts'
import { namedAs } from '../ingestion/sniff.ts'
import type { DocumentsRepository } from './documents.repository.ts'
import type { Documents } from './documents.service.ts'
import type { DocumentChanges, DocumentRow } from './documents.types.ts'
import {
  type Base,
  createReceiving,
  type Offered,
  type Parts as ReceivingParts,
  refused,
  type Sent,
  taken,
} from './receiving.ts'

type Found = { document: DocumentRow; organizationId: string }
type Pair = z.output<typeof FaqPair>
type Page = Pick<Offered, 'name' | 'stream' | 'type' | 'sharing'> & { url: string }
type Parts = ReceivingParts & {
  documents: Pick<DocumentsRepository, 'find' | 'show'>
  changeDetails: Documents['change']
}

export type Contents = ReturnType<typeof createContents>

/** Contents of documents: added as a document or as a version of one, and downloadable. */
export const createContents = (parts: Parts) => {
  const { contents, documents, files, events, limits, changeDetails } = parts
  const { add, offer, replace } = createReceiving(parts)

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
