import { createActor, fromPromise } from 'xstate'
import { registerService } from 'xstate/dev'
import { type AppRef, appMachine } from '../machines/shell/app.machine.ts'
import { CURRENT_ORGANIZATION, forgetPerson } from '../services/accounts/forget-person.ts'
import { createRefreshPauses } from '../services/accounts/refresh-pauses.ts'
import { provideSession } from '../services/accounts/session.provide.ts'
import { createTokenStore } from '../services/accounts/token-store.ts'
import { createBrowserHistory } from '../services/browser/browser-history.ts'
import { createTabLock } from '../services/browser/tab-lock.ts'
import { lazyLogic } from '../services/shell/lazy-logic.ts'
import { navigationInput, provideNavigation } from '../services/shell/navigation.provide.ts'
import { provideSidebar } from '../services/shell/sidebar.provide.ts'
import { provideTheme } from '../services/shell/theme.provide.ts'
import { setLocale } from '../ui/parts/format.ts'
import { routes } from '../ui/routes.ts'
import type { Screens } from './screens.ts'
import type { Start } from './start.ts'

/** The root of all actors, with its services; not started. */
export function createApp(
  { tab, renewal, base, clock, storage, tabStorage, newerVersion }: Start,
  screens: Screens,
): AppRef {
  const navigation = {
    tab,
    history: createBrowserHistory(tab),
    tabStorage,
    loadScreen: screens.loadScreen,
    newerVersion,
  }
  const logic = appMachine.provide({
    actors: {
      theme: provideTheme(storage),
      sidebar: provideSidebar(),
      connections: lazyLogic(() => screens.logicOf('connections')),
      session: provideSession({
        store: createTokenStore({ storage: () => localStorage, events: tab, clock }),
        accounts: renewal,
        lock: createTabLock({ name: 'session-refresh', locks: navigator.locks }),
        clock,
        pauses: createRefreshPauses(storage, clock.now),
      }),
      navigation: provideNavigation(navigation),
      loadWorkspace: fromPromise(() => screens.loadWorkspace()),
      workspace: lazyLogic(() => screens.logicOf('workspace')),
      countUnsentFiles: lazyLogic(() => screens.logicOf('countUnsentFiles')),
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
      rememberedOrganizationId: storage.read(CURRENT_ORGANIZATION),
    },
  })
  // XState's own developer tools follow the actors from their start; without them this does nothing.
  registerService(app)
  return app
}
