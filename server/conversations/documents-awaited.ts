import { setTimeout } from 'node:timers/promises'
import type { Readiness } from '../../src/services/contract/conversations.ts'
import { AnswerFailure } from '../assistants/answering/answerer.ts'
import { MINUTE } from '../kernel/durations.ts'
import { bodyOf } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import type { ReadinessOf } from '../knowledge/retrieval/readiness.ts'

/** A scanned manual takes minutes to read; no one waits longer for an answer. */
const MINUTES_MAX = 15
const LOOK_EVERY = 1_000 // ms
const SHARED_FOR = 500 // ms

/** Waiters share a check: `readinessOf` is called at most every half second per set and reader. */
export const sharedReadiness = (readinessOf: ReadinessOf): ReadinessOf => {
  const asked = new Map<string, { at: number; seen: ReturnType<ReadinessOf> }>()
  return (ids, readerId) => {
    const now = Date.now()
    for (const [name, { at }] of asked) if (now - at >= SHARED_FOR) asked.delete(name)
    const name = [readerId, ...ids.toSorted()].join()
    const known = asked.get(name) ?? { at: now, seen: readinessOf(ids, readerId) }
    asked.set(name, known)
    return known.seen
  }
}

type Waiting = {
  /** Null once no document is being processed. */
  look: () => Promise<Readiness | null>
  /** Reports progress when it has changed. */
  note: (readiness: Readiness) => Promise<void>
  signal: AbortSignal
}

/** Resolves when the documents are read, or no longer awaited. @throws AnswerFailure if they take too long */
export async function documentsAwaited(known: Readiness, { look, note, signal }: Waiting): Promise<void> {
  const until = Date.now() + MINUTES_MAX * MINUTE
  for (let last = known; !signal.aborted; ) {
    const now = await look()
    if (!now) return
    if (Date.now() > until)
      throw new AnswerFailure(
        bodyOf(say('documents_unread', { unread: now.total - now.ready, minutes: MINUTES_MAX })),
      )
    if (now.ready !== last.ready || now.total !== last.total) await note(now)
    last = now
    await setTimeout(LOOK_EVERY, undefined, { signal }).catch(() => {})
  }
}
