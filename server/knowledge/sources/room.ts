import type { IngestionError } from '../../../src/services/contract/documents.ts'
import { Refusal } from '../../kernel/errors.ts'
import type { createDeferredPages } from './deferred-pages.ts'
import type { FoundItem } from './reader.types.ts'

type Parts = {
  deferred: Pick<ReturnType<typeof createDeferredPages>, 'add'>
  /** Number of documents that the reading has not found yet. */
  unseen: () => number
  leave: (item: FoundItem, reason: IngestionError) => void
}

/**
 * Keeps a reading going when the plan is full: what does not fit waits until the documents that are gone have made
 * room, as many items as may be gone. The rest is left.
 */
export const createRoom = ({ deferred, unseen, leave }: Parts) => {
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
