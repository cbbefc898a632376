import { isDatabaseAway, isDiskFull } from '../../kernel/db/errors.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { Refusal } from '../../kernel/errors.ts'
import { EmbedderUnavailable, TextsRefused } from '../retrieval/embedder.ts'

const LOOK_FOR_STORAGE_AFTER = 15_000 // ms
/** Longer than for storage: each time, the document is read again first. */
const LOOK_FOR_EMBEDDER_AFTER = MINUTE

/** How long a document waits for what it needs; null if the error is of another kind. */
export const pauseAfter = (error: unknown) => {
  // Its cause may look like that of an unreachable database.
  if (error instanceof TextsRefused) return null
  if (error instanceof EmbedderUnavailable) return LOOK_FOR_EMBEDDER_AFTER
  const isStorageAway =
    (error instanceof Refusal && error.status === 503) || isDatabaseAway(error) || isDiskFull(error)
  return isStorageAway ? LOOK_FOR_STORAGE_AFTER : null
}
