import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { VERSION } from '../package.ts'
import { type SpanMaker, traceWith } from './operations.ts'

/** Verb and table: values are usually parameters, but statements can contain some. */
const STATEMENT = /^\s*(\w+)(?:.*?\b(?:from|into|update)\s+"?(\w+))?/is

type Tracing = { watch(app: FastifyInstance): void; close(): Promise<void> }

/** Sends spans of requests, queries and operations to a collector. The exporter reads further OTEL_ variables. */
export function startTracing(url: string): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': process.env.OTEL_SERVICE_NAME || 'lectern',
      'service.version': VERSION,
    }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  provider.register()
  const tracer = provider.getTracer('lectern', VERSION)

  const beginSpan =
    (kind: SpanKind): SpanMaker =>
    (name, attributes) => {
      const span = tracer.startSpan(name, { kind, attributes: { ...attributes } })
      const within = trace.setSpan(context.active(), span)
      return {
        run: (work) => context.with(within, work),
        end(failure) {
          // Error messages may contain what people wrote: their class is enough.
          if (failure !== null)
            span.setStatus({ code: SpanStatusCode.ERROR, message: (failure as Error)?.name ?? 'Error' })
          span.end()
        },
      }
    }
  traceWith(beginSpan(SpanKind.INTERNAL))
  const stopWatchingQueries = watchQueries(beginSpan(SpanKind.CLIENT))
  return {
    watch: (app) => watchRequests(app, beginSpan(SpanKind.SERVER)),
    async close() {
      traceWith(null)
      stopWatchingQueries()
      await provider.shutdown()
    },
  }
}

/** By route: the address itself contains ids and secrets of links. Continues the caller's trace (`traceparent`). */
function watchRequests(app: FastifyInstance, beginSpan: SpanMaker): void {
  const spans = new WeakMap<object, ReturnType<SpanMaker>>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = 'none' } = request.routeOptions
    const span = context.with(propagation.extract(ROOT_CONTEXT, request.headers), () =>
      beginSpan(`${request.method} ${url}`, { 'http.request.method': request.method, 'http.route': url }),
    )
    spans.set(request, span)
    span.run(done)
  })
  app.addHook('onResponse', async (request, reply) => {
    spans.get(request)?.end(reply.statusCode >= 500 ? { name: `status ${reply.statusCode}` } : null)
  })
}

/**
 * Covers every query, inside or outside transactions. Queries outside requests and operations, such as
 * heartbeats, would be 26 traces a second. Returns a function that stops it.
 */
function watchQueries(beginSpan: SpanMaker): () => void {
  const { query } = pg.Client.prototype
  const watched = function (this: pg.Client, ...args: unknown[]) {
    if (!trace.getActiveSpan()) return (query as (...given: unknown[]) => unknown).apply(this, args)
    const [asked] = args
    const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text
    const [, verb = 'query', table = ''] = (typeof text === 'string' && STATEMENT.exec(text)) || []
    const name = `${verb} ${table}`.trim().toLowerCase()
    const span = beginSpan(name, { 'db.system.name': 'postgresql', 'db.operation.name': verb.toLowerCase() })
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
        span.end(error ?? null)
        callback(error, ...rest)
      }
    }
    const outcome = span.run(() => (query as (...given: unknown[]) => unknown).apply(this, args))
    if (outcome instanceof Promise)
      outcome.then(
        () => span.end(null),
        (error: unknown) => span.end(error),
      )
    // A COPY or LISTEN stream reports its end only to other listeners.
    else if (typeof callback !== 'function') span.end(null)
    return outcome
  }
  pg.Client.prototype.query = watched as typeof query
  return () => {
    pg.Client.prototype.query = query
  }
}
