import { describe, expect, it, vi } from 'vitest'
import { createReader } from '../../../server/assistants/answering/quotes.ts'
import { EMBEDDED_MODEL, type Embedder } from '../../../server/knowledge/retrieval/embedder.ts'
import { createModelScale } from '../../../server/knowledge/retrieval/model-scale.ts'
import { createNearness, type Nearness } from '../../../server/knowledge/retrieval/nearness.ts'
import { hit, wordsOf } from './hits.ts'

const WEAK = { cosine: 0.3, coverage: 0.3, score: 0.5 }

describe('[answers 2] quotes are chosen by the meaning of what they say', () => {
  const far = hit('The boiler room is in the cellar, and the boiler is red.', { ...WEAK, passageId: 'far' })
  const near = hit('Maintenance of the heating takes place biennially.', { ...WEAK, passageId: 'near' })
  const words = wordsOf('How often is the boiler serviced?', [far, near])
  /** So many deviations for texts that hold a word, and hardly any for others. */
  const knows =
    (wanted: string, deviations: number): Nearness =>
    async (_, texts) =>
      texts.map((text) => (text.includes(wanted) ? deviations : 1))
  const read = (
    nearness: Nearness | null,
    hits = [far, near],
    question = 'How often is the boiler serviced?',
  ) => createReader(nearness)(question, hits, words)

  it('where a model can tell, and no words are shared', async () => {
    const { quotes, evidence } = await read(knows('biennially', 9))
    expect(quotes[0]?.hit.passageId).toBe('near')
    expect(evidence).toBeGreaterThanOrEqual(0)
  })

  it('and nothing is an answer that is no nearer than chance', async () => {
    const { evidence, nearest } = await read(knows('biennially', 2))
    expect(evidence).toBeLessThan(0)
    expect(nearest.length).toBeGreaterThan(0)
  })

  it('[ux 8] adds no quote that is far from the question', async () => {
    const { quotes } = await read(knows('biennially', 9))
    expect(quotes.map(({ hit: { passageId } }) => passageId)).toEqual(['near'])
  })

  it('[ux 6] in another language, whose words cannot be shared, with less of them', async () => {
    const english = [{ ...near, score: 0.95 }]
    const asked = (question: string) => read(knows('biennially', 5), english, question)
    expect((await asked('Wie oft wird die Heizung gewartet?')).evidence).toBeGreaterThan(
      (await asked('How often is it looked after?')).evidence,
    )
  })

  it('by words alone where the model does not answer', async () => {
    const quoted = async (nearness: Nearness | null) =>
      (await read(nearness)).quotes.map(({ quote }) => quote)
    expect(await quoted(async () => null)).toEqual(await quoted(null))
  })

  it('by a reranker where there is one, and no model is asked', async () => {
    const nearness = vi.fn(knows('biennially', 9))
    await read(nearness, [{ ...far, rerankScore: 2, relevance: 0.9 }])
    expect(nearness).not.toHaveBeenCalled()
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
  const nearnessBy = (embedder: Embedder, onFailure: (error: unknown) => void = () => {}) =>
    createNearness({ embedder, scale: createModelScale(embedder), onFailure })

  it('is measured against chance, so that a model that finds everything alike says the same', async () => {
    const [wide, narrow] = await Promise.all(
      [0, 0.9].map((share) => nearnessBy(modelOf(share))('a question', ['one text', 'another text'])),
    )
    const orderOf = (values: number[] | null | undefined) => (values?.[0] ?? 0) > (values?.[1] ?? 0)
    expect(wide).toHaveLength(2)
    expect(orderOf(wide)).toBe(orderOf(narrow))
    expect(Math.abs((wide?.[0] ?? 0) - (narrow?.[0] ?? 0))).toBeLessThan(1.5)
  })

  it('is unknown with the model inside of the package, and where a model does not answer', async () => {
    expect(await nearnessBy(modelOf(0, EMBEDDED_MODEL.model))('a question', ['a text'])).toBeNull()
    const failures: unknown[] = []
    const broken: Embedder = { ...modelOf(0), embed: () => Promise.reject(new Error('away')) }
    expect(await nearnessBy(broken, (error) => failures.push(error))('a question', ['a text'])).toBeNull()
    expect(failures).toHaveLength(1)
  })
})
