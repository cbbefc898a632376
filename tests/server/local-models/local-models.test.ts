import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { installedModels, type LocalModel, usableModels } from '../../../server/local-models/installed.ts'
import { openOnnxModel } from '../../../server/local-models/onnx-model.ts'
import { runOperator } from '../../../server/operator/run.ts'
import { dot } from '../../../server/retrieval/vectors.ts'
import { createClient } from '../../harness/knowledge.ts'
import { startModelHub } from '../../harness/model-hub.ts'
import { embeddingModel, rerankingModel, writeModel } from '../../harness/onnx.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { zipOf } from '../../harness/zip.ts'

const MEANINGS = embeddingModel({
  query: [0, 0, 0.1, 0],
  passage: [0, 0, 0.1, 0],
  boots: [1, 0, 0, 0],
  stiefel: [1, 0.1, 0, 0],
  train: [0, 1, 0, 0],
  zug: [0.1, 1, 0, 0],
})
const ORDER = rerankingModel({ platform: 9, six: -9 })

const folder = mkdtempSync(path.join(tmpdir(), 'lectern-models-'))
afterAll(() => rmSync(folder, { recursive: true }))
let places = 0
/** Runs a command of the operator in a data folder of its own. */
const command = async (words: string[], env: Record<string, string> = {}) => {
  const dataDir = env.DATA_DIR ?? path.join(folder, String(places++))
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const code = await runOperator(words, { env: { DATA_DIR: dataDir, ...env }, say, complain: say })
  return { code, said: lines.join('\n'), models: path.join(dataDir, 'models'), dataDir }
}

describe('lectern models fetch', () => {
  let hub: Awaited<ReturnType<typeof startModelHub>> | null = null
  afterEach(() => hub?.close())
  const REPOSITORY = 'Xenova/multilingual-e5-small'

  it('downloads what it needs from a hub, and keeps a checksum of each file', async () => {
    hub = await startModelHub({ [REPOSITORY]: MEANINGS })
    const { code, said, models } = await command(['models', 'fetch', 'multilingual-e5-small'], {
      HF_ENDPOINT: hub.url,
    })
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('Restart Lectern') })
    const [model] = installedModels(models)
    expect(model).toMatchObject({ kind: 'embedding', questionPrefix: 'query: ', languages: null })
    expect(Object.keys(model?.checksums ?? {})).toEqual([
      'model.onnx',
      'tokenizer.json',
      'tokenizer_config.json',
    ])
    expect(usableModels(models).embedding?.name).toBe('multilingual-e5-small')
    expect((await command(['models', 'list'], { DATA_DIR: path.dirname(models) })).said).toMatch(
      /^multilingual-e5-small {2}embedding, main-[0-9a-f]{12}, in use$/m,
    )
  })

  it('goes on where a download was cut', async () => {
    hub = await startModelHub({ [REPOSITORY]: MEANINGS }, { cut: 'onnx/model_quantized.onnx' })
    const words = ['models', 'fetch', 'multilingual-e5-small']
    const first = await command(words, { HF_ENDPOINT: hub.url })
    expect(first.code).toBe(1)
    expect(first.said).toContain('multilingual-e5-small was not fetched')
    expect(usableModels(first.models).embedding).toBeNull()
    const second = await command(words, { HF_ENDPOINT: hub.url, DATA_DIR: first.dataDir })
    expect(second.code).toBe(0)
    const size = MEANINGS['onnx/model_quantized.onnx'].length
    expect(hub.asked.map(({ range }) => range)).toContain(`bytes=${Math.floor(size / 2)}-`)
    const stored = readFileSync(path.join(first.models, 'multilingual-e5-small', 'model.onnx'))
    expect(stored.equals(MEANINGS['onnx/model_quantized.onnx'])).toBe(true)
  })

  it('refuses what has another checksum than the hub says', async () => {
    hub = await startModelHub({ [REPOSITORY]: MEANINGS }, { wrong: 'onnx/model_quantized.onnx' })
    const { code, said, models } = await command(['models', 'fetch', 'multilingual-e5-small'], {
      HF_ENDPOINT: hub.url,
    })
    expect(code).toBe(1)
    expect(said).toContain('did not arrive whole')
    expect(existsSync(path.join(models, 'multilingual-e5-small', 'model.onnx'))).toBe(false)
  })

  it.each([
    ['a folder', () => writeModel(path.join(folder, 'as files'), MEANINGS)],
    [
      'an archive, whatever its name',
      () => {
        const file = path.join(folder, 'model.whl')
        writeFileSync(
          file,
          zipOf(Object.entries(MEANINGS).map(([name, content]) => ({ name: `inside/${name}`, content }))),
        )
        return file
      },
    ],
  ])('takes a model from %s', async (_, make) => {
    const { code, models } = await command(['models', 'fetch', 'house-model', '--from', make()])
    expect(code).toBe(0)
    expect(usableModels(models).embedding).toMatchObject({ name: 'house-model', questionPrefix: '' })
  })

  it.each([
    ['a hub that is away', ['models', 'fetch', 'e5-small-v2'], /was not fetched.*--from/],
    ['no model', ['models', 'fetch', 'mine', '--from', import.meta.dirname], /no model in the ONNX format/],
    ['an unknown kind', ['models', 'fetch', 'mine', '--kind', 'poet'], /--kind is embedding or reranker/],
  ])('names %s', async (_, words, reason) => {
    const { code, said } = await command(words, { HF_ENDPOINT: 'http://127.0.0.1:1' })
    expect(code).toBe(1)
    expect(said).toMatch(reason)
  })
})

