import { startWorker } from '../../server/kernel/workers.ts'
import { createEmbeddedEmbedder } from '../../server/knowledge/retrieval/embedded-embedder.ts'
import type { Embedder } from '../../server/knowledge/retrieval/embedder.ts'

const model = createEmbeddedEmbedder({
  startWorker(workerData) {
    const worker = startWorker('knowledge/retrieval/embed', { workerData })
    worker.unref()
    return worker
  },
})
const vectors = new Map<string, Promise<Float32Array>>()

/** The embedded model, loaded once for all servers of a test process; each text is embedded once. */
export const sharedEmbedder: Embedder = {
  ...model,
  embed(texts, urgency) {
    const fresh = [...new Set(texts)].filter((text) => !vectors.has(text))
    const embedded = model.embed(fresh, urgency)
    for (const [place, text] of fresh.entries())
      vectors.set(
        text,
        embedded.then((all) => all[place]!),
      )
    return Promise.all(texts.map((text) => vectors.get(text)!))
  },
  close: async () => {},
}

/** The same, but between `hold` and `release` it embeds nothing that can wait its turn: no document becomes ready. */
export const heldEmbedder = (model = sharedEmbedder) => {
  let held = Promise.resolve()
  let release = () => {}
  const embedder: Embedder = {
    ...model,
    async embed(texts, urgency, as) {
      if (urgency === 'inTurn') await held
      return model.embed(texts, urgency, as)
    },
  }
  return {
    embedder,
    hold() {
      held = new Promise((resolve) => {
        release = resolve
      })
    },
    release: () => release(),
  }
}

/** A model for which every text is alike. */
export const plainEmbedder: Embedder = {
  model: 'test',
  languages: null,
  dimensions: () => 2,
  embed: async (texts) => texts.map(() => Float32Array.from([1, 0])),
  close: async () => {},
}
