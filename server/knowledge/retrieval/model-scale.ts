import { openedOnce } from '../../kernel/opened-once.ts'
import { EMBEDDED_MODEL, type Embedder } from './embedder.ts'
import { dot } from './vectors.ts'

/**
 * Distribution of a model's cosines between unrelated texts. `reference` is the mean cosine that the embedded model gives
 * to such texts.
 */
export type Scale = { mean: number; deviation: number; reference: number }

/** The embedded model, for which the thresholds were measured: passages with each other, and questions with passages. */
const REFERENCE = { mean: 0.174, deviation: 0.124, reference: 0.174 } satisfies Scale
const QUESTION_REFERENCE = 0.106
/** Below this deviation, a model cannot be calibrated and its cosines are used unchanged. */
export const DEVIATION_MIN = 1e-3

/** Converts a cosine of any model to the scale of the thresholds, by its standard deviations above unrelated texts. */
export const calibrated = (cosine: number, { mean, deviation, reference }: Scale) =>
  Math.min(1, reference + (REFERENCE.deviation * (cosine - mean)) / deviation)

export const UNRELATED_TEXTS = [
  'The invoice is due within thirty days of delivery, and a reminder costs five euros.',
  'Whisk the eggs with the sugar until pale, then fold in the flour.',
  'Glaciers move slowly downhill under their own weight.',
  'Press the red button for three seconds to reset the router.',
  'The orchestra rehearses on Tuesday evenings in the town hall.',
  'Employees accrue two and a half days of leave for each month of service.',
  'A compiler translates source code into instructions of the processor.',
  'Water the tomatoes in the morning, and never on their leaves.',
  'The ferry to the island leaves from pier four at noon.',
  'Shares of the company fell by six percent after the announcement.',
  'Take one tablet with food, twice daily, and do not drive.',
  'The museum keeps a collection of medieval maps.',
  'Tighten the bolts crosswise before lowering the car.',
  'Her novel tells of two sisters who grow up by the sea.',
  'The committee elects its chair by secret ballot.',
  'Bats find their way in the dark by echoes.',
  'Passwords must hold at least twelve characters.',
  'The striker scored twice in the second half.',
  'Wool shrinks when it is washed too hot.',
  'Light from the nearest star takes four years to reach us.',
  'The tenant pays for heating; the landlord repairs the roof.',
  'Sand the wood before the second coat of varnish.',
  'Every connection to the database is encrypted.',
  'Children under six travel free of charge.',
]

export const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** All hits match the subject of a question, so only the share of lowest token similarities is compared. */
const LOWEST_SHARE = 0.7

/** Similarity of a text to a question, from the similarities of the question’s tokens: the mean of the lowest ones. */
export const meanOfLowest = (values: number[]) =>
  meanOf(values.toSorted((a, b) => a - b).slice(0, Math.ceil(LOWEST_SHARE * values.length)))

/** The mean and standard deviation of values. */
export const spreadOf = (values: number[]) => {
  const mean = meanOf(values)
  return { mean, deviation: Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2))) }
}

/**
 * Measures a model's scale for pairs of passages, or for a question: some questions are similar to every text. The model
 * embeds the unrelated texts once; a failed attempt is repeated by the next call.
 */
export type ModelScale = (question?: Float32Array) => Promise<Scale>

export const createModelScale = (embedder: Embedder): ModelScale => {
  const measure = openedOnce(async (): Promise<Scale & { vectors: Float32Array[] }> => {
    const vectors = await embedder.embed(UNRELATED_TEXTS, 'now')
    const cosines = vectors.flatMap((one, at) => vectors.slice(at + 1).map((other) => dot(one, other)))
    const spread = spreadOf(cosines)
    return spread.deviation < DEVIATION_MIN
      ? { ...REFERENCE, vectors: [] }
      : { ...REFERENCE, ...spread, vectors }
  })

  return async (question) => {
    if (embedder.model === EMBEDDED_MODEL.model) return REFERENCE
    const { vectors, ...scale } = await measure()
    if (!question || vectors.length === 0) return scale
    const mean = meanOf(vectors.map((vector) => dot(question, vector)))
    return { ...scale, mean, reference: QUESTION_REFERENCE }
  }
}
