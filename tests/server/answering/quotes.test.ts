import { describe, expect, it, vi } from 'vitest'
import { createQuoteSelector } from '../../../server/assistants/answering/quotes.ts'
import { EMBEDDED_MODEL, type Embedder } from '../../../server/knowledge/retrieval/embedder.ts'
import { createModelScale } from '../../../server/knowledge/retrieval/model-scale.ts'
import {
  createQuoteSimilarity,
  type Quotable,
  type QuoteSimilarity,
} from '../../../server/knowledge/retrieval/quote-similarity.ts'
import { hit, wordsOf } from './hits.ts'

const WEAK = { cosine: 0.3, coverage: 0.3, score: 0.5 }

describe('[answers 2] quotes are chosen by the meaning of what they say', () => {
  const far = hit('The boiler room is in the cellar, and the boiler is red.', { ...WEAK, passageId: 'far' })
  const near = hit('Maintenance of the heating takes place biennially.', { ...WEAK, passageId: 'near' })
  const words = wordsOf('How often is the boiler serviced?', [far, near])
  /** So many deviations more than an answer needs for statements that hold a word, and far too few for others. */
  const knows =
    (wanted: string, surplus: number): QuoteSimilarity =>
    async (_, quotables) =>
      quotables.map(({ statements, first, last }) =>
        statements
          .slice(first, last + 1)
          .join()
          .includes(wanted)
          ? surplus
          : -6,
      )
  const read = (
    similarity: QuoteSimilarity | null,
    hits = [far, near],
    question = 'How often is the boiler serviced?',
  ) => createQuoteSelector(similarity)(question, hits, words)

  it('where a model can tell, and no words are shared', async () => {
    const { quotes, evidence } = await read(knows('biennially', 4))
    expect(quotes[0]?.hit.passageId).toBe('near')
    expect(evidence).toBeGreaterThanOrEqual(0)
  })

  it('and nothing is an answer that is no nearer than chance', async () => {
    const { evidence, nearest } = await read(knows('biennially', -4))
    expect(evidence).toBeLessThan(0)
    expect(nearest.length).toBeGreaterThan(0)
  })

  it('[ux 8] adds no quote that is far from the question', async () => {
    const { quotes } = await read(knows('biennially', 4))
    expect(quotes.map(({ hit: { passageId } }) => passageId)).toEqual(['near'])
  })

  it('[36.2] by a sentence inside of a passage, whatever words the others share', async () => {
    const both = hit(
      `The boiler is red, and the boiler is often loud. ${'It stands in the cellar of the old house. '.repeat(14)}\n\nMaintenance takes place biennially.`,
    )
    const { quotes } = await read(knows('biennially', 4), [both])
    expect(quotes[0]?.quote).toContain('biennially')
    expect(quotes[0]?.quote).not.toContain('red')
  })

  it('[36.3] and left out where the passage was not compared', async () => {
    const similarity: QuoteSimilarity = async (_, quotables) =>
      quotables.map(({ passageId }) => (passageId === 'near' ? 3 : null))
    const { nearest } = await read(similarity)
    expect(nearest.map(({ hit: { passageId } }) => passageId)).toEqual(['near'])
  })

  it('by words alone where the model does not answer', async () => {
    const quoted = async (similarity: QuoteSimilarity | null) =>
      (await read(similarity)).quotes.map(({ quote }) => quote)
    expect(await quoted(async () => null)).toEqual(await quoted(null))
  })

  it('by a reranker where there is one, and no model is asked', async () => {
    const similarity = vi.fn(knows('biennially', 4))
    await read(similarity, [{ ...far, rerankScore: 2, relevance: 0.9 }])
    expect(similarity).not.toHaveBeenCalled()
  })
})

