import { within } from '../../kernel/within.ts'
import { EMBEDDED_MODEL, type Embedder } from './embedder.ts'
import { languageOf } from './language.ts'
import { type ModelScale, meanOf, meanOfLeast } from './model-scale.ts'
import { dot } from './vectors.ts'

/** An answer waits no longer than this for the meanings of what it may quote. */
const LIMIT = 5_000 // ms
/** Deviations above chance that an answer of whole texts needs. */
const TEXTS_MIN = 3.8
/** By its tokens, an answer must stand out by so many from the mean of everything that is compared with the question. */
const TOKENS_ABOVE_MEAN = 1.75
/** What is usually found counts in that mean, because a few quotes say little about what is to be expected. */
const USUALLY_FOUND = Array.from({ length: 40 }, () => 5.2)
/** Passages whose tokens are compared: about 800 tokens. */
const PASSAGES_MAX = 8
/** Where a model gives no vectors of tokens, each text that is compared is embedded by itself. */
const TEXTS_MAX = 16
const TEXTS_OF_A_PASSAGE = 3

/** What may be quoted of a passage: its statements from the first to the last. */
export type Quotable = {
  passageId: string
  above: string
  statements: string[]
  first: number
  last: number
}

/**
 * How near each is to a question in meaning: the deviations above what chance gives this question, less those that an
 * answer needs; null for what was not compared. They come likeliest first. Null where no model can tell: the one inside
 * of the package finds no better quotes so, and costs as much.
 */
export type Nearness = (question: string, quotables: Quotable[]) => Promise<(number | null)[] | null>

/** Of each token of the question the nearest one, of what is quoted or above it. */
const byTokens = async (match: NonNullable<Embedder['match']>, question: string, quotables: Quotable[]) => {
  const passages = new Map(
    quotables.map(({ passageId, above, statements }) => [passageId, [above, ...statements]]),
  )
  const compared = [...passages].slice(0, PASSAGES_MAX)
  const matches = await match(
    question,
    compared.map(([, parts]) => parts),
  )
  const byPassage = new Map(compared.map(([id], at) => [id, matches[at] ?? []]))
  const deviations = quotables.map(({ passageId, first, last }) => {
    const [above, ...statements] = byPassage.get(passageId) ?? []
    if (!above) return null
    const parts = [above, ...statements.slice(first, last + 1)]
    const nearest = Array.from(above, (_, token) => Math.max(...parts.map((part) => part[token] as number)))
    return meanOfLeast(nearest)
  })
  const needed =
    TOKENS_ABOVE_MEAN + meanOf([...USUALLY_FOUND, ...deviations.filter((deviation) => deviation !== null)])
  return deviations.map((deviation) => (deviation === null ? null : deviation - needed))
}

const byTexts = async (embedder: Embedder, scale: ModelScale, question: string, quotables: Quotable[]) => {
  const taken = new Map<string, number>()
  const compared = quotables
    .filter(({ passageId }) => {
      const count = (taken.get(passageId) ?? 0) + 1
      taken.set(passageId, count)
      return count <= TEXTS_OF_A_PASSAGE
    })
    .slice(0, TEXTS_MAX)
  const [[asked], vectors] = await Promise.all([
    embedder.embed([question], 'now', 'question'),
    embedder.embed(
      compared.map(({ above, statements, first, last }) =>
        [above, ...statements.slice(first, last + 1)].join('\n'),
      ),
      'now',
      'passage',
    ),
  ])
  if (!asked) return null
  const { mean, deviation } = await scale(asked)
  return quotables.map((one) => {
    const vector = vectors[compared.indexOf(one)]
    return vector ? (dot(asked, vector) - mean) / deviation - TEXTS_MIN : null
  })
}

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
  async (question, quotables) => {
    const isUnderstood = embedder.languages?.includes(languageOf(question)) ?? true
    if (embedder.model === EMBEDDED_MODEL.model || !isUnderstood || quotables.length === 0) return null
    const measured = embedder.match
      ? byTokens(embedder.match, question, quotables)
      : byTexts(embedder, scale, question, quotables)
    try {
      return await within(measured, LIMIT, `no meanings within ${LIMIT} ms`)
    } catch (error) {
      onFailure(error)
      return null
    }
  }
