import { type Reply, startScriptedServer } from './scripted-server.ts'

type Asked = {
  model?: string
  query: string
  documents?: string[]
  top_n?: number
  texts?: string[]
  truncate?: boolean
}

/** A local rerank server that replies as the test says; `asked` records its requests. */
export const startRerankServer = async (replyTo: (texts: string[], query: string) => Reply) => {
  let reply = replyTo
  const server = await startScriptedServer(({ body }) => {
    const { documents, texts, query }: Asked = JSON.parse(body)
    return reply(documents ?? texts ?? [], query)
  })
  return {
    endpoint: { baseUrl: `${server.url}/v1`, apiKey: 'rerank-key', model: 'test-reranker' },
    received: server.received,
    asked: () => server.received.map(({ body }): Asked => JSON.parse(body)),
    /** From now on. */
    behave: (next: (texts: string[]) => Reply) => {
      reply = next
    },
    close: server.stop,
  }
}

const scored = (texts: string[], wanted: string) =>
  texts.map((text, index) => ({ index, score: text.includes(wanted) ? 0.9 : 0.1 - index / 1_000 }))

/** Texts that contain a word come first, in the format of Text Embeddings Inference. */
export const prefers = (wanted: string) => (texts: string[]) => ({ body: scored(texts, wanted) })

/** The same in the format of Cohere and Jina, with their other fields. */
export const prefersNamed = (wanted: string) => (texts: string[]) => ({
  body: {
    id: 'r',
    results: scored(texts, wanted).map(({ index, score }) => ({ index, relevance_score: score })),
    usage: { total_tokens: 12 },
  },
})

/** A perfect reranker: only texts that contain one of the query's `answers` are right. */
export const knowsAnswers =
  (answers: ReadonlyMap<string, readonly string[]>, plain: (text: string) => string) =>
  (texts: string[], query: string) => ({
    body: texts.map((text, index) => ({
      index,
      score: answers.get(query)?.some((answer) => plain(text).includes(plain(answer))) ? 0.99 : 0.01,
    })),
  })
