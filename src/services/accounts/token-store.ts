import type { Tokens } from '../../machines/accounts/session/session.types.ts'
import type { Clock } from '../browser/clock.ts'
import { tokensFrom } from './jwt.ts'

/** S3.1. */
const ACCESS = 'token'
const REFRESH = 'refreshToken'
const CLOCK_OFFSET = 'tokenClockOffset'

export interface TokenStore {
  /** null if there is none; anything that cannot be a pair is removed. */
  read(): Tokens | null
  /** Never throws: if storage is blocked or full, the pair stays in this tab's memory. */
  write(tokens: Tokens): void
  /** The stored pair's clock offset was measured again. */
  writeClockOffset(offset: number): void
  clear(): void
  /** Reports what another tab wrote. */
  watch(listener: (tokens: Tokens | null) => void): () => void
}

interface TokenStoreOptions {
  /** May throw, like `window.localStorage` when it is blocked. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly events: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly clock: Pick<Clock, 'now' | 'steady'>
}

const isBlank = (value: string | null): value is null | '' | 'null' | 'undefined' =>
  value === null || ['', 'null', 'undefined'].includes(value)

export function createTokenStore({ storage, events, clock }: TokenStoreOptions): TokenStore {
  /** undefined: the storage is authoritative. */
  let memory: Tokens | null | undefined

  /** Tabs share the wall clock; each has its own monotonic clock, which times its pairs. */
  const aheadOfWall = () => clock.steady() - clock.now()

  // Other tabs react to `token`: it is written last and removed last, when the rest is in place.
  const removeAll = () => {
    for (const key of [REFRESH, CLOCK_OFFSET, ACCESS]) storage().removeItem(key)
  }
  const writeAll = ({ access, refresh, clockOffset }: Tokens) => {
    storage().setItem(REFRESH, refresh)
    storage().setItem(CLOCK_OFFSET, String(clockOffset - aheadOfWall()))
    storage().setItem(ACCESS, access)
  }
  const readAll = () => {
    const [access, refresh] = [storage().getItem(ACCESS), storage().getItem(REFRESH)]
    if (access === null && refresh === null) return null
    const offset = Number(storage().getItem(CLOCK_OFFSET) ?? 0)
    const tokens =
      isBlank(access) || isBlank(refresh)
        ? null
        : tokensFrom(access, refresh, (Number.isFinite(offset) ? offset : 0) + aheadOfWall())
    if (!tokens) removeAll()
    return tokens
  }
  const attempt = (work: () => void) => {
    try {
      work()
      return true
    } catch {
      return false
    }
  }

  return {
    read() {
      if (memory !== undefined) return memory
      try {
        return readAll()
      } catch {
        return null
      }
    },
    write(tokens) {
      // A full storage has room again once the old pair is removed.
      const stored =
        attempt(() => writeAll(tokens)) || (attempt(removeAll) && attempt(() => writeAll(tokens)))
      memory = stored ? undefined : tokens
    },
    writeClockOffset: (offset) =>
      void attempt(() => storage().setItem(CLOCK_OFFSET, String(offset - aheadOfWall()))),
    clear() {
      memory = attempt(removeAll) ? undefined : null
    },
    watch(listener) {
      const onStorage = ({ key }: StorageEvent) => {
        if (key !== ACCESS && key !== null) return // null: everything was cleared
        memory = undefined
        listener(this.read())
      }
      events.addEventListener('storage', onStorage)
      return () => events.removeEventListener('storage', onStorage)
    },
  }
}
