import type { Http } from '../http/client.ts'

/**
 * One `Idempotency-Key` per intent, until the server has answered it: if an answer is lost and the person
 * retries, the write takes effect once. A refusal is an answer; the next try is a new intent.
 */
export function createIdempotentWrites() {
  const keys = new Map<string, string>()
  return async <Result>(intent: unknown, write: (idempotencyKey: string) => Promise<Result>) => {
    const name = JSON.stringify(intent)
    const key = keys.get(name) ?? crypto.randomUUID()
    keys.set(name, key)
    try {
      const result = await write(key)
      keys.delete(name)
      return result
    } catch (error) {
      if (error instanceof Error && 'status' in error) keys.delete(name)
      throw error
    }
  }
}

export type IdempotentWrites = ReturnType<typeof createIdempotentWrites>

/** For services that change something on the server. */
export interface WriteServices {
  http: Http
  withIdempotencyKey: IdempotentWrites
  /** Refetches the organization's lists. */
  refresh: () => void
}
