import { setTimeout as wait } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { createOccasionalWarning } from '../occasional-warning.ts'
import { type Embedder, embeddedText } from '../retrieval/embedder.ts'
import { toBytes } from '../retrieval/vectors.ts'
import type { PassagesRepository } from './passages.repository.ts'

/** How often it looks for vectors of another model: a process of an earlier release may have written some. */
const LOOKS_EVERY = 60 * 60_000 // ms
/** One process of several does it; another takes over when it has been silent for so long. */
const TURN = 60_000 // ms
const AGAIN_AFTER_FAILURE = 30_000 // ms
/** Who looks at a knowledge base sees its progress as often. */
const TOLD_EVERY = 1_000 // ms

type Parts = {
  passages: Pick<PassagesRepository, 'outdatedDocument' | 'withVectors' | 'reembed'>
  embedder: Embedder
  embeddedTogether: number
  tellBase: (organizationId: string, knowledgeBaseId: string) => void
}

/**
 * After a change of the embedding model, makes the vectors of all passages anew, a document at a time and behind
 * everything that somebody waits for. Until then these passages are found by their words.
 */
export const startReembedding = (
  { log, processes }: Pick<Context, 'log' | 'processes'>,
  { passages, embedder, embeddedTogether, tellBase }: Parts,
) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const warn = createOccasionalWarning(log, 'passages were not embedded anew')

  const embed = async (documentId: string, reading: number) => {
    const rows = (await passages.withVectors(documentId, reading)).filter(
      ({ embeddingModel }) => embeddingModel !== embedder.model,
    )
    const made: { id: string; content: string; embedding: Buffer }[] = []
    for (let at = 0; at < rows.length && !signal.aborted; at += embeddedTogether) {
      const batch = rows.slice(at, at + embeddedTogether)
      const vectors = await embedder.embed(
        batch.map(({ title, headingPath, content }) => embeddedText(title, headingPath, content)),
        'inTurn',
      )
      made.push(
        ...batch.flatMap(({ id, content }, place) => {
          const vector = vectors[place]
          return vector ? [{ id, content, embedding: toBytes(vector) }] : []
        }),
      )
    }
    if (!signal.aborted) await passages.reembed({ documentId, reading }, made, embedder.model)
  }

  const pass = async () => {
    let document = await passages.outdatedDocument(embedder.model)
    if (!document || !(await processes.takesTurn('reembedding', TURN))) return
    log.info({ model: embedder.model }, 'passages are embedded anew by another model')
    const changed = new Map<string, string>()
    let toldAt = 0
    const tell = () => {
      for (const [base, organization] of changed) tellBase(organization, base)
      changed.clear()
      toldAt = Date.now()
    }
    while (document && !signal.aborted) {
      await embed(document.id, document.reading)
      changed.set(document.knowledgeBaseId, document.organizationId)
      if (Date.now() - toldAt >= TOLD_EVERY) tell()
      await processes.takesTurn('reembedding', 0)
      document = await passages.outdatedDocument(embedder.model)
    }
    tell()
    if (!signal.aborted) log.info({ model: embedder.model }, 'all passages are embedded by the present model')
  }

  const run = async () => {
    while (!signal.aborted) {
      const next = await pass().then(
        () => LOOKS_EVERY,
        (error: unknown) => {
          if (!signal.aborted) warn(error)
          return AGAIN_AFTER_FAILURE
        },
      )
      await wait(next, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  void run()

  return { stop: () => stopping.abort() }
}