describe('[answers 3] how near texts are to a question', () => {
  /** Texts of one letter: cosines as a model would give them that finds everything so alike. */
  const modelOf = (share: number, model = 'a-model'): Embedder => ({
    model,
    languages: null,
    dimensions: () => 2,
    embed: async (texts) =>
      texts.map((text) => {
        const angle = (1 - share) * ([...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 90)
        return Float32Array.from([Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)])
      }),
    close: async () => {},
  })
  const similarityBy =
    (embedder: Embedder, onFailure: (error: unknown) => void = () => {}) =>
    (question: string, texts: string[]) =>
      createQuoteSimilarity({ embedder, scale: createModelScale(embedder), onFailure })(
        question,
        texts.map((text, at): Quotable => quotable([text], { passageId: String(at) })),
      )
  const quotable = (statements: string[], changes: Partial<Quotable> = {}): Quotable => ({
    passageId: 'a passage',
    above: 'Guide',
    statements,
    first: 0,
    last: 0,
    ...changes,
  })

  it('is measured against chance, so that a model that finds everything alike says the same', async () => {
    const [wide, narrow] = await Promise.all(
      [0, 0.9].map((share) => similarityBy(modelOf(share))('a question', ['one text', 'another text'])),
    )
    const orderOf = (values: (number | null)[] | null | undefined) => (values?.[0] ?? 0) > (values?.[1] ?? 0)
    expect(wide).toHaveLength(2)
    expect(orderOf(wide)).toBe(orderOf(narrow))
    expect(Math.abs((wide?.[0] ?? 0) - (narrow?.[0] ?? 0))).toBeLessThan(1.5)
  })

  it('is unknown with the model inside of the package, and where a model does not answer', async () => {
    expect(await similarityBy(modelOf(0, EMBEDDED_MODEL.model))('a question', ['a text'])).toBeNull()
    const failures: unknown[] = []
    const broken: Embedder = { ...modelOf(0), embed: () => Promise.reject(new Error('away')) }
    expect(await similarityBy(broken, (error) => failures.push(error))('a question', ['a text'])).toBeNull()
    expect(failures).toHaveLength(1)
  })

  it('[36.1] by tokens where they are known: of each token of the question the nearest, quoted or above', async () => {
    const matching: Embedder = {
      ...modelOf(0),
      // Parts: what stands above, and three statements. Tokens: two.
      match: async () => [
        [
          [0, 20],
          [1, 0],
          [20, 1],
          [30, 30],
        ].map((part) => Float32Array.from(part)),
      ],
    }
    const similarity = createQuoteSimilarity({
      embedder: matching,
      scale: createModelScale(matching),
      onFailure: () => {},
    })
    const statements = ['one', 'two', 'three']
    const asked = await similarity('a question', [
      quotable(statements),
      quotable(statements, { first: 1, last: 1 }),
      quotable(statements, { last: 1 }),
      quotable(statements, { last: 2 }),
    ])
    const [best = 0, ...others] = (asked ?? []).map((surplus) => surplus ?? 0).toReversed()
    // (1 + 20) / 2, (20 + 20) / 2, the same, and (30 + 30) / 2.
    expect(others.map((surplus) => Math.round(2 * (best - surplus)))).toEqual([20, 20, 39])
  })

  /** The similarity of quotes of one passage, by how near each is to each token of the question. */
  const ofTokens = async (statements: number[][]) => {
    const similarity = createQuoteSimilarity({
      embedder: {
        ...modelOf(0),
        match: async () => [
          [statements[0]!.map(() => -9), ...statements].map((part) => Float32Array.from(part)),
        ],
      },
      scale: async () => Promise.reject(new Error('not needed')),
      onFailure: () => {},
    })
    const texts = statements.map(String)
    const surpluses = await similarity(
      'a question',
      texts.map((_, at) => quotable(texts, { first: at, last: at })),
    )
    return (surpluses ?? []).map((surplus) => surplus ?? Number.NaN)
  }

  it('[36.5] by tokens above that of everything else that was found', async () => {
    const amongOthersOf = (similarity: number) =>
      ofTokens([[9], ...Array.from({ length: 60 }, () => [similarity])])
    const [outstanding = 0, other = 0] = await amongOthersOf(3)
    expect(outstanding).toBeGreaterThan(0)
    expect(other).toBeLessThan(0)
    const [oneOfMany = 0] = await amongOthersOf(8.9)
    expect(oneOfMany).toBeLessThan(0)
  })

  it('[36.6] and above what is usually found where there is little else', async () => {
    expect((await ofTokens([[9]]))[0]).toBeGreaterThan(0)
    expect((await ofTokens([[5]]))[0]).toBeLessThan(0)
  })

  it('[36.7] by the tokens that it matches least, since all that was found shares the subject', async () => {
    const [subject = 0, answer = 0] = await ofTokens([
      [90, 90, 90, 5, 5, 5, 5, 5, 5, 5],
      Array.from({ length: 10 }, () => 10),
    ])
    expect(answer).toBeGreaterThan(subject)
  })

  it('[36.4] of as many passages as an answer has time for', async () => {
    const asked: string[][][] = []
    const matching: Embedder = {
      ...modelOf(0),
      match: async (_, passages) => {
        asked.push(passages)
        return passages.map((parts) => parts.map(() => Float32Array.from([9])))
      },
    }
    const similarity = createQuoteSimilarity({
      embedder: matching,
      scale: createModelScale(matching),
      onFailure: () => {},
    })
    const many = Array.from({ length: 30 }, (_, at) => quotable(['one'], { passageId: String(at) }))
    const surpluses = await similarity('a question', many)
    expect(asked[0]).toHaveLength(8)
    expect(surpluses?.map((surplus) => surplus !== null)).toEqual(many.map((_, at) => at < 8))
  })
})
