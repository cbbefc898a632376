import type { ModelUsage } from '../../kernel/config/local-models.ts'
import { openedOnce } from '../../kernel/worker-calls.ts'
import { type Matches, normalised } from '../retrieval/embedder.ts'
import { DEVIATION_MIN, meanOf, meanOfLeast, spreadOf, UNRELATED } from '../retrieval/model-scale.ts'
import { dot } from '../retrieval/vectors.ts'
import type { openOnnxModel } from './onnx-model.ts'

/** So much of what all tokens have in common is taken out of each: measured between all and nothing of it. */
const SHARE_OF_COMMON = 0.6
/** As far as can be: a part that the model did not read. */
const FAR = -1

type Tokens = Awaited<ReturnType<typeof openOnnxModel>>['tokens']

/** How near the nearest of some tokens is to each one that is asked for. */
const nearest = (asked: Float32Array[], tokens: Float32Array[]) =>
  asked.map((one) => tokens.reduce((most, token) => Math.max(most, dot(one, token)), FAR))

/**
 * Holds the tokens of a question against those of passages, each read in what stands around it. It tells apart quotes
 * of one passage, which a vector for the whole of a text does not.
 */
export const createTokenMatch = (
  tokens: Tokens,
  { questionPrefix, passagePrefix }: Pick<ModelUsage, 'questionPrefix' | 'passagePrefix'>,
) => {
  const passageOf = ([above = '', ...statements]: string[]) => tokens(passagePrefix + above, statements)

  const measureChance = openedOnce(async () => {
    const texts: Float32Array[][] = []
    for (const text of UNRELATED) texts.push((await passageOf(['', text])).flat())
    const all = texts.flat()
    const common = all[0]!.map((_, at) => SHARE_OF_COMMON * meanOf(all.map((vector) => vector[at]!)))
    const distinct = (vectors: Float32Array[]) =>
      vectors.map((vector) => normalised(vector.map((value, at) => value - common[at]!)))
    return { distinct, unrelated: texts.map(distinct) }
  })

  return async (question: string, passages: string[][]): Promise<Matches[]> => {
    const { distinct, unrelated } = await measureChance()
    const [, words = []] = await tokens(questionPrefix, [question])
    const asked = distinct(words)
    const { mean, deviation } = spreadOf(unrelated.map((text) => meanOfLeast(nearest(asked, text))))
    const unit = Math.max(deviation, DEVIATION_MIN)
    const matches: Matches[] = []
    for (const passage of passages)
      matches.push(
        (await passageOf(passage)).map((part) =>
          Float32Array.from(nearest(asked, distinct(part)), (value) => (value - mean) / unit),
        ),
      )
    return matches
  }
}
