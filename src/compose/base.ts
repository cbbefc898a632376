import type { InSystem } from '../machines/system.ts'
import { createClock } from '../services/clock.ts'
import { createAnonymousClient, createHttpClient } from '../services/http/client.ts'
import { createIdempotentWrites } from '../services/idempotent-writes.ts'
import { timeZoneOf } from '../services/locale.start.ts'
import { createQueryCache } from '../services/query-cache.ts'
import { readRuntimeConfig } from '../services/runtime-config.ts'
import { createStorage } from '../services/storage.ts'

/** What every screen is composed of, whoever looks at it. `scope`: an actor's system, once there is one. */
export function createBase(tab: Window, scope: InSystem) {
  const { apiBase } = readRuntimeConfig(tab)
  const storage = createStorage(() => localStorage)
  const clock = createClock(tab)
  const transport = { base: apiBase, scope }
  const cache = createQueryCache()
  return {
    tab,
    apiBase,
    storage,
    cache,
    clock,
    withIdempotencyKey: createIdempotentWrites(),
    anonymous: createAnonymousClient(transport),
    http: createHttpClient({ ...transport, now: clock.steady }),
    timeZone: () => timeZoneOf(storage),
    /** Lists of the organization are asked for again. */
    refresh: () => cache.invalidateQueries({ queryKey: ['org'] }),
  }
}

export type Base = ReturnType<typeof createBase>
