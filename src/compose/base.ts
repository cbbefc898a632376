import type { InSystem } from '../machines/system.ts'
import { createAccountsApi } from '../services/accounts/accounts-api.ts'
import type { Clock } from '../services/browser/clock.ts'
import type { Storage } from '../services/browser/storage.ts'
import { createIdempotentWrites } from '../services/cache/idempotent-writes.ts'
import { createQueryCache, reloadAfterSleep } from '../services/cache/query-cache.ts'
import { createAnonymousClient, createHttpClient } from '../services/http/client.ts'
import { createShownLanguage, watchLocale } from '../services/shell/language.ts'
import { timeZoneOf } from '../services/shell/locale.start.ts'
import type { NewerVersion } from '../services/shell/newer-version.ts'
import { setLocale } from '../ui/parts/format.ts'

interface BaseParts {
  readonly tab: Window
  readonly scope: InSystem
  /** Base URL of the API; empty for the page's own server. */
  readonly apiBase: string
  readonly storage: Storage
  /** Storage of this tab only. */
  readonly tabStorage: Storage
  readonly clock: Clock
  readonly newerVersion: NewerVersion
}

/** Parts of every screen that talks to the server. */
export function createBase({ tab, scope, apiBase, storage, tabStorage, clock, newerVersion }: BaseParts) {
  const transport = { base: apiBase, scope }
  const anonymous = createAnonymousClient(transport)
  const cache = createQueryCache()
  reloadAfterSleep(clock, cache)
  watchLocale({ storage, cache, write: setLocale, showLanguage: createShownLanguage(tab) })
  return {
    tab,
    scope,
    apiBase,
    storage,
    tabStorage,
    cache,
    clock,
    newerVersion,
    withIdempotencyKey: createIdempotentWrites(),
    anonymous,
    accounts: createAccountsApi(anonymous),
    /** No one requested a token renewal: its 429s are not shown. */
    renewal: createAccountsApi(createAnonymousClient({ base: apiBase })),
    http: createHttpClient({ ...transport, now: clock.steady, tab }),
    timeZone: () => timeZoneOf(storage),
    /** Refetches the organization's lists. */
    refresh: () => cache.invalidateQueries({ queryKey: ['org'] }),
  }
}

export type Base = ReturnType<typeof createBase>
