import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'
import { say } from '../texts/say.ts'

/** No body in the contract is deeper, and no list is longer. */
const DEPTH_MAX = 16
const ENTRIES_MAX = 1000

/** Refuses deep and long bodies before the schemas check their parts. */
export function registerJsonLimits(app: FastifyInstance) {
  app.addHook('preValidation', async ({ body }) => {
    if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body)) refuseLarge(body)
  })
}

type Part = { value: object; field: string; depth: number }

/** @throws Refusal 422 that names the field that is too deep or too long */
function refuseLarge(body: object) {
  const parts: Part[] = [{ value: body, field: 'body', depth: 1 }]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { value, field, depth } = part
    if (depth > DEPTH_MAX) throw invalid({ [field]: say('too_deep') })
    const keys = Object.keys(value)
    if (keys.length > ENTRIES_MAX) throw invalid({ [field]: say('too_many_entries', { max: ENTRIES_MAX }) })
    for (const key of keys) {
      const inner = (value as Record<string, unknown>)[key]
      const name = depth === 1 && !Array.isArray(body) ? key : field
      if (typeof inner === 'object' && inner !== null)
        parts.push({ value: inner, field: name, depth: depth + 1 })
    }
  }
}
