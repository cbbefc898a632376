import { createActor, fromPromise } from 'xstate'
import { registerService } from 'xstate/dev'
import { type AppRef, appMachine } from '../machines/app/app.machine.ts'
import { createBrowserHistory } from '../services/browser-history.ts'
import { forgetPerson } from '../services/forget-person.ts'
import { loadedLater } from '../services/loaded-later.ts'
import { navigationInput, provideNavigation } from '../services/navigation.provide.ts'
import { createNewerVersion } from '../services/newer-version.ts'
import { createPendingReset } from '../services/pending-reset.ts'
import { createRefreshPauses } from '../services/refresh-pauses.ts'
import { rememberedOrganization } from '../services/remembered-organization.ts'
import { provideSession } from '../services/session.provide.ts'
import { provideSidebar } from '../services/sidebar.provide.ts'
import { createTabLock } from '../services/tab-lock.ts'
import { provideTheme } from '../services/theme.provide.ts'
import { createTokenStore } from '../services/token-store.ts'
import { setLocale } from '../ui/parts/format.ts'
import { routes } from '../ui/routes.ts'
import type { Screens } from './screens.ts'
import type { Start } from './start.ts'

/** The root of all actors, with its services; not started. */
export function createApp(
  { tab, renewal, base, clock, storage, tabStorage }: Start,
  screens: Screens,
): AppRef {
  const navigation = {
    tab,
    history: createBrowserHistory(tab),
    pendingReset: createPendingReset(() => sessionStorage),
    loadScreen: screens.loadScreen,
    newerVersion: createNewerVersion(tab),
  }
  const logic = appMachine.provide({
    actors: {
      theme: provideTheme(storage),
      sidebar: provideSidebar(),
      connections: loadedLater(() => screens.logicOf('connections')),
      session: provideSession({
        store: createTokenStore({ storage: () => localStorage, events: tab, clock }),
        accounts: renewal,
        lock: createTabLock({ name: 'session-refresh', locks: navigator.locks }),
        clock,
        pauses: createRefreshPauses(storage, clock.now),
      }),
      navigation: provideNavigation(navigation),
      loadWorkspace: fromPromise<void>(() => screens.loadWorkspace()),
      workspace: loadedLater(() => screens.logicOf('workspace')),
    },
    actions: {
      forgetEverything: () => base()?.cache.clear(),
      forgetPerson: () => {
        forgetPerson(storage, tabStorage)
        setLocale({ locale: '', timezone: '' })
      },
    },
  })
  const app = createActor(logic, {
    systemId: 'app',
    input: {
      session: { now: clock.steady(), jitter: Math.random() },
      navigation: navigationInput(navigation, routes),
      rememberedOrganizationId: rememberedOrganization(storage),
    },
  })
  // XState's own developer tools follow the actors from their start; without them this does nothing.
  registerService(app)
  return app
}
