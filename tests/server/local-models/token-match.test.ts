import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { usageOf } from '../../../server/knowledge/local-models/catalogue.ts'
import { fetchFromFiles } from '../../../server/knowledge/local-models/fetch-model.ts'
import { openOnnxModel } from '../../../server/knowledge/local-models/onnx-model.ts'
import { createTokenMatch } from '../../../server/knowledge/local-models/token-match.ts'
import type { Matches } from '../../../server/knowledge/retrieval/embedder.ts'
import { meanOfLowest, spreadOf, UNRELATED_TEXTS } from '../../../server/knowledge/retrieval/model-scale.ts'
import { embeddingModel, writeModel } from '../../harness/onnx.ts'

describe('[36.1] the tokens of a question are held against those of passages', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lectern-match-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const matchBy = async (tokensMax: number) => {
    const name = 'multilingual-e5-small'
    const files = embeddingModel({
      query: [0, 0, 0.1, 0],
      passage: [0, 0, 0.1, 0],
      boots: [1, 0, 0, 0],
      stiefel: [1, 0.3, 0, 0],
      trains: [0, 1, 0, 0],
      // Words of the texts that chance is measured by.
      the: [0, 0, 1, 0],
      on: [0.3, 0.3, 1, 0],
      and: [0, 0, 0.2, 1],
    })
    const modelsDir = mkdtempSync(path.join(folder, 'models-'))
    const manifest = await fetchFromFiles(
      { name, kind: 'embedding', modelsDir, onProgress: () => {} },
      writeModel(path.join(modelsDir, 'files'), files),
    )
    const model = {
      ...manifest,
      ...usageOf(name, 'embedding'),
      folder: path.join(modelsDir, name),
      tokensMax,
    }
    return createTokenMatch((await openOnnxModel(model)).tokens, model)
  }

  it('so that a statement is near that says the same in other words, and another of its passage is not', async () => {
    const match = await matchBy(512)
    const [parts] = await match('boots', [['the', 'on trains', 'on stiefel']])
    const [above = 0, trains = 0, stiefel = 0] = (parts ?? []).map(([token]) => token)
    expect(stiefel).toBeGreaterThan(trains + 3)
    expect(stiefel).toBeGreaterThan(above + 3)
  })

  it('each token by itself: what one says does not stand for another', async () => {
    const match = await matchBy(512)
    const [parts] = await match('boots trains', [['', 'stiefel', 'the trains']])
    const [, [boots = 0, trains = 0] = [], [others = 0, same = 0] = []] = parts ?? []
    expect(boots).toBeGreaterThan(trains)
    expect(same).toBeGreaterThan(others)
  })

  it('[36.7] in deviations from what unrelated texts give for the tokens that they match least', async () => {
    const match = await matchBy(512)
    const chance = await match(
      'boots trains the on',
      UNRELATED_TEXTS.map((text) => ['', text]),
    )
    const nearest = ([above = new Float32Array(), text = above]: Matches) =>
      Array.from(text, (value, token) => Math.max(value, above[token]!))
    const { mean, deviation } = spreadOf(chance.map((parts) => meanOfLowest(nearest(parts))))
    expect(mean).toBeCloseTo(0, 3)
    expect(deviation).toBeCloseTo(1, 3)
  })

  it('and what lies behind the limit of the model is far', async () => {
    const far = 'the the the the the the the the'
    const near = async (tokensMax: number) =>
      (await (await matchBy(tokensMax))('boots', [['', far, 'boots']]))[0]?.[2]?.[0] ?? 0
    expect(await near(512)).toBeGreaterThan((await near(8)) + 3)
  })
})
