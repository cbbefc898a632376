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
