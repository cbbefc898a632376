import type { InSystem } from '../machines/system.ts'
import type { AccountsApi } from '../services/accounts/accounts-api.ts'
import { signedInUser } from '../services/accounts/signed-in-user.ts'
import { createClock } from '../services/browser/clock.ts'
import { readRuntimeConfig } from '../services/browser/runtime-config.ts'
import { createStorage } from '../services/browser/storage.ts'
import { createNewerVersion } from '../services/shell/newer-version.ts'
import type { Base } from './base.ts'

/** Parts of the first screen. Code that talks to the server is fetched while the person reads and types. */
export function createStart(tab: Window, scope: InSystem) {
  let loading: Promise<Base> | null = null
  let loaded: Base | null = null

  /** Fetches the rest once; a failed fetch is tried again by the next call. */
  async function loadBase(): Promise<Base> {
    loading ??= import('./base.ts').then(({ createBase }) => createBase(start))
    try {
      loaded = await loading
      return loaded
    } catch (error) {
      loading = null
      throw error
    }
  }
  const accounts: Pick<AccountsApi, 'logIn' | 'register' | 'forgotPassword'> = {
    logIn: async (...asked) => (await loadBase()).accounts.logIn(...asked),
    register: async (...asked) => (await loadBase()).accounts.register(...asked),
    forgotPassword: async (...asked) => (await loadBase()).accounts.forgotPassword(...asked),
  }
  const renewal: Pick<AccountsApi, 'refresh' | 'logOut'> = {
    refresh: async (...asked) => (await loadBase()).renewal.refresh(...asked),
    logOut: async (...asked) => (await loadBase()).renewal.logOut(...asked),
  }
  const start = {
    tab,
    scope,
    apiBase: readRuntimeConfig(tab).apiBase,
    storage: createStorage(() => localStorage),
    /** Storage of this tab only. */
    tabStorage: createStorage(() => sessionStorage),
    clock: createClock(tab),
    newerVersion: createNewerVersion(tab, () => signedInUser(scope)),
    accounts,
    renewal,
    loadBase,
    /** null: nothing has needed the server yet. */
    base: () => loaded,
  }
  return start
}

export type Start = ReturnType<typeof createStart>
