import { within } from '../../kernel/within.ts'
import { EMBEDDED_MODEL, type Embedder } from './embedder.ts'
import { languageOf } from './language.ts'
import type { ModelScale } from './model-scale.ts'
import { dot } from './vectors.ts'

/** An answer waits no longer than this for the meanings of what it may quote. */
const LIMIT = 5_000 // ms

/**
 * How near texts are to a question in meaning, in deviations above what chance gives this question. Null where no
 * model can tell: the one inside of the package finds no better quotes so, and costs as much.
 */
export type Nearness = (question: string, texts: string[]) => Promise<number[] | null>

export const createNearness =
  ({
    embedder,
    scale,
    onFailure,
  }: {
    embedder: Embedder
    scale: ModelScale
    onFailure: (error: unknown) => void
  }): Nearness =>
  async (question, texts) => {
    const isUnderstood = embedder.languages?.includes(languageOf(question)) ?? true
    if (embedder.model === EMBEDDED_MODEL.model || !isUnderstood || texts.length === 0) return null
    const measured = async () => {
      const [[asked], vectors] = await Promise.all([
        embedder.embed([question], 'now', 'question'),
        embedder.embed(texts, 'now', 'passage'),
      ])
      if (!asked) return null
      const { mean, deviation } = await scale(asked)
      return vectors.map((vector) => (dot(asked, vector) - mean) / deviation)
    }
    try {
      return await within(measured(), LIMIT, `no meanings within ${LIMIT} ms`)
    } catch (error) {
      onFailure(error)
      return null
    }
  }
