import type { S3Settings } from '../../../server/kernel/config/s3.ts'
import type { IndexedDocument } from '../../../server/knowledge/retrieval/index/passage-index.ts'
import type { IndexHits, IndexQuery } from '../../../server/knowledge/retrieval/index/search-in.ts'
import { timed } from '../report.ts'
import { type EngineName, openEngine, type Place } from './engines.ts'
import { createMadeUp } from './made-up.ts'

const MB = 1024 * 1024

/** What a bench asks of an engine in a process of its own; `took` is in ms, memory in MB. */
export type Calls = {
  open: { asked: { engine: EngineName; place: Place; versions: [string, string][] }; told: null }
  put: { asked: { documents: IndexedDocument[] }; told: null }
  /** Puts made-up documents, from one number to another. */
  fill: { asked: { from: number; to: number }; told: null }
  search: { asked: { query: IndexQuery }; told: IndexHits }
  save: { asked: object; told: null }
  settle: { asked: object; told: null }
  share: { asked: { s3: S3Settings }; told: null }
  memory: { asked: object; told: number }
}
export type Kind = keyof Calls
export type Call = { [One in Kind]: { kind: One } & Calls[One]['asked'] }[Kind]
export type Told = { took: number; result: Calls[Kind]['told'] }

let engine: Awaited<ReturnType<typeof openEngine>>

const answer = async (call: Call): Promise<Calls[Kind]['told']> => {
  switch (call.kind) {
    case 'open':
      engine = await openEngine(call.engine, call.place, call.versions)
      return null
    case 'put':
      await engine.put(call.documents)
      return null
    case 'fill': {
      const madeUp = createMadeUp(call.from + 1)
      await engine.put(Array.from({ length: call.to - call.from }, (_, n) => madeUp.document(call.from + n)))
      return null
    }
    case 'search':
      return engine.search(call.query)
    case 'save':
      await engine.save()
      return null
    case 'settle':
      await engine.settle()
      return null
    case 'share':
      await engine.share(call.s3)
      return null
    case 'memory':
      globalThis.gc?.()
      return process.memoryUsage().rss / MB
  }
}

process.on('message', async (call: Call) => {
  let result: Calls[Kind]['told'] = null
  const took = await timed(async () => {
    result = await answer(call)
  })
  process.send?.({ took, result } satisfies Told)
})