describe('a model on this machine', () => {
  let meanings: LocalModel
  let order: LocalModel
  beforeAll(async () => {
    const env = { DATA_DIR: path.join(folder, 'used') }
    const from = (name: string, files: typeof MEANINGS) => writeModel(path.join(folder, name), files)
    await command(['models', 'fetch', 'small-e5', '--from', from('m', MEANINGS)], env)
    const fetched = ['models', 'fetch', 'order', '--kind', 'reranker', '--from', from('o', ORDER)]
    const { models } = await command(fetched, env)
    const { embedding, reranker } = usableModels(models)
    meanings = embedding as LocalModel
    order = reranker as LocalModel
  })

  it('gives vectors of length 1 in the order of the texts, however long they are', async () => {
    const model = await openOnnxModel(meanings)
    const [long, boots, stiefel, train] = await model.embed([
      'train '.repeat(2_000),
      'Boots',
      'stiefel',
      'train',
    ])
    expect(dot(boots!, boots!)).toBeCloseTo(1)
    expect(dot(boots!, stiefel!)).toBeGreaterThan(0.99)
    expect(dot(boots!, train!)).toBeCloseTo(0)
    expect(dot(long!, train!)).toBeCloseTo(1)
  })

  it('scores texts for a question', async () => {
    const scores = await (await openOnnxModel(order)).rank('boots', [
      'six',
      'nothing',
      'platform six platform',
    ])
    expect(scores).toEqual([-9, 0, 9])
  })

  describe('is used by the server', () => {
    let server: TestServer
    let id: string
    beforeAll(async () => {
      server = await startTestServer({ localModels: { embedding: meanings, reranker: order } })
      const person = await server.register()
      const ann = createClient(server.url, person)
      id = (await ann.knowledgeBase((await server.found(person)).id)).id
      await ann.upload(id, [
        { name: 'a.txt', content: 'The train leaves at six.' },
        { name: 'b.txt', content: 'The train leaves from the platform behind the station.' },
        { name: 'c.txt', content: 'Boots are in the cellar.' },
      ])
      await ann.settled(id)
    })
    afterAll(() => server.close())

    it('finds by meaning in another language', async () => {
      const { hits } = await server.retrieval.search('Stiefel?', [id])
      expect(hits.map(({ documentName }) => documentName)).toContain('c.txt')
      expect(server.retrieval.embedder.languages).toBeNull()
    })

    it('orders by the reranker, which tells how relevant each passage is', async () => {
      const { hits } = await server.retrieval.search('When does the train leave?', [id])
      expect(hits[0]).toMatchObject({ documentName: 'b.txt', rerankScore: 9 })
      expect(hits[0]?.relevance).toBeGreaterThan(0.99)
      expect(hits.find(({ documentName }) => documentName === 'a.txt')?.relevance).toBeLessThan(0.01)
    })
  })
})
