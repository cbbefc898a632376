import { expect, it } from 'vitest'
import { createIdempotentWrites } from '../../src/services/cache/idempotent-writes.ts'
import { HttpError, NetworkError } from '../../src/services/http/errors.ts'

/** The keys under which one intent was written, for each outcome in turn. */
async function keysOf(...outcomes: (Error | null)[]) {
  const withIdempotencyKey = createIdempotentWrites()
  const keys: string[] = []
  for (const outcome of outcomes)
    await withIdempotencyKey({ create: 'Northwind' }, async (key) => {
      keys.push(key)
      if (outcome) throw outcome
    }).catch(() => undefined)
  return keys
}

it('[A31] a write whose answer was lost is repeated under the same key', async () => {
  const [first, second] = await keysOf(new NetworkError('lost'), null)
  expect(second).toBe(first)
})

it('a write that was answered is followed by a new intent, whatever the answer', async () => {
  const refusal = new HttpError({ status: 409, body: null, text: '', retryAfter: null })
  expect(new Set(await keysOf(null, null)).size).toBe(2)
  expect(new Set(await keysOf(refusal, null)).size).toBe(2)
})

it('different intents have different keys', async () => {
  const withIdempotencyKey = createIdempotentWrites()
  const keys = new Set<string>()
  const write = async (key: string) => {
    keys.add(key)
    throw new NetworkError('lost')
  }
  await withIdempotencyKey({ create: 'A' }, write).catch(() => undefined)
  await withIdempotencyKey({ create: 'B' }, write).catch(() => undefined)
  expect(keys.size).toBe(2)
})
