import type { S3Settings } from '../../../server/kernel/config/s3.ts'
import type { IndexedDocument } from '../../../server/knowledge/retrieval/index/passage-index.ts'
import type { IndexHits, IndexQuery } from '../../../server/knowledge/retrieval/index/search-in.ts'
import { timed } from '../report.ts'
import { openEngine, type Place } from './engines.ts'
import { createMadeUp } from './made-up.ts'

const MB = 1024 * 1024

/** What a bench asks of the engine of a base, in a process of its own; `took` is in ms, memory in MB. */
export type Calls = {
  open: {
    asked: { place: Omit<Place, 'base'>; versions: [string, string][] }
    told: null
  }
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
export type Call = { [One in Kind]: { kind: One; base: string } & Calls[One]['asked'] }[Kind]
export type Told = { took: number; result: Calls[Kind]['told'] }

const engines = new Map<string, Awaited<ReturnType<typeof openEngine>>>()

const engineOf = ({ base }: Call) => {
  const engine = engines.get(base)
  if (!engine) throw new Error(`${base} is not open`)
  return engine
}

const answer = async (call: Call): Promise<Calls[Kind]['told']> => {
  switch (call.kind) {
    case 'open': {
      const { base, place, versions } = call
      engines.set(base, await openEngine({ ...place, base }, versions))
      return null
    }
    case 'put':
      await engineOf(call).put(call.documents)
      return null
    case 'fill': {
      const madeUp = createMadeUp(call.from + 1)
      const numbers = Array.from({ length: call.to - call.from }, (_, n) => call.from + n)
      await engineOf(call).put(numbers.map((n) => madeUp.document(n)))
      return null
    }
    case 'search':
      return engineOf(call).search(call.query)
    case 'save':
      await engineOf(call).save()
      return null
    case 'settle':
      await engineOf(call).settle()
      return null
    case 'share':
      await engineOf(call).share(call.s3)
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
