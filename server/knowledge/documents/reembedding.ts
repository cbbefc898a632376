import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { HOUR, MINUTE } from '../../kernel/durations.ts'
import { createOccasionalWarning } from '../../kernel/http/logger.ts'
import type { Embedder } from '../retrieval/embedder.ts'
import { embedPassages } from '../retrieval/passage-vectors.ts'
import type { StoredVectors } from '../retrieval/vectors.ts'
import type { PassagesRepository } from './passages.repository.ts'

/** How often it looks for vectors of another model: a process of an earlier release may have written some. */
const LOOKS_EVERY = HOUR
/** One of several processes does it; another takes over after this much silence. */
const TURN = MINUTE
const AGAIN_AFTER_FAILURE = 30_000 // ms
/** One document may be at fault; after this many failures in a row, the model is. */
const FAILURES_MAX = 3
/** How often viewers of a knowledge base see its progress. */
const TOLD_EVERY = 1_000 // ms

type Parts = {
  passages: Pick<PassagesRepository, 'outdateOtherLengths' | 'outdatedDocument' | 'withVectors' | 'reembed'>
  embedder: Embedder
  embeddedTogether: number
  notifyKnowledgeBase: (organizationId: string, knowledgeBaseId: string) => void
}

/**
 * After a change of the embedding model, embeds all passages again, one document at a time and with the lowest
 * priority. Until then these passages are found by their words. A failing document does not hold up the others;
 * it is retried after them.
 */
export const startReembedding = (
  { config, log, processes }: Pick<Context, 'config' | 'log' | 'processes'>,
  { passages, embedder, embeddedTogether, notifyKnowledgeBase }: Parts,
) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const warn = createOccasionalWarning(log, 'passages were not embedded again')

  const embed = async (documentId: string, reading: number) => {
    const rows = (await passages.withVectors(documentId, reading)).filter(
      ({ embeddingModel }) => embeddingModel !== embedder.model,
    )
    const made: (StoredVectors & { id: string; content: string })[] = []
    for (let at = 0; at < rows.length && !signal.aborted; at += embeddedTogether) {
      const batch = rows.slice(at, at + embeddedTogether)
      const vectors = await embedPassages(embedder, batch, 'inTurn')
      for (const [place, { id, content }] of batch.entries())
        made.push({ id, content, ...(vectors[place] as StoredVectors) })
    }
    if (!signal.aborted) await passages.reembed({ documentId, reading }, made, embedder.model)
  }

  /** Only a remote model can be replaced under its name. Its vectors keep their length until the next start. */
  let mayHaveOtherLengths = config.embeddings !== null
  const outdateOtherLengths = async () => {
    if (embedder.dimensions() === null) await embedder.embed(['How long are vectors?'], 'inTurn')
    await passages.outdateOtherLengths(embedder.model, embedder.dimensions()!)
    mayHaveOtherLengths = false
  }

  const failed = new Set<string>()
  const nextDocument = () => passages.outdatedDocument(embedder.model, [...failed])

  /** Returns the time until the next pass. */
  const pass = async () => {
    if (mayHaveOtherLengths) await outdateOtherLengths()
    let document = await nextDocument()
    if (!document) {
      const hasFailed = failed.size > 0
      failed.clear()
      return hasFailed ? AGAIN_AFTER_FAILURE : LOOKS_EVERY
    }
    // Perhaps of a process that has just ended.
    if (!(await processes.takesTurn('reembedding', TURN))) return TURN
    log.info({ model: embedder.model }, 'embedding all passages again, by another model')
    const changed = new Map<string, string>()
    let toldAt = 0
    const tell = () => {
      for (const [base, organization] of changed) notifyKnowledgeBase(organization, base)
      changed.clear()
      toldAt = Date.now()
    }
    let failures = 0
    while (document && failures < FAILURES_MAX && !signal.aborted) {
      try {
        await embed(document.id, document.reading)
        failures = 0
        changed.set(document.knowledgeBaseId, document.organizationId)
      } catch (error) {
        if (signal.aborted) return 0
        warn(error)
        failures++
        failed.add(document.id)
      }
      if (Date.now() - toldAt >= TOLD_EVERY) tell()
      await processes.takesTurn('reembedding', 0)
      document = await nextDocument()
    }
    tell()
    if (failed.size > 0) return AGAIN_AFTER_FAILURE
    if (!signal.aborted) log.info({ model: embedder.model }, 'all passages are embedded by this model')
    return LOOKS_EVERY
  }

  const run = async () => {
    while (!signal.aborted) {
      const next = await pass().catch((error: unknown) => {
        if (!signal.aborted) warn(error)
        return AGAIN_AFTER_FAILURE
      })
      await wait(next, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  void run()

  return { stop: () => stopping.abort() }
}
