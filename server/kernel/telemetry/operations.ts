import { Histogram } from 'prom-client'

/** Slow operations worth monitoring; names of spans and values of the metric's label. */
type Operation =
  | 'ingestion.document'
  | 'ingestion.read'
  | 'ingestion.embed'
  | 'ingestion.finish'
  | 'retrieval.search'
  | 'retrieval.rerank'
  | 'model.answer'
  | 'model.check'
  | 'model.rewrite'
  | 'model.embed'

/** Counts and names that reveal nothing that people wrote or asked. */
type Attributes = Readonly<Record<string, string | number | boolean>>

type Span = {
  /** Spans that `work` begins become children. */
  run<Result>(work: () => Result): Result
  end(failure: unknown): void
}

/** Begins a span; the request has its own. */
export type SpanMaker = (name: string, attributes: Attributes) => Span

export const operationSeconds = new Histogram({
  name: 'operation_duration_seconds',
  help: 'Time that parts of ingestion, retrieval and calls of models take',
  labelNames: ['operation', 'outcome'] as const,
  buckets: [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
  registers: [],
})

let beginSpan: SpanMaker | null = null

/** From now on operations create spans; null: no longer. */
export function traceWith(maker: SpanMaker | null): void {
  beginSpan = maker
}

/** A running operation: call `end` once, with its error or null. */
function begin(operation: Operation, attributes: Attributes = {}) {
  const seconds = operationSeconds.startTimer({ operation })
  const span = beginSpan?.(operation, attributes)
  return {
    run: <Result>(work: () => Result): Result => (span ? span.run(work) : work()),
    end(failure: unknown): void {
      seconds({ outcome: failure === null ? 'ok' : 'failed' })
      span?.end(failure)
    },
  }
}

/** Measures `work`. */
export async function measured<Result>(
  operation: Operation,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  const { run, end } = begin(operation, attributes)
  try {
    const result = await run(work)
    end(null)
    return result
  } catch (error) {
    end(error)
    throw error
  }
}

/** The same for a stream of results; it also ends if the consumer stops early. */
export async function* measuredStream<Item>(
  operation: Operation,
  attributes: Attributes,
  items: () => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const { run, end } = begin(operation, attributes)
  let failure: unknown = null
  try {
    const iterator = run(() => items()[Symbol.asyncIterator]())
    try {
      for (;;) {
        const next = await run(() => iterator.next())
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  } catch (error) {
    failure = error
    throw error
  } finally {
    end(failure)
  }
}
