import type { ModelUsage } from '../../kernel/config/local-models.ts'
import { openedOnce } from '../../kernel/opened-once.ts'
import { type Matches, normalised } from '../retrieval/embedder.ts'
import { DEVIATION_MIN, meanOf, meanOfLowest, spreadOf, UNRELATED_TEXTS } from '../retrieval/model-scale.ts'
import { dot } from '../retrieval/vectors.ts'
import type { openOnnxModel } from './onnx-model.ts'

/** Share of the mean vector to subtract from each token; the best of the measured values between 0 and 1. */
const MEAN_SHARE = 0.6
/** Similarity to a part beyond the model’s limit. */
const SIMILARITY_MIN = -1

type Tokens = Awaited<ReturnType<typeof openOnnxModel>>['tokens']

/** The highest similarity of any token to each token of the question (MaxSim). */
const maxSimilarities = (asked: Float32Array[], tokens: Float32Array[]) =>
  asked.map((one) => tokens.reduce((most, token) => Math.max(most, dot(one, token)), SIMILARITY_MIN))

/**
 * Compares the contextual token vectors of a question and of passages (late interaction, as in ColBERT). It can
 * distinguish quotes of one passage, unlike one vector per text.
 */
export const createTokenMatch = (
  tokens: Tokens,
  { questionPrefix, passagePrefix }: Pick<ModelUsage, 'questionPrefix' | 'passagePrefix'>,
) => {
  const passageOf = ([above = '', ...statements]: string[]) => tokens(passagePrefix + above, statements)

  const calibrate = openedOnce(async () => {
    const texts: Float32Array[][] = []
    for (const text of UNRELATED_TEXTS) texts.push((await passageOf(['', text])).flat())
    const all = texts.flat()
    const shift = all[0]!.map((_, at) => MEAN_SHARE * meanOf(all.map((vector) => vector[at]!)))
    const distinct = (vectors: Float32Array[]) =>
      vectors.map((vector) => normalised(vector.map((value, at) => value - shift[at]!)))
    return { distinct, unrelated: texts.map(distinct) }
  })

  return async (question: string, passages: string[][]): Promise<Matches[]> => {
    const { distinct, unrelated } = await calibrate()
    const [, words = []] = await tokens(questionPrefix, [question])
    const asked = distinct(words)
    const { mean, deviation } = spreadOf(unrelated.map((text) => meanOfLowest(maxSimilarities(asked, text))))
    const unit = Math.max(deviation, DEVIATION_MIN)
    const matches: Matches[] = []
    for (const passage of passages)
      matches.push(
        (await passageOf(passage)).map((part) =>
          Float32Array.from(maxSimilarities(asked, distinct(part)), (value) => (value - mean) / unit),
        ),
      )
    return matches
  }
}
