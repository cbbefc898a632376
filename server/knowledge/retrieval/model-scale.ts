import { EMBEDDED_MODEL, type Embedder } from './embedder.ts'
import { dot } from './vectors.ts'

/**
 * How near texts are that have nothing to do with each other, as a model's cosines say it; `reference` is how near the
 * embedded model finds the same kind of texts.
 */
export type Scale = { mean: number; deviation: number; reference: number }

/** What the thresholds of the search were measured with: the embedded model's passages, and questions with passages. */
const REFERENCE = { mean: 0.174, deviation: 0.124, reference: 0.174 } satisfies Scale
const QUESTION_REFERENCE = 0.106
/** A model that finds all of them equally near cannot be measured so: its cosines are taken as they are. */
export const DEVIATION_MIN = 1e-3

/** A cosine of any model on the scale of the thresholds: so many deviations above what chance gives. */
export const placed = (cosine: number, { mean, deviation, reference }: Scale) =>
  Math.min(1, reference + (REFERENCE.deviation * (cosine - mean)) / deviation)

/** Texts that have nothing to do with each other. */
export const UNRELATED = [
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

/** What the question is about is matched by all that was found: an answer also matches the rest. */
const SHARE_OF_LEAST = 0.7

/** How near a text is to a question of which each token has its own nearness: the mean of those that it matches least. */
export const meanOfLeast = (values: number[]) =>
  meanOf(values.toSorted((a, b) => a - b).slice(0, Math.ceil(SHARE_OF_LEAST * values.length)))

/** The mean of some values, and how far they are from it. */
export const spreadOf = (values: number[]) => {
  const mean = meanOf(values)
  return { mean, deviation: Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2))) }
}

/**
 * How near unrelated texts are to each other by a model, or to a question: some questions are near to everything.
 * The model is asked once, and again if it did not answer.
 */
export type ModelScale = (question?: Float32Array) => Promise<Scale>

export const createModelScale = (embedder: Embedder): ModelScale => {
  type Chance = Scale & { vectors: Float32Array[] }
  let asked: Promise<Chance> | null = null

  const measure = async (): Promise<Chance> => {
    const vectors = await embedder.embed(UNRELATED, 'now')
    const cosines = vectors.flatMap((one, at) => vectors.slice(at + 1).map((other) => dot(one, other)))
    const spread = spreadOf(cosines)
    return spread.deviation < DEVIATION_MIN
      ? { ...REFERENCE, vectors: [] }
      : { ...REFERENCE, ...spread, vectors }
  }

  return async (question) => {
    if (embedder.model === EMBEDDED_MODEL.model) return REFERENCE
    asked ??= measure().catch((error: unknown) => {
      asked = null
      throw error
    })
    const { vectors, ...scale } = await asked
    if (!question || vectors.length === 0) return scale
    const mean = meanOf(vectors.map((vector) => dot(question, vector)))
    return { ...scale, mean, reference: QUESTION_REFERENCE }
  }
}
