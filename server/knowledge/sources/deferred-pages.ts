import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { FoundItem } from './reader.types.ts'

/** A source asks before it loses more than one document in this many. */
const ONE_OF = 5

/**
 * Decides whether a reading may remove documents without asking. All kinds of sources use it, because a site
 * that is down, moved or closed for a day looks like one whose pages were deleted.
 *
 * @param documents keys (here: addresses) of the source's documents
 * @param first key of the document that leads to the others; null if there is none
 */
export const createFloor = (documents: readonly string[], first: string | null) => {
  const unseen = new Set(documents)
  const isMuch = (missing: number) => missing * ONE_OF > documents.length
  return {
    /** Records that the reading found it. */
    see: (key: string) => unseen.delete(key),
    unseen: () => unseen.size,
    /** Whether the reading may change documents at once: too few are still unseen to require a decision. */
    isSafe: () => !isMuch(unseen.size) && (first === null || !unseen.has(first)),
    /** Whether someone has to decide about the documents that a complete reading did not find. */
    mustAsk: (missing: readonly string[]) =>
      isMuch(missing.length) || (first !== null && missing.includes(first)),
  }
}

/** Pages held until their reading is known to be safe. They are on disk: a source may send gigabytes. */
export const createDeferredPages = () => {
  let waiting: { page: string; body: string | null }[] = []
  let folder: string | null = null
  let files = 0

  const write = async (content: Buffer | string) => {
    folder ??= await mkdtemp(path.join(tmpdir(), 'lectern-pages-'))
    const file = path.join(folder, String(files++))
    await writeFile(file, content, { mode: 0o600 })
    return file
  }

  return {
    async add({ body, ...page }: FoundItem) {
      waiting.push({ page: await write(JSON.stringify(page)), body: body && (await write(body)) })
    },
    /** Yields each page once, in order of arrival. */
    async *take(): AsyncGenerator<FoundItem> {
      const pages = waiting
      waiting = []
      for (const { page, body } of pages)
        yield {
          ...JSON.parse(await readFile(page, 'utf8')),
          body: body === null ? null : await readFile(body),
        }
    },
    /** Discards pages that were not taken. */
    async end() {
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

type RoomParts = {
  deferred: Pick<ReturnType<typeof createDeferredPages>, 'add'>
  /** Number of documents that the reading has not found yet. */
  unseen: () => number
  leave: (item: FoundItem, reason: IngestionError) => void
}

/**
 * Keeps a reading going when the plan is full: what does not fit waits until the documents that are gone have made
 * room, as many items as may be gone. The rest is left.
 */
export const createRoom = ({ deferred, unseen, leave }: RoomParts) => {
  let full: Refusal | null = null
  /** Bytes of the smallest new item that had no room: only smaller ones are tried. */
  let tooLarge = Number.POSITIVE_INFINITY
  let late = 0
  let isLast = false
  let lack: IngestionError | null = null

  const putOff = async (item: FoundItem, { message }: Refusal) => {
    if (!isLast && late++ < unseen()) return deferred.add(item)
    lack = { code: 'plan_limit', message, hint: 'Delete documents, or choose a larger plan.' }
    leave(item, lack)
  }

  return {
    /** Null if the plan has no room for the item. */
    async take<Taken>(item: FoundItem, isNew: boolean, take: () => Promise<Taken>) {
      const size = item.body?.length ?? 0
      try {
        if (!full || !isNew || size < tooLarge) return await take()
      } catch (error) {
        if (!(error instanceof Refusal && error.status === 402)) throw error
        full = error
        if (isNew) tooLarge = Math.min(tooLarge, size)
      }
      await putOff(item, full)
      return null
    },
    isFull: () => full !== null,
    /** Tries items that waited once more, because removed documents have made room. */
    reopen() {
      full = null
      tooLarge = Number.POSITIVE_INFINITY
      isLast = true
    },
    /** Why items were left; null if all fit. */
    lack: () => lack,
  }
}
