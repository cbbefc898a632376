import { EventEmitter } from 'node:events'
import { setImmediate as settled } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import type { WorkerCall } from '../../../server/kernel/workers.ts'
import { createEmbeddedEmbedder } from '../../../server/knowledge/retrieval/embedded-embedder.ts'
import type { EmbedRequest } from '../../../server/knowledge/retrieval/embedding-thread.ts'

/** A thread that answers when a test says so. */
class Thread extends EventEmitter {
  asked: string[][] = []
  #call = 0
  isEnded = false
  readonly isBackground: boolean
  constructor(isBackground: boolean) {
    super()
    this.isBackground = isBackground
  }
  postMessage({ call, request }: WorkerCall<EmbedRequest>) {
    this.#call = call
    this.asked.push('texts' in request ? request.texts : [request.question])
  }
  async answer() {
    const texts = this.asked.at(-1) ?? []
    this.emit('message', { call: this.#call, result: texts.map(() => Float32Array.of(3, 4)) })
    await settled()
  }
  async terminate() {
    this.isEnded = true
  }
}

const MATCHING = {
  model: 'a-model',
  languages: null,
  dimensions: 2,
  textLength: 100,
  prefixes: { question: '', passage: '' },
  isMatching: true,
}

const create = (threads = 2, model?: typeof MATCHING) => {
  const started: Thread[] = []
  const embedder = createEmbeddedEmbedder({
    threads,
    ...(model && { model }),
    startWorker: ({ isBackground }) => {
      const thread = new Thread(isBackground)
      started.push(thread)
      return thread as unknown as Worker
    },
  })
  return { embedder, started }
}
const long = (n: number) => `${n} ${'word '.repeat(240)}`

describe('threads that embed texts', () => {
  it('[operate M2] read the weights once their backend is there, and open again what could not be opened', async () => {
    const steps: string[] = []
    const step = async (name: string) => void steps.push(name)
    const { openedOnce } = await import('../../../server/kernel/opened-once.ts')
    vi.doMock('@energetic-ai/core', () => ({ ready: () => settled().then(() => step('backend')) }))
    vi.doMock('@energetic-ai/embeddings', () => ({ initModel: () => step('weights') }))
    vi.doMock('../../../server/knowledge/retrieval/embedding-thread.ts', () => ({
      answerTexts: (open: () => Promise<unknown>) => open(),
    }))
    await import('../../../server/knowledge/retrieval/embed.worker.ts')
    await expect.poll(() => steps).toEqual(['backend', 'weights'])
    vi.doUnmock('@energetic-ai/core')
    const opened = openedOnce(() =>
      step('opened').then(() => (steps.includes('once') ? 'a model' : Promise.reject(steps.push('once')))),
    )
    await expect(opened()).rejects.toBeDefined()
    await expect(opened()).resolves.toBe('a model')
  })

  it('share the passages of documents, and the second runs in the background', async () => {
    const { embedder, started } = create()
    const vectors = embedder.embed([long(1), long(2)], 'inTurn')
    expect(started.map(({ isBackground }) => isBackground)).toEqual([false, true])
    expect(started.map(({ asked }) => asked)).toEqual([[[long(1)]], [[long(2)]]])
    for (const thread of started) await thread.answer()
    const [first] = await vectors
    expect(Array.from(first ?? [])).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)])
  })

  it('put a question before the documents, and never where it would wait for the model to load', async () => {
    const { embedder, started } = create()
    void embedder.embed([long(1), long(2), long(3), long(4)], 'inTurn')
    void embedder.embed(['When does it open?'], 'now')
    const [first, second] = started
    await second?.answer()
    expect(second?.asked.at(-1)).toEqual([long(3)])
    await first?.answer()
    expect(first?.asked.at(-1)).toEqual(['When does it open?'])
    await first?.answer()
    expect(first?.asked.at(-1)).toEqual([long(4)])
  })

  it('start a second one for documents alone', () => {
    const { embedder, started } = create()
    void embedder.embed(['one'], 'now')
    void embedder.embed(['two'], 'now')
    expect(started).toHaveLength(1)
  })

  it('[36.4] hold questions against passages one by one, before documents, and refuse those that would wait too long', async () => {
    const { embedder, started } = create(1, MATCHING)
    void embedder.embed(['a document'], 'inTurn')
    void embedder.embed(['another document'], 'inTurn')
    const asked = Array.from({ length: 9 }, (_, at) =>
      embedder.match?.(`question ${at}`, [['Guide', 'It is.']]),
    )
    await expect(asked[8]).rejects.toThrow('too many questions wait')
    const [thread] = started
    await thread?.answer()
    expect(thread?.asked.at(-1)).toEqual(['question 0'])
    await thread?.answer()
    await expect(asked[0]).resolves.toHaveLength(1)
    expect(thread?.asked.at(-1)).toEqual(['question 1'])
  })

  it('fail what they were embedding when they end, and are started again by the next text', async () => {
    const { embedder, started } = create(1)
    const lost = embedder.embed(['one'], 'inTurn')
    started[0]?.emit('exit')
    await expect(lost).rejects.toThrow('the embedding thread ended')
    const next = embedder.embed(['two'], 'inTurn')
    await started[1]?.answer()
    await expect(next).resolves.toHaveLength(1)
  })

  it('end with the embedder, and what waited fails', async () => {
    const { embedder, started } = create(1)
    const texts = [long(1), long(2)].map((text) => embedder.embed([text], 'inTurn'))
    const failed = Promise.all(texts.map((text) => expect(text).rejects.toThrow('the embedder was closed')))
    await embedder.close()
    await failed
    expect(started[0]?.isEnded).toBe(true)
  })
})
