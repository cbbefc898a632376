import { EventEmitter } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { installedModels, type LocalModel, usableModels } from '../../../server/kernel/config/local-models.ts'
import { passages } from '../../../server/kernel/db/schema/index.ts'
import { createWorkerCaller, startWorker } from '../../../server/kernel/workers.ts'
import { createPassagesRepository } from '../../../server/knowledge/documents/passages.repository.ts'
import { startReembedding } from '../../../server/knowledge/documents/reembedding.ts'
import { createLocalReranker } from '../../../server/knowledge/local-models/local-reranker.ts'
import { openOnnxModel } from '../../../server/knowledge/local-models/onnx-model.ts'
import type { EmbedRequest } from '../../../server/knowledge/retrieval/embedding-thread.ts'
import { countOutdated, modelOf } from '../../../server/knowledge/retrieval/outdated.ts'
import { dot, fromStored } from '../../../server/knowledge/retrieval/vectors.ts'
import { runOperator } from '../../../server/operator/run.ts'
import { createClient, until } from '../../harness/knowledge.ts'
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
    const weights = MEANINGS['onnx/model_quantized.onnx']
    const half = Math.floor(weights.length / 2)
    const dataDir = path.join(folder, 'cut')
    const incoming = path.join(dataDir, 'models', 'multilingual-e5-small.incoming')
    const arrived = () =>
      until(
        async () => readdirSync(incoming).map((name) => statSync(path.join(incoming, name)).size),
        (sizes) => sizes.includes(half),
      )
    hub = await startModelHub(
      { [REPOSITORY]: MEANINGS },
      { cut: { file: 'onnx/model_quantized.onnx', arrived } },
    )
    const words = ['models', 'fetch', 'multilingual-e5-small']
    const env = { HF_ENDPOINT: hub.url, DATA_DIR: dataDir }
    const first = await command(words, env)
    expect(first.code).toBe(1)
    expect(first.said).toContain('multilingual-e5-small was not fetched')
    expect(usableModels(first.models).embedding).toBeNull()
    expect((await command(words, env)).code).toBe(0)
    expect(hub.asked.map(({ range }) => range)).toContain(`bytes=${half}-`)
    const stored = readFileSync(path.join(first.models, 'multilingual-e5-small', 'model.onnx'))
    expect(stored.equals(weights)).toBe(true)
    expect(existsSync(incoming)).toBe(false)
  })

  it('keeps a model until another revision has come whole, and begins that one from its start', async () => {
    const env = { DATA_DIR: path.join(folder, 'revisions') }
    const words = ['models', 'fetch', 'multilingual-e5-small']
    hub = await startModelHub({ [REPOSITORY]: MEANINGS })
    const { models } = await command(words, { ...env, HF_ENDPOINT: hub.url })
    const [old] = installedModels(models)
    await hub.close()
    const newer = embeddingModel({ boots: [0, 0, 0, 1] })
    hub = await startModelHub({ [REPOSITORY]: newer }, { wrong: 'onnx/model_quantized.onnx' })
    expect((await command(words, { ...env, HF_ENDPOINT: hub.url })).code).toBe(1)
    expect(installedModels(models)).toEqual([old])
    await hub.close()
    hub = await startModelHub({ [REPOSITORY]: newer })
    expect((await command(words, { ...env, HF_ENDPOINT: hub.url })).code).toBe(0)
    expect(hub.asked.map(({ range }) => range)).not.toContainEqual(expect.anything())
    expect(installedModels(models).map(({ revision }) => revision)).not.toEqual([old?.revision])
  })

  it('does not use a model whose manifest was cut short', async () => {
    const { models } = await command([
      'models',
      'fetch',
      'mine',
      '--from',
      writeModel(path.join(folder, 'cut short'), MEANINGS),
    ])
    writeFileSync(path.join(models, 'mine', 'lectern.json'), '{"kind": "embed')
    expect(usableModels(models).embedding).toBeNull()
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
    ['a path as a name', ['models', 'fetch', '../../elsewhere'], /is not the name of a model/],
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

  it('that cannot be loaded fails each text by its reason, and is tried again', async () => {
    const broken = { ...meanings, folder: path.join(folder, 'gone') }
    const startThread = () =>
      startWorker('knowledge/local-models/embed', { workerData: { isBackground: false, model: broken } })
    const caller = createWorkerCaller<EmbedRequest, Float32Array[]>(startThread, 'embedding')
    await expect(caller.call({ texts: ['boots'] })).rejects.toThrow(/gone/)
    cpSync(meanings.folder, broken.folder, { recursive: true })
    await expect(caller.call({ texts: ['boots'] })).resolves.toHaveLength(1)
    expect(caller.generation()).toBe(0)
    await caller.close()
  })

  it('that takes too long to rank keeps no other search waiting', async () => {
    const thread = Object.assign(new EventEmitter(), { postMessage: vi.fn(), terminate: async () => 0 })
    const failures: unknown[] = []
    const { rerank, close } = createLocalReranker(() => thread as unknown as Worker, {
      onFailure: (error) => failures.push(error),
      limit: 1,
    })
    expect(await rerank('boots', ['six'])).toBeNull()
    expect(await rerank('boots', ['six'])).toBeNull()
    expect(failures).toEqual([new Error('no order within 1 ms')])
    expect(thread.postMessage).toHaveBeenCalledOnce()
    thread.emit('message', { call: 1, result: [0] })
    const asked = () => {
      void rerank('boots', ['six'])
      return thread.postMessage.mock.calls.length
    }
    await expect.poll(asked).toBe(2)
    await close()
  })

  describe('is used by the server', () => {
    let server: TestServer
    let id: string
    beforeAll(async () => {
      server = await startTestServer({ localModels: { embedding: meanings, reranker: order } })
      const person = await server.register()
      const ann = createClient(server.url, person)
      id = await ann.filled((await server.found(person)).id, [
        { name: 'a.txt', content: 'The train leaves at six.' },
        { name: 'b.txt', content: 'The train leaves from the platform behind the station.' },
        { name: 'c.txt', content: 'Boots are in the cellar.' },
      ])
    })
    afterAll(() => server.close())

    it('[36.1] which holds the tokens of a question against those of what it may quote', async () => {
      const margins = await server.retrieval.quoteSimilarity(
        'zug',
        ['Boots are in the cellar.', 'The train leaves at six.'].map((statement) => ({
          passageId: statement,
          above: 'Guide',
          statements: [statement],
          first: 0,
          last: 0,
        })),
      )
      const [boots, train] = (margins ?? []).map(Number)
      expect(train).toBeGreaterThan(boots ?? Number.NaN)
    })

    it('finds by meaning in another language', async () => {
      const { hits } = await server.retrieval.search('Stiefel?', [id], { closed: new Set() })
      expect(hits.map(({ documentName }) => documentName)).toContain('c.txt')
      expect(server.retrieval.embedder.languages).toBeNull()
    })

    describe('[36.5] in parts', () => {
      const filler = Array(14).fill('The train leaves from the platform behind the station.').join(' ')
      const long = { name: 'd.txt', content: `${filler}\n\nStiefel stiefel stiefel.` }
      let base: string
      let ann: ReturnType<typeof createClient>
      beforeAll(async () => {
        const person = await server.register()
        ann = createClient(server.url, person)
        base = await ann.filled((await server.found(person)).id, [long])
      })
      const stored = () => server.context.db.select().from(passages).where(eq(passages.knowledgeBaseId, base))
      const nearest = async () =>
        (await server.retrieval.ranking('Boots?', { knowledgeBaseIds: [base], closed: new Set() })).cosines

      it('finds a long passage by what stands at its end, and stores a vector for each part', async () => {
        const [passage] = await stored()
        expect(passage?.content).toBe(long.content)
        expect(passage?.partEmbeddings?.length).toBe(passage!.embedding!.length)
        const [whole, end] = fromStored(passage!)
        const [boots] = await server.retrieval.embedder.embed(['boots'], 'now', 'question')
        expect(dot(end!, boots!)).toBeGreaterThan(dot(whole!, boots!) + 0.2)
        expect((await nearest()).size).toBe(1)
      })

      it('embeds in parts what was stored whole, and nothing of it is lost meanwhile', async () => {
        const [before] = await stored()
        await server.context.db
          .update(passages)
          .set({ partEmbeddings: null, embeddingModel: `${meanings.name}@${meanings.revision}` })
          .where(eq(passages.knowledgeBaseId, base))
        const model = modelOf(server.config)
        expect((await countOutdated(server.context.db, model)).get(base)).toBe(1)
        const reembedding = startReembedding(server.context, {
          passages: createPassagesRepository(server.context.db),
          embedder: server.retrieval.embedder,
          embeddedTogether: 2,
          notifyKnowledgeBase: () => {},
        })
        await until(
          () => countOutdated(server.context.db, model),
          (outdated) => !outdated.has(base),
        )
        reembedding.stop()
        expect(await stored()).toEqual([before])
      })

      it('an edited passage has the parts of its new words alone', async () => {
        const [passage] = await stored()
        await ann.call('PATCH', `/api/v1/passages/${passage!.id}`, { content: 'Boots are in the cellar.' })
        const [edited] = await stored()
        expect(edited).toMatchObject({ content: 'Boots are in the cellar.', partEmbeddings: null })
      })
    })

    it('orders by the reranker, which tells how relevant each passage is', async () => {
      const { hits } = await server.retrieval.search('When does the train leave?', [id], {
        closed: new Set(),
      })
      expect(hits[0]).toMatchObject({ documentName: 'b.txt', rerankScore: 9 })
      expect(hits[0]?.relevance).toBeGreaterThan(0.99)
      expect(hits.find(({ documentName }) => documentName === 'a.txt')?.relevance).toBeLessThan(0.01)
    })
  })
})
