import { EMBEDDED_MODEL, type Embedder } from './embedder.ts'
import { dot } from './vectors.ts'

/** How near texts are that have nothing to do with each other, as a model's cosines say it. */
export type Scale = { mean: number; deviation: number }

/** What the thresholds of the search were measured with: that of the embedded model. */
const REFERENCE: Scale = { mean: 0.174, deviation: 0.124 }
/** A model that finds all of them equally near cannot be measured so: its cosines are taken as they are. */
const DEVIATION_MIN = 1e-3

/** A cosine of any model on the scale of the thresholds: so many deviations above what chance gives. */
export const placed = (cosine: number, { mean, deviation }: Scale) =>
  Math.min(1, REFERENCE.mean + (REFERENCE.deviation * (cosine - mean)) / deviation)

/** Texts that have nothing to do with each other. */
const UNRELATED = [
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

export type ModelScale = ReturnType<typeof createModelScale>

/** How near unrelated texts are to each other by a model; asked once, and again if the model did not answer. */
export const createModelScale = (embedder: Embedder) => {
  let asked: Promise<Scale> | null = null

  const measure = async (): Promise<Scale> => {
    const vectors = await embedder.embed(UNRELATED, 'now')
    const cosines = vectors.flatMap((one, at) => vectors.slice(at + 1).map((other) => dot(one, other)))
    const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length
    const variance = cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length
    const deviation = Math.sqrt(variance)
    return deviation < DEVIATION_MIN ? REFERENCE : { mean, deviation }
  }

  return () => {
    if (embedder.model === EMBEDDED_MODEL.model) return Promise.resolve(REFERENCE)
    asked ??= measure().catch((error: unknown) => {
      asked = null
      throw error
    })
    return asked
  }
}
