import { describe, expect, it } from 'vitest'
import {
  EMBEDDED_MODEL,
  type Embedder,
  EmbedderUnavailable,
  TextsRefused,
} from '../../../server/knowledge/retrieval/embedder.ts'
import { createRanking } from '../../../server/knowledge/retrieval/ranking.ts'
import type { SearchMode } from '../../../src/services/contract/knowledge-bases.ts'

const CHOSEN = 'a model that was chosen'

/** Passages, each with how much of the question's words it holds (of 2.2) and its cosine; null where it has none. */
type Given = Record<string, [words: number | null, cosine: number | null]>

const rankingOf = (
  model: string,
  given: Given,
  {
    mode = 'hybrid',
    embed = async (texts) => texts.map(() => Float32Array.from([1, 0])),
  }: { mode?: SearchMode; embed?: Embedder['embed'] } = {},
) => {
  const common = { language: 'eng', mode }
  const with_ = (place: 0 | 1) =>
    Object.entries(given)
      .flatMap(([id, values]) => (values[place] === null ? [] : [{ id, value: values[place] }]))
      .sort((a, b) => b.value - a.value)
  return createRanking({
    embedder: {
      model,
      languages: null,
      dimensions: () => 2,
      embed,
      close: async () => {},
    },
    // Cosines stay as they are.
    scale: async () => ({ mean: 0, deviation: 0.124, reference: 0 }),
    index: {
      search: async () => ({
        words: [{ terms: [], idf: 1 }],
        byWords: with_(0).map(({ id, value }) => ({
          ...common,
          id,
          model,
          score: value,
          matched: 1,
          coverage: 1,
        })),
        byMeaning: with_(1).map(({ id, value }) => ({ ...common, id, cosine: value })),
        wordsOfMeaning: [],
        searched: 10,
      }),
    },
  })
}

const SCOPE = { knowledgeBaseIds: ['base'], closed: new Set<string>() }
const orderOf = async (...asked: Parameters<typeof rankingOf>) =>
  (await rankingOf(...asked)('What is asked?', SCOPE)).fused
const idsOf = async (...asked: Parameters<typeof orderOf>) => (await orderOf(...asked)).map(({ id }) => id)

describe('[36.6] what words and meaning find is put together', () => {
  const clear: Given = {
    first: [1.1, 0.41],
    second: [1.05, 0.4],
    nearest: [1, 0.9],
  }

  it('by how near passages are, where the operator chose a model', async () => {
    expect(await idsOf(CHOSEN, clear)).toEqual(['nearest', 'first', 'second'])
  })

  it('by their ranks, where the model is that of the package', async () => {
    expect(await idsOf(EMBEDDED_MODEL.model, clear)).toEqual(['first', 'nearest', 'second'])
  })

  it('so that words decide where meanings are alike', async () => {
    expect(await idsOf(CHOSEN, { a: [0.5, 0.61], b: [2.2, 0.6] })).toEqual(['b', 'a'])
  })

  it('so that a passage without a vector is as near as the last of those with one', async () => {
    const given: Given = { without: [1, null], other: [0.5, 0.45], last: [0.2, 0.4] }
    expect(await idsOf(CHOSEN, given)).toEqual(['without', 'other', 'last'])
  })

  it('into scores by place, the first of which is 1', async () => {
    const scores = (await orderOf(CHOSEN, clear)).map(({ score }) => Number(score.toFixed(3)))
    expect(scores).toEqual([1, 0.969, 0.939])
  })

  it.each([
    ['keywords', ['first', 'second', 'nearest']],
    ['meaning', ['nearest', 'first', 'second']],
  ] as const)('by one of them alone, where a knowledge base is searched by %s', async (mode, order) => {
    expect(await idsOf(CHOSEN, clear, { mode })).toEqual(order)
  })
  describe('while the embedding model does not answer', () => {
    const failing = (error: Error) =>
      rankingOf(CHOSEN, clear, {
        embed: async () => {
          throw error
        },
      })

    it('by words alone, unless the results are measured', async () => {
      const rank = failing(new EmbedderUnavailable(new Error('it is being restarted')))
      expect((await rank('What is asked?', SCOPE)).isCompared('first')).toBe(false)
      const measured = rank('What is asked?', { ...SCOPE, isMeasured: true })
      await expect(measured).rejects.toThrow(EmbedderUnavailable)
    })

    it('also if they are measured, where it will never take the question', async () => {
      const rank = failing(new TextsRefused(new Error('it is too long')))
      const { isCompared } = await rank('What is asked?', { ...SCOPE, isMeasured: true })
      expect(isCompared('first')).toBe(false)
    })
  })
})
