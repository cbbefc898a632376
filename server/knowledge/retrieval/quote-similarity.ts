import { within } from '../../kernel/within.ts'
import { EMBEDDED_MODEL, type Embedder } from './embedder.ts'
import { languageOf } from './language.ts'
import { type ModelScale, meanOf, meanOfLowest } from './model-scale.ts'
import { dot } from './vectors.ts'

/** Quotes are selected without their meaning after this time. */
const LIMIT = 5_000 // ms
/** Minimum for an answer by text vectors, in standard deviations above unrelated texts. */
const TEXT_DEVIATIONS_MIN = 3.8
/** Minimum for an answer by token vectors, in standard deviations above the mean of all compared quotes. */
const TOKEN_DEVIATIONS_MIN = 1.75
/** Typical values that are added to that mean, because a few quotes are not representative. */
const PRIOR = Array.from({ length: 40 }, () => 5.2)
/** Passages whose tokens are compared: about 800 tokens. */
const PASSAGES_MAX = 8
/** Without token vectors, each quote is embedded separately. */
const TEXTS_MAX = 16
const TEXTS_PER_PASSAGE_MAX = 3

/** A possible quote: the statements `first` to `last` of a passage. `above` is its title and headings. */
export type Quotable = {
  passageId: string
  above: string
  statements: string[]
  first: number
  last: number
}

/**
 * Compares quotes, best first, with a question. Returns one value per quote: standard deviations above unrelated texts,
 * minus the minimum for an answer; null if the quote was not compared. Resolves to null if no model can compare them. The
 * embedded model is not used, because it does not improve the selection.
 */
export type QuoteSimilarity = (question: string, quotables: Quotable[]) => Promise<(number | null)[] | null>

/** Takes, for each token of the question, the most similar token of the quote or its headings. */
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
    return meanOfLowest(nearest)
  })
  const needed =
    TOKEN_DEVIATIONS_MIN + meanOf([...PRIOR, ...deviations.filter((deviation) => deviation !== null)])
  return deviations.map((deviation) => (deviation === null ? null : deviation - needed))
}

const byTexts = async (embedder: Embedder, scale: ModelScale, question: string, quotables: Quotable[]) => {
  const taken = new Map<string, number>()
  const compared = quotables
    .filter(({ passageId }) => {
      const count = (taken.get(passageId) ?? 0) + 1
      taken.set(passageId, count)
      return count <= TEXTS_PER_PASSAGE_MAX
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
    return vector ? (dot(asked, vector) - mean) / deviation - TEXT_DEVIATIONS_MIN : null
  })
}

export const createQuoteSimilarity =
  ({
    embedder,
    scale,
    onFailure,
  }: {
    embedder: Embedder
    scale: ModelScale
    onFailure: (error: unknown) => void
  }): QuoteSimilarity =>
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
