import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyRequest } from 'fastify'
import { afterAll, expect } from 'vitest'
import { OPERATIONS, refusalsOf } from '../../server/developers/reference/operations.ts'
import { Refusal } from '../../server/kernel/errors.ts'

const FAILED_HANDLERS = 'tracing:fastify.request.handler:error'
/** May come from any operation; the reference describes them where they say something of their own. */
const COMMON = [401, 403, 404, 422, 429, 500, 503]

/** Fails a test file in which an operation refuses with a status that the reference does not name. */
export function expectDocumentedRefusals() {
  const undocumented = new Set<string>()
  const compare = (message: unknown) => {
    const { error, request } = message as { error: unknown; request: FastifyRequest }
    const { method, url } = request.routeOptions
    const operation = OPERATIONS[`${method} ${url}`]
    if (!(error instanceof Refusal) || !operation || COMMON.includes(error.status)) return
    if (!(error.status in refusalsOf(operation)))
      undocumented.add(`${operation.address}: ${error.status} ${error.body.code}`)
  }
  subscribe(FAILED_HANDLERS, compare)
  afterAll(() => {
    unsubscribe(FAILED_HANDLERS, compare)
    expect([...undocumented]).toEqual([])
  })
}
